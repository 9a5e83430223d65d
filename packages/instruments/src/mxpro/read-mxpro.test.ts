import { describe, expect, it } from 'vitest';

import { ReadError } from '../read-error.ts';
import { isMxPro, readMxPro } from './read-mxpro.ts';

const HEADINGS = 'Segment\tRamp/Plateau\tRamp/Plateau #\tWell\tDye\tCycle #\tFluorescence\tTemperature';
const FILE = 'run.txt';

interface Sketch {
  readonly segment?: number;
  readonly kind?: string;
  readonly step?: number;
  readonly well?: number | string;
  readonly dye?: string;
  readonly count?: number;
}
/** The rows of a well in one program: from 60 °C on, a degree and a unit of fluorescence per reading. */
const rowsOf = ({ segment = 4, kind = 'R', step = 1, well = 1, dye = 'FAM', count = 8 }: Sketch) =>
  Array.from({ length: count }, (_, index) =>
    [segment, kind, step, well, dye, 1, `${900 - index},5`, 60 + index].join('\t'),
  );
const textOf = (rows: readonly string[]) =>
  ['D:\\run.mxp', HEADINGS, ...rows].map((line) => `${line}\r\n`).join('');
const read = (...sketches: readonly Sketch[]) => readMxPro(textOf(sketches.flatMap(rowsOf)), FILE);
const refusal = (text: string) => {
  try {
    readMxPro(text, FILE);
  } catch (error) {
    if (error instanceof ReadError) return error;
    throw error;
  }
  throw new Error('the file was read');
};

describe('IMPORT-130 a file is of MxPro', () => {
  it('by the headings in its first or second line, whatever follows them', () => {
    const row = rowsOf({})[0] ?? '';
    for (const text of [textOf([row]), `${HEADINGS}\n${row}\n`, `a\n${HEADINGS}\tMore\n`])
      expect(isMxPro(text)).toBe(true);
    const swapped = HEADINGS.replace('Well\tDye', 'Dye\tWell');
    const short = HEADINGS.replace('\tTemperature', '');
    for (const text of ['', `a\nb\n${HEADINGS}\n`, `a\n${swapped}\n`, `a\n${short}\n`])
      expect(isMxPro(text)).toBe(false);
  });
});

describe('IMPORT-130 MxPro names wells, dyes and programs', () => {
  it('in rows, whose numbers may have decimal commas', () => {
    const { series, ...part } = read({ well: 14 });
    expect(series).toMatchObject([
      {
        position: 'B2',
        dye: 'FAM',
        target: null,
        quantity: 'fluorescence',
        place: { file: FILE, element: 'segment 4, ramp 1' },
      },
    ]);
    expect([...(series[0]?.temperature ?? [])]).toEqual([60, 61, 62, 63, 64, 65, 66, 67]);
    expect([...(series[0]?.value ?? [])].slice(0, 3)).toEqual([900.5, 899.5, 898.5]);
    expect(part).toMatchObject({
      file: FILE,
      format: 'mxpro',
      container: 'text',
      software: 'MxPro',
      instrument: { name: 'Agilent MxPro', model: null, serial: null },
      plateType: 'RECTANGULAR_96',
      openEnd: 'wells',
      ignored: [],
      found: [{ name: 'segment 4, ramp 1' }],
    });
  });

  it('with decimal points where any number has one, and a point in the name of an assay does not count', () => {
    const points = textOf(rowsOf({ dye: '5.8S' }).map((row) => row.replace(',', '.')));
    const commas = textOf(rowsOf({ dye: '5.8S' }));
    const values = (text: string) => [...(readMxPro(text, FILE).series[0]?.value ?? [])];
    expect(values(points)).toEqual(values(commas));
    // A comma in a file with points is no decimal comma.
    expect(refusal(points.replace('900.5', '900,5')).problem).toBe('the fluorescence is not a number');
  });

  it('with the name of an assay in place of a dye, which may be missing', () => {
    expect(read({ dye: 'LPAR1' }, { dye: '', well: 2 }, { dye: 'FAM', well: 3 }).series).toMatchObject([
      { dye: null, target: 'LPAR1' },
      { dye: null, target: null },
      { dye: 'FAM', target: null },
    ]);
  });

  it('in any order: two dyes and two ramps of a well are curves of their own', () => {
    const found = read(
      { well: 1, dye: 'FAM' },
      { well: 1, dye: 'HEX' },
      { well: 1, segment: 5, step: 2 },
      { well: 1, segment: 5, step: 2, dye: 'HEX' },
    );
    expect(found.series.map(({ dye, place, value }) => [dye, place.element, value.length])).toEqual([
      ['FAM', 'segment 4, ramp 1', 8],
      ['HEX', 'segment 4, ramp 1', 8],
      ['FAM', 'segment 5, ramp 2', 8],
      ['HEX', 'segment 5, ramp 2', 8],
    ]);
  });
});

it('IMPORT-130 a program without a melting curve is named as skipped, with the reason', () => {
  const { found, ignored, series } = read({ segment: 2, kind: 'P' }, {}, { segment: 5, count: 7 });
  expect(ignored).toEqual([
    { file: FILE, part: 'segment 2, plateau 1', reason: 'a plateau is not a melting or annealing curve' },
    { file: FILE, part: 'segment 5, ramp 1', reason: 'the ramp has too few readings for a melting curve' },
  ]);
  expect([found.map(({ name }) => name), series.length]).toEqual([['segment 4, ramp 1'], 1]);
});

describe('IMPORT-130 an MxPro file is refused', () => {
  const [row = '', ...rows] = rowsOf({});
  const changed = (edit: (row: string) => string) => textOf([edit(row), ...rows]);

  it.each([
    ['1\t1\tFAM', '1\t0\tFAM', 'the row names no well of a 96-well plate', 'D', '0', 'a number from 1 to 96'],
    [
      '1\t1\tFAM',
      '1\t97\tFAM',
      'the row names no well of a 96-well plate',
      'D',
      '97',
      'a number from 1 to 96',
    ],
    [
      '\tR\t',
      '\tX\t',
      'the row belongs to no ramp or plateau',
      'B',
      'X',
      'R or P, and one value for each heading',
    ],
    [
      '\t60',
      '\t60\t1',
      'there is a value without a heading',
      'I',
      '1',
      'R or P, and one value for each heading',
    ],
    ['900,5', 'n/a', 'the fluorescence is not a number', 'G', 'n/a', 'a number'],
    ['900,5', '', 'the fluorescence is not a number', 'G', '', 'a number'],
    ['\t60', '\thot', 'the temperature is not a number', 'H', 'hot', 'a number'],
    ['4\tR', 'x\tR', 'the segment is not a number', 'A', 'x', 'a number'],
    ['R\t1', 'R\tx', 'the ramp/plateau # is not a number', 'C', 'x', 'a number'],
    ['FAM\t1', 'FAM\tx', 'the cycle # is not a number', 'F', 'x', 'a number'],
    ['1\t1\tFAM', '1\tA1\tFAM', 'the well is not a number', 'D', 'A1', 'a number'],
  ])('with %j as %j: %s', (before, after, problem, column, found, expected) => {
    expect(refusal(changed((one) => one.replace(before, after)))).toMatchObject({
      code: 'unexpected-content',
      problem,
      found,
      expected,
      place: { file: FILE, row: 3, column },
    });
  });

  it('if the end of its last line is missing', () => {
    expect(refusal(textOf(rows).slice(0, -2)).code).toBe('unreadable-file');
  });

  it('but blank cells beyond the headings hold no value', () => {
    expect(
      readMxPro(
        changed((one) => `${one}\t \t`),
        FILE,
      ).series,
    ).toHaveLength(1);
  });

  it('with a reading less in a well than in the first', () => {
    expect(refusal(textOf([{}, { well: 2, count: 7 }].flatMap(rowsOf)))).toMatchObject({
      code: 'unreadable-file',
      place: { file: FILE, element: 'segment 4, ramp 1' },
      problem: 'well A2 has a different number of readings from well A1: the file was cut short',
      found: '7 readings',
      expected: '8 readings',
    });
  });

  it('with a well that has not been through one of its programs', () => {
    const plateau = { segment: 2, kind: 'P' };
    expect(refusal(textOf([plateau, { ...plateau, well: 2 }, {}].flatMap(rowsOf)))).toMatchObject({
      code: 'unreadable-file',
      place: { file: FILE, element: 'segment 4, ramp 1' },
      problem: 'some wells have not been through this program: the file was cut short',
      found: '1 wells',
      expected: '2 wells',
    });
    // The other dye of a well is not another well.
    expect(read({ ...plateau, dye: 'HEX' }, plateau, {}).series).toHaveLength(1);
  });
});
