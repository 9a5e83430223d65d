import type { Peak, Run, SampleType } from '@curvewell/domain';
import { expect, test } from 'vitest';

import type { ReviewMark, ReviewWell } from '../state/review-wells.ts';
import { reviewsAsText } from '../plate/review-faces.ts';
import { runWarning } from '../state/run-warning.ts';
import { tableAsCsv, tableAsTabs } from './result-file.ts';
import { isFar, resultColumns, resultRows, sortedRows, zonesOf } from './result-rows.ts';

interface Sketch {
  readonly position: string;
  readonly name?: string;
  readonly sampleType?: SampleType;
  readonly lot?: string;
  readonly mark?: ReviewMark | null;
  /** Tm, height and zone of counted peaks in MELT. */
  readonly peaks?: readonly (readonly [
    tm: number,
    height: number,
    zone: string | null,
    dropped?: 'dropped',
  ])[];
}

const review = ({
  position,
  name = `S-${position}`,
  sampleType = 'BLOOD',
  lot = 'L1',
  mark = null,
  peaks = [],
}: Sketch): ReviewWell =>
  ({
    position,
    sampleType,
    well: {
      name,
      comments: [],
      kitVersion: { id: 'v2', version: 'v2', kit: { id: 'LCT', name: 'LCT' } },
      lot: { id: lot, name: lot },
    },
    interpreted: {
      explanation: {
        zonesHit: [],
        combination: 'A',
        flags: [],
        phases: [
          {
            type: 'MELT',
            settings: { minThreshold: 60 },
            peaks: peaks.map(([tm, height, zone, dropped]): Partial<Peak> => ({
              tm,
              height,
              zone,
              accepted: dropped === undefined,
            })),
          },
          {
            type: 'ANNEAL',
            settings: { minThreshold: 60 },
            peaks: [{ tm: 40, height: 900, zone: 'C', accepted: true }],
          },
        ],
      },
      constantPhaseInfos: [
        {
          type: 'MELT',
          constantZoneInfos: [
            { name: 'B', minTemp: 60 },
            { name: 'A', minTemp: 50 },
          ],
        },
        { type: 'ANNEAL', constantZoneInfos: [{ name: 'C', minTemp: 30 }] },
      ],
    },
    isUpdated: false,
    unresolved: null,
    heldBy: null,
    sample: null,
    mark,
  }) as unknown as ReviewWell; // only what rows use

const rowsOf = (sketches: readonly Sketch[]) => {
  const wells = sketches.map(review);
  const rows = resultRows(wells, { wells, phase: 'MELT', scheme: 'light' });
  const columns = resultColumns({ zones: zonesOf(wells, 'MELT'), rows, isWide: false });
  return { rows, columns, wells };
};

test('REVIEW-340 a row has the Tm of each zone, the highest peak, and the difference to the controls of its kit and lot', () => {
  const { rows } = rowsOf([
    {
      position: 'A1',
      peaks: [
        [55.4, 200, 'A'],
        [60.5, 100, 'B'],
        [70, 300, null, 'dropped'],
      ],
    },
    { position: 'A2', lot: 'L2', peaks: [[55.4, 200, 'A']] },
    { position: 'A3', peaks: [[57, 40, 'A', 'dropped']] },
    { position: 'H1', sampleType: 'STANDARD', peaks: [[55.2, 200, 'A']] },
    {
      position: 'H2',
      sampleType: 'POSITIVE_TEST',
      peaks: [
        [55.4, 200, 'A'],
        [60.8, 200, 'B'],
      ],
    },
    // A failed control and a negative one are nothing to compare with.
    { position: 'H3', sampleType: 'POSITIVE_TEST', mark: 'failed', peaks: [[59, 200, 'A']] },
    { position: 'H4', sampleType: 'NEGATIVE_TEST', peaks: [[59, 200, 'A']] },
  ]);
  const [first, otherLot, dropped] = rows;
  expect([...(first?.tms ?? [])].sort()).toEqual([
    ['A', 55.4],
    ['B', 60.5],
  ]);
  expect(first?.height).toBe(300);
  // A: 0.10 above the mean of 55.30; B: 0.30 below 60.80, which is more.
  expect(first?.difference).toBeCloseTo(-0.3);
  expect(first && isFar(first)).toBe(true);
  expect(otherLot?.difference).toBeNull();
  expect([dropped?.tms.size, dropped?.height, dropped?.difference]).toEqual([0, 40, null]);
});

test('REVIEW-340 of two peaks in a zone the higher one counts', () => {
  const { rows } = rowsOf([
    {
      position: 'A1',
      peaks: [
        [55.4, 200, 'A'],
        [54, 90, 'A'],
      ],
    },
  ]);
  expect(rows[0]?.tms.get('A')).toBe(55.4);
});

test('REVIEW-340 the difference is the largest of all zones, and a Tm is highlighted from 0.12 °C on, in samples only', () => {
  const standard: Sketch = {
    position: 'H1',
    sampleType: 'STANDARD',
    peaks: [
      [55, 200, 'A'],
      [60, 200, 'B'],
    ],
  };
  const differing = (a: number, b: number) =>
    rowsOf([
      {
        position: 'A1',
        peaks: [
          [55 + a, 100, 'A'],
          [60 + b, 200, 'B'],
        ],
      },
      standard,
    ]).rows[0]?.difference;
  expect(differing(0.25, -0.5)).toBe(-0.5);
  expect(differing(-0.5, 0.25)).toBe(-0.5);
  const [row] = rowsOf([{ position: 'A1' }]).rows;
  const far = (sampleType: SampleType, difference: number | null) =>
    isFar({ ...row!, sampleType, difference });
  expect([far('DNA', 0.13), far('DNA', -0.13), far('DNA', 0.12), far('DNA', null)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([far('STANDARD', 0.13), far('STANDARD', null)]).toEqual([false, false]);
});

test('REVIEW-340 a well without a name, kit, curve or peak is a row as well', () => {
  const bare = review({ position: 'A1' });
  const unset = {
    ...bare,
    well: { ...bare.well, name: null, kitVersion: null, lot: null },
    interpreted: { ...bare.interpreted, explanation: { ...bare.interpreted.explanation, phases: [] } },
  } as unknown as ReviewWell;
  const outside = review({ position: 'A2', peaks: [[70, 100, null]] });
  const wells = [unset, outside];
  // No amplification of this well either.
  const [first, second] = resultRows(wells, { wells, phase: 'MELT', scheme: 'light', cqs: new Map() });
  expect(first).toMatchObject({
    sample: '',
    kit: '',
    height: null,
    difference: null,
    cq: null,
    isCqDoubted: false,
  });
  expect([first?.tms.size, second?.tms.size, second?.height, second?.kit]).toEqual([0, 0, 100, 'LCT v2']);
});

test('REVIEW-340 the flags of a row are its doubts, its override and its comments', () => {
  const well = review({ position: 'A1', mark: 'no-call' });
  const changed = {
    ...well,
    mark: null,
    isUpdated: true,
    shown: { comment: 'Faint' },
  } as unknown as ReviewWell;
  const commented = {
    ...well,
    mark: null,
    isUpdated: true,
    shown: undefined,
    well: { ...well.well, comments: ['a', 'b'] },
  } as unknown as ReviewWell;
  const unresolved = { ...well, mark: 'unlike', unresolved: 'expected H, found N' } as unknown as ReviewWell;
  const wells = [changed, commented, unresolved, review({ position: 'A4' })];
  expect(resultRows(wells, { wells, phase: 'MELT', scheme: 'light' }).map(({ flags }) => flags)).toEqual([
    ['overridden: “Faint”'],
    ['overridden', '2 comments'],
    [expect.stringContaining('expected H, found N')],
    [],
  ]);
});

test('REVIEW-340 a wide table also has the words of the result, the sample type and the zones, and the kits if they differ', () => {
  const wells = [review({ position: 'A1' }), review({ position: 'A2' })];
  const other = review({ position: 'A3' });
  const kitVersion = { ...other.well.kitVersion, version: 'v3' };
  const both = [...wells, { ...other, well: { ...other.well, kitVersion } } as unknown as ReviewWell];
  const table = (of: readonly ReviewWell[], isWide: boolean) => {
    const rows = resultRows(of, { wells: of, phase: 'MELT', scheme: 'light' });
    const columns = resultColumns({ zones: [], rows, isWide });
    return {
      keys: columns.map(({ key }) => key),
      cells: columns.map(({ textOf }) => rows.at(-1) && textOf(rows.at(-1)!)),
    };
  };
  const narrow = ['well', 'sample', 'result', 'height', 'difference', 'flags'];
  expect(table(wells, false).keys).toEqual(narrow);
  expect(table(both, false).keys).toEqual([...narrow, 'kit']);
  expect(table(both, true).keys).toEqual([...narrow, 'kit', 'type', 'combination']);
  expect(table(both, true).cells).toEqual(['A3', 'S-A3', '? No call', '', '', '', 'LCT v3', 'Blood', 'A']);
});

test('REVIEW-340 zones are in the order of their lowest start in any kit', () => {
  const phased = (type: string, zones: object[]) =>
    ({ interpreted: { constantPhaseInfos: [{ type, constantZoneInfos: zones }] } }) as unknown as ReviewWell;
  expect(
    zonesOf(
      [
        phased('ANNEAL', [{ name: 'X', minTemp: 10 }]),
        phased('MELT', [
          { name: 'A', minTemp: 50 },
          { name: 'B', minTemp: 45 },
        ]),
        phased('MELT', [{ name: 'A', minTemp: 40 }]),
        phased('MELT', [{ name: 'B', minTemp: 60 }]),
      ],
      'MELT',
    ),
  ).toEqual(['A', 'B']);
});

test('REVIEW-341 names are sorted by their numbers, rows with remarks come before those without, and an unknown column is the first', () => {
  const { rows, columns } = rowsOf([
    { position: 'A1', name: 'S-10' },
    { position: 'A2', name: 'S-9' },
    { position: 'A3', name: '' },
    { position: 'A4', name: '' },
    { position: 'A5', name: 'a-1' },
  ]);
  const order = (key: string, isDescending = false, of = rows) =>
    sortedRows(of, columns, { key, isDescending }).map(({ position }) => position);
  expect(order('sample')).toEqual(['A5', 'A2', 'A1', 'A3', 'A4']);
  expect(order('sample', true)).toEqual(['A1', 'A2', 'A5', 'A3', 'A4']);
  expect(order('unknown', true)).toEqual(['A5', 'A4', 'A3', 'A2', 'A1']);
  const remarked = rows.map((row) =>
    row.position === 'A4' ? { ...row, flags: ['1 comment', 'late'] } : row,
  );
  const near = remarked.map((row) => (row.position === 'A5' ? { ...row, mark: 'near' as const } : row));
  expect(order('flags', false, near)).toEqual(['A5', 'A4', 'A1', 'A2', 'A3']);
  const flags = columns.find(({ key }) => key === 'flags')!;
  expect(near.map(flags.textOf)[3]).toBe('1 comment; late');
});

test('REVIEW-341 rows are sorted by the gravest flag, then position; a missing value is last in both directions', () => {
  const { rows, columns } = rowsOf([
    { position: 'A10' },
    { position: 'A2', peaks: [[55, 80, 'A']] },
    { position: 'B1', mark: 'near', peaks: [[54, 90, 'A']] },
    { position: 'C1', mark: 'failed' },
    { position: 'C2', mark: 'no-call' },
    { position: 'C3', mark: 'doubt' },
    { position: 'C4', mark: 'unlike' },
  ]);
  const order = (key: string, isDescending = false) =>
    sortedRows(rows, columns, { key, isDescending }).map(({ position }) => position);
  expect(order('flags')).toEqual(['C1', 'C4', 'C2', 'C3', 'B1', 'A2', 'A10']);
  expect(order('zone A').slice(0, 2)).toEqual(['B1', 'A2']);
  expect(order('zone A', true).slice(0, 3)).toEqual(['A2', 'B1', 'A10']);
  expect(order('well')).toEqual(['A2', 'A10', 'B1', 'C1', 'C2', 'C3', 'C4']);
});

test('REVIEW-342 the table is copied and saved as shown; no name becomes a formula, and numbers keep their sign', () => {
  const { rows, columns } = rowsOf([
    { position: 'A1', name: '=1+1', peaks: [[55.1, 200, 'A']] },
    { position: 'A2', name: 'a;"b"', peaks: [[55.3, 199.6, 'A']] },
    { position: 'H1', name: 'STD', sampleType: 'STANDARD', peaks: [[55.2, 200, 'A']] },
  ]);
  expect(columns.map(({ head }) => head)).toEqual([
    'Well',
    'Sample',
    'Result',
    'A °C',
    'B °C',
    'Height',
    'vs control',
    'Flags',
  ]);
  expect(columns[6] && rows.map(columns[6].textOf)).toEqual(['−0.10', '+0.10', '0.00']);
  const reversed = sortedRows(rows, columns, { key: 'well', isDescending: true });
  expect(tableAsTabs({ rows: reversed, columns, notice: null }).split('\n')).toEqual([
    'Well\tSample\tResult\tA °C\tB °C\tHeight\tvs control\tFlags',
    'H1\tSTD\t?\t55.20\t\t200\t0.00\t',
    'A2\t"a;""b"""\t?\t55.30\t\t200\t0.10\t',
    "A1\t'=1+1\t?\t55.10\t\t200\t-0.10\t",
  ]);
  const csv = tableAsCsv({ rows, columns, notice: null });
  expect(csv.startsWith('\uFEFFWell;Sample;Result;')).toBe(true);
  expect(csv).toContain("\r\nA1;'=1+1;?;55.10;;200;-0.10;\r\n");
  expect(csv).toContain('\r\nA2;"a;""b""";?;');
});

test('EXPORT-172 every row of a copied table says that the run is not approved, or rejected', () => {
  const { rows, columns } = rowsOf([{ position: 'A1', name: 'S1', peaks: [[55.1, 200, 'A']] }]);
  const lines = (status: Run['status']) =>
    [tableAsTabs, tableAsCsv].map((fileOf) =>
      fileOf({ rows, columns, notice: runWarning({ status, isTrial: false, record: 'unchanged' }) })
        .trim()
        .split(/\r?\n/)
        .map((line) => line.split(/[\t;]/).at(-1)),
    );
  expect(lines('RUN_TO_INTERPRET')).toEqual([
    ['Notice', 'Not approved'],
    ['Notice', 'Not approved'],
  ]);
  expect(lines('REJECTED')[0]).toEqual(['Notice', 'Rejected: not a result']);
  expect(lines('APPROVED')[0]).not.toContain('Notice');
});

test('EXPORT-172 wells that are copied from the plate say that the run is not approved', () => {
  const last = (status: Run['status']) => {
    const run = { status, isTrial: true, record: null } as Run; // only what the notice reads
    const lines = reviewsAsText([review({ position: 'A1' })], { run, scheme: 'light' })
      .trim()
      .split('\n');
    return lines.map((line) => line.split('\t').at(-1));
  };
  expect(last('WAIT_FOR_APPROVAL')).toEqual(['Notice', 'Not approved · Trial: not for patients']);
  expect(last('APPROVED')).toEqual(['Notice', 'Trial: not for patients']);
});

test('REVIEW-409 a column has the Cq where the files hold amplification, and is empty for a well without one', () => {
  const wells = [review({ position: 'A1' }), review({ position: 'A2' })];
  const cqs = new Map([
    ['A1', { cq: 27.44, source: 'file', fault: null } as const],
    ['A2', { cq: null, source: 'curve', fault: null } as const],
  ]);
  const rows = resultRows(wells, { wells, phase: 'MELT', scheme: 'light', cqs });
  const columns = resultColumns({ zones: [], rows, isWide: false, hasCq: true });
  const cq = columns.find(({ key }) => key === 'cq');
  expect([cq?.head, ...rows.map((row) => cq?.textOf(row))]).toEqual(['Cq', '27.4', '']);
  expect([cq?.isNumber, ...rows.map((row) => cq?.valueOf(row))]).toEqual([true, 27.44, null]);
  expect(resultColumns({ zones: [], rows, isWide: false }).some(({ key }) => key === 'cq')).toBe(false);
});

test('REVIEW-410 the column of Cq marks what the curve does not support', () => {
  const wells = ['A1', 'A2', 'A3'].map((position) => review({ position }));
  const cqs = new Map([
    ['A1', { cq: 27.44, source: 'file', fault: 'unclear' } as const],
    ['A2', { cq: null, source: 'file', fault: 'sources-differ' } as const],
    ['A3', { cq: null, source: null, fault: 'unclear' } as const],
  ]);
  const rows = resultRows(wells, { wells, phase: 'MELT', scheme: 'light', cqs });
  const cq = resultColumns({ zones: [], rows, isWide: false, hasCq: true }).find(({ key }) => key === 'cq');
  expect(rows.map((row) => cq?.textOf(row))).toEqual(['27.4 (doubtful)', '(doubtful)', '']);
});

test('REVIEW-443 the table has the distance of the shape where a rule asks for it', () => {
  const asked = { expressions: [{ secondOperand: { shape: { like: 'HETEROZYGOUS' } } }] };
  const shaped = (position: string, outcome: 'like' | 'not-known'): ReviewWell => {
    const well = review({ position });
    const shape = { outcome, references: [{ name: 'HETEROZYGOUS', distance: 0.456, border: 1 }] };
    const explanation = { ...well.interpreted.explanation, shape, triedRules: [asked] };
    return { ...well, interpreted: { ...well.interpreted, explanation } } as unknown as ReviewWell;
  };
  const wells = [shaped('A1', 'like'), shaped('A2', 'not-known'), review({ position: 'A3' })];
  const rows = resultRows(wells, { wells, phase: 'MELT', scheme: 'light' });
  const columns = resultColumns({ zones: [], rows, isWide: false });
  const distance = columns.find(({ key }) => key === 'shape-distance');
  expect([distance?.head, ...rows.map((row) => distance?.textOf(row))]).toEqual(['Shape, %', '0.46', '', '']);
  const plain = resultColumns({ zones: [], rows: rows.slice(2), isWide: false });
  expect(plain.some(({ key }) => key === 'shape-distance')).toBe(false);
});
