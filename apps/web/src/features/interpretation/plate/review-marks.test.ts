import {
  DEFAULT_LABORATORY_RULES,
  DEFAULT_REPLICATES,
  runDoubts,
  usedReplicates,
  type CallFlag,
  type InterpretedWell,
  type Peak,
  type Run,
  type RunFact,
  type SampleType,
  type Well,
} from '@curvewell/domain';
import { describe, expect, test } from 'vitest';

import { captionGroups } from './caption-groups.ts';
import { calmText, plateFacts } from '../state/plate-facts.ts';
import { markedIn, resultFaces, reviewCurves, reviewSummary } from './review-faces.ts';
import { nearestFirst, reviewWells } from '../state/review-wells.ts';
import { resultRows } from '../table/result-rows.ts';

const color = (name: string) => ({
  id: `color ${name}`,
  diagnostic: { name, label: name },
  diagnosticLabel: name,
  color: '#ffd60f',
});

const flag = (code: CallFlag['code'], changes: Partial<CallFlag> = {}): CallFlag => ({
  code,
  phase: 'MELT',
  zone: null,
  temperature: null,
  measured: null,
  limit: null,
  ...changes,
});

/** A peak in zone A whose height is this much above the threshold of 60. */
const peakOf = (height: number): Peak => ({
  tm: 55,
  tmError: 0.01,
  height,
  width: 1,
  area: 100,
  significance: 90,
  quality: 0.99,
  zone: 'A',
  accepted: true,
  reason: null,
  measured: null,
  limit: null,
});

interface Sketch {
  readonly position: string;
  readonly result?: string | null;
  readonly updated?: string;
  readonly expected?: string;
  readonly name?: string;
  readonly sampleType?: SampleType;
  readonly flags?: readonly CallFlag[];
  readonly height?: number;
  readonly broken?: boolean;
}

function plate(sketches: readonly Sketch[], of: Partial<Run> = {}) {
  const wells = Object.fromEntries(
    sketches.map(({ position, expected, name = `S-${position}`, sampleType = 'BLOOD' }) => [
      position,
      {
        id: `well ${position}`,
        name,
        orderId: null,
        sampleType,
        position,
        channel: 'FAM',
        comments: [],
        kitVersion: { id: 'v2', version: 'v2', kit: { id: 'LCT', name: 'LCT-13910' } },
        reactionBuffer: { id: 'RB', name: 'RB' },
        diagnosticComment: null,
        lot: { id: '26B', name: '26B', expirationDate: '2027-01-31' },
        expectedDiagnostic: expected === undefined ? null : color(expected),
      } as unknown as Well, // only what reviews use
    ]),
  );
  const settings = { type: 'MELT', minThreshold: 60, slopeThreshold: 5, minQuality: 0.4 };
  const zone = {
    id: 'A',
    name: 'A',
    label: 'A',
    minTemp: 50,
    maxTemp: 60,
    minThreshold: null,
    minQuality: null,
  };
  const interpreted = sketches.map(
    ({ position, result = 'HETEROZYGOUS', updated, sampleType = 'BLOOD', flags = [], height = 300 }) => ({
      wellId: `well ${position}`,
      position,
      channel: 'FAM',
      sampleType,
      interpretedWellDiagnostics: [
        { stateDiagnostic: 'INITIAL', diagnosticColor: result === null ? null : color(result) },
        ...(updated === undefined
          ? []
          : [
              {
                stateDiagnostic: 'UPDATED',
                diagnosticColor: color(updated),
                comment: 'why',
                byName: 'T. Holm',
              },
            ]),
      ],
      data: [
        {
          type: 'MELT',
          chartPoints: { x: { start: 50, steps: '', unit: 1 }, y: { start: 1, steps: '', unit: 1 } },
        },
      ],
      constantPhaseInfos: [{ id: 'M', type: 'MELT', threshold: 60, constantZoneInfos: [zone] }],
      explanation: {
        sampleType,
        zonesHit: ['A'],
        combination: 'A',
        triedRules: [],
        flags,
        diagnostic: result,
        phases: [{ type: 'MELT', settings, peaks: [peakOf(height)] }],
      },
    }),
  ) as unknown as InterpretedWell[]; // only what reviews use
  const run = {
    plateType: 'RECTANGULAR_96',
    instrumentName: 'CFX96',
    isTrial: false,
    trialLots: [],
    kits: [
      {
        kitVersion: { id: 'v2' },
        status: 'VALIDATED',
        lots: [],
        validityEndDate: null,
        requiredControls: { negative: 0, positive: 0 },
      },
    ],
    created: '2026-11-20T09:00:00.000Z',
    runImportDate: '2026-11-20T09:30:00.000Z',
    laboratoryTimeZone: 'UTC',
    importReport: { notes: [] },
    rules: DEFAULT_LABORATORY_RULES,
    runDateSource: 'FILE',
    fit: null,
    analyses: [{ channel: 'FAM', wells }],
    acts: { interpreted: { name: 'M', at: '2026-11-20T10:00:00.000Z' }, approved: null, rejected: null },
    brokenRules: sketches.flatMap(({ position, broken }) =>
      broken === true
        ? [{ wellId: `well ${position}`, rule: '1-3s', phase: 'MELT', zone: 'A', tm: 56.1, distance: 4 }]
        : [],
    ),
    ...of,
  } as unknown as Run; // only what reviews use
  const reviews = reviewWells(run, { interpreted, channel: 'FAM' });
  const doubts = runDoubts({ run, called: interpreted, now: new Date('2026-11-20T12:00:00.000Z') });
  return { run, reviews, doubts, facts: plateFacts({ run, doubts, wells: reviews }) };
}

const unread = (zone: string) => flag('zone-not-read', { zone, measured: 75.1, limit: 48.5 });
const NO_CALL = {
  result: null,
  flags: [unread('A'), unread('B'), flag('unexpected-peak', { measured: 82.77 })],
};

describe('a well shows its most severe mark', () => {
  const wells: readonly Sketch[] = [
    { position: 'A1' },
    { position: 'A2', ...NO_CALL },
    { position: 'A3', flags: [flag('spike', { temperature: 57, measured: 80 })], height: 62 },
    { position: 'A4', height: 62 },
    { position: 'A5', flags: [flag('borderline-zone', { zone: 'A', measured: 55, limit: 50 })] },
    { position: 'A6', sampleType: 'NEGATIVE_TEST', result: 'TEST_KO', flags: [flag('spike')] },
    { position: 'A7', sampleType: 'STANDARD', expected: 'NEGATIVE', flags: [flag('spike')] },
    { position: 'A8', flags: [flag('spike')], height: 62, updated: 'NEGATIVE' },
    // Algorithm 1.0.0 made a call despite this flag.
    { position: 'A9', flags: [flag('unexpected-peak', { measured: 82.77 })] },
    { position: 'A10', flags: [flag('failed-control')] },
  ];
  const { reviews, doubts, run } = plate(wells);

  test('REVIEW-170 by the order of the table of flags, from a failed control to a borderline call', () => {
    expect(Object.fromEntries(reviews.map(({ position, mark }) => [position, mark]))).toEqual({
      A1: null,
      A2: 'no-call',
      A3: 'doubt',
      A4: 'near',
      A5: 'near',
      A6: 'failed',
      A7: 'unlike',
      A8: null,
      A9: 'doubt',
      A10: null,
    });
  });

  test("REVIEW-171 borderline wells are those that the server's check lists, with the same text", () => {
    expect(doubts.nearBorder.map(({ position }) => position)).toEqual(['A4', 'A5']);
    expect(nearestFirst(reviews).map(({ position, near }) => [position, near?.text])).toEqual(
      doubts.nearBorder.map(({ position, text }) => [position, text]),
    );
    expect(doubts.curves.map(({ position }) => position)).toEqual(
      reviews.filter(({ mark }) => mark === 'doubt').map(({ position }) => position),
    );
  });

  test('REVIEW-171 the mark of a well that the user has seen is hollow', () => {
    const faces = resultFaces(run, {
      reviews: new Map(reviews.map((review) => [review.position, review])),
      scheme: 'light',
      seen: new Set(['well A4']),
    });
    const markOf = (position: string) => {
      const face = faces.get(position);
      return face?.kind === 'result' ? face.mark : undefined;
    };
    expect([markOf('A4'), markOf('A5')]).toEqual(['near-seen', 'near']);
  });
});

test('REVIEW-172 a well without a call has no result colour, states its reasons, and has a dashed curve', () => {
  const { reviews, run } = plate([{ position: 'A1', ...NO_CALL }, { position: 'A2' }]);
  const [well] = reviews;
  const { look, first } = reviewSummary('A1', { run, review: well, scheme: 'light' });
  expect(look).toMatchObject({ code: '?', name: 'No call', fill: null, edge: '#434c58' });
  expect(first.map(({ text }) => text)).toEqual(['No call', 'zone not read (2), melt in no zone']);
  const points = { x: { start: 50, steps: 'AQ==', unit: 1 }, y: { start: 1, steps: 'AQ==', unit: 1 } };
  const drawn = reviews.map((review) => ({
    ...review,
    interpreted: {
      ...review.interpreted,
      data: [{ type: 'MELT', chartPoints: points, peaks: [] }] as unknown as InterpretedWell['data'], // as packed
    },
  }));
  expect(
    reviewCurves(drawn, { phase: 'MELT', scheme: 'light' }).map(({ look: { fill } }) => fill !== null),
  ).toEqual([false, true]);
});

test('REVIEW-357 curves are marked as their wells are: not for a doubt that all samples have', () => {
  const spike = [flag('spike')];
  const { reviews, run } = plate([
    ...Array.from({ length: 8 }, (_, index) => ({ position: `A${index + 1}`, flags: spike })),
    { position: 'B1', flags: [...spike, flag('saturated')] },
    { position: 'B2', flags: spike, height: 62 },
  ]);
  const isMarked = markedIn(run, reviews);
  expect(reviews.filter(isMarked).map(({ position }) => position)).toEqual(['B1', 'B2']);
  const [first] = reviews;
  expect(first && markedIn(run, [first])(first)).toBe(true);
});

test('REVIEW-174 the legend counts wells without a call, and names reasons that all share', () => {
  const two = [
    { position: 'A1', ...NO_CALL },
    { position: 'A2', result: null, flags: [unread('A')] },
  ];
  const counts = (sketches: readonly Sketch[]) =>
    captionGroups(plate(sketches).reviews, null).map(({ kind, name, positions }) => [
      kind,
      name,
      positions.length,
    ]);
  expect(counts(two)).toEqual([
    ['result', null, 2],
    ['reason', 'zone not read', 2],
  ]);
  expect(
    counts([...two, { position: 'A3', height: 62 }, { position: 'A4', flags: [flag('spike')] }]),
  ).toEqual([
    ['result', null, 2],
    ['result', null, 2],
    ['near', null, 1],
    ['doubt', null, 1],
  ]);
});

test('RESULT-42 wells with peaks only outside all zones have their own legend entry and text', () => {
  const { reviews } = plate([{ position: 'A1' }, { position: 'A2', ...NO_CALL }, { position: 'A3' }]);
  const outside = reviews.map((review) => {
    if (review.position !== 'A2') return review;
    const { explanation } = review.interpreted;
    return {
      ...review,
      interpreted: {
        ...review.interpreted,
        explanation: { ...explanation, zonesHit: [], combination: 'NONE' },
      },
    };
  });
  const groups = captionGroups(outside, null);
  expect(groups.find(({ key }) => key === 'in-no-zone')).toMatchObject({
    kind: 'reason',
    name: 'Peaks in no zone only',
    positions: ['A2'],
  });
  expect(captionGroups(reviews, null).some(({ key }) => key === 'in-no-zone')).toBe(false);
  const rows = resultRows(outside, { wells: outside, phase: 'MELT', scheme: 'light' });
  expect(rows.map(({ combination }) => combination)).toEqual(['A', 'in no zone', 'A']);
});

describe('a fact about the whole plate', () => {
  const OK: Sketch = { position: 'H12', sampleType: 'NEGATIVE_TEST', result: 'TEST_OK' };

  test('REVIEW-175 is shown once: the samples held by failed controls, most severe first', () => {
    const { facts } = plate(
      [
        { position: 'A1', flags: [flag('failed-control')] },
        { position: 'A2', flags: [flag('failed-control')] },
        { position: 'D5', sampleType: 'NEGATIVE_TEST', result: 'TEST_KO' },
      ],
      { importReport: { notes: ['A column was left out.'] } } as unknown as Partial<Run>,
    ); // only the notes
    expect(facts.map(({ short, tone }) => [short, tone])).toEqual([
      ['D5 failed, 2 held', 'danger'],
      ['Import warning', 'warning'],
    ]);
    expect(facts[0]).toMatchObject({
      text: 'Control D5 failed: 2 samples of LCT-13910 v2, lot 26B are held.',
      action: 'show',
      positions: ['A1', 'A2'],
    });
  });

  test('REVIEW-331 a control and a standard that fail together are one fact, each by its own word', () => {
    const [fact, ...others] = plate([
      { position: 'A1', flags: [flag('failed-control')] },
      { position: 'D5', sampleType: 'NEGATIVE_TEST', result: 'TEST_KO' },
      { position: 'B9', sampleType: 'STANDARD', expected: 'NEGATIVE' },
      OK,
    ]).facts;
    expect(others).toEqual([]);
    expect([fact?.short, fact?.text]).toEqual([
      'D5 failed, B9 not as expected, 1 held',
      'Control D5 failed and standard B9 is not as expected: 1 sample of LCT-13910 v2, lot 26B is held.',
    ]);
  });

  test('REVIEW-331 a failure in one of two channels names the channel; the same in both is one fact', () => {
    const { run, doubts, reviews } = plate([
      { position: 'A1', flags: [flag('failed-control')] },
      { position: 'D5', sampleType: 'NEGATIVE_TEST', result: 'TEST_KO' },
      OK,
    ]);
    const inRed = reviews.map((review) => ({
      ...review,
      interpreted: { ...review.interpreted, channel: 'TEXAS_RED' as const },
    }));
    const shorts = (red: typeof reviews) =>
      plateFacts({ run, doubts, wells: [...reviews, ...red] }).map(({ short }) => short);
    expect(shorts(inRed)).toEqual(['D5 failed, 1 held']);
    const good = inRed.map((review) => ({ ...review, mark: null, heldBy: null }));
    expect(shorts(good)).toEqual(['D5 failed in FAM, 1 held']);
  });

  test('REVIEW-332 a doubt that all samples have is in the strip once; only wells that differ have marks', () => {
    const spike = flag('spike', { temperature: 57, measured: 80 });
    const sketches = Array.from({ length: 8 }, (_, index): Sketch => ({
      position: `A${index + 1}`,
      flags: index === 3 ? [spike, flag('low-quality')] : [spike],
    }));
    const marksOf = (of: readonly Sketch[]) => {
      const { run, reviews, facts } = plate([...of, OK]);
      const byPosition = new Map(reviews.map((review) => [review.position, review]));
      const faces = [...resultFaces(run, { reviews: byPosition, scheme: 'light', seen: new Set() })];
      const marked = faces.filter(([, face]) => face.kind === 'result' && face.mark !== null);
      return { facts, marked: marked.map(([position]) => position), run, byPosition };
    };
    const { facts, marked, run, byPosition } = marksOf(sketches);
    expect(facts.map(({ short, text, positions }) => [short, text, positions.length])).toEqual([
      ['Spike, all 8 samples', 'All 8 samples have the same doubt: spike.', 8],
    ]);
    expect(marked).toEqual(['A4']);
    // A shared doubt does not hide that a well is borderline.
    expect(
      marksOf(sketches.map((one, index) => (index === 0 ? { ...one, height: 61 } : one))).marked,
    ).toEqual(['A1', 'A4']);
    // A single well still says it.
    const { first } = reviewSummary('A1', { run, review: byPosition.get('A1'), scheme: 'light' });
    expect(first.map((fact) => fact.text)).toContain('doubtful: spike');
    // One sample without it, and each of the others has its mark.
    const others = sketches.map((one) => (one.position === 'A1' ? { position: 'A1' } : one));
    expect(marksOf(others).facts).toEqual([]);
    expect(marksOf(others).marked).toHaveLength(7);
  });

  test('REVIEW-333 a held sample has no mark, but says so by itself: to a screen reader and in the table', () => {
    const { run, reviews } = plate([
      { position: 'A1', flags: [flag('failed-control')] },
      { position: 'D5', sampleType: 'NEGATIVE_TEST', result: 'TEST_KO' },
    ]);
    const byPosition = new Map(reviews.map((review) => [review.position, review]));
    const face = resultFaces(run, { reviews: byPosition, scheme: 'light', seen: new Set() }).get('A1');
    expect(face).toMatchObject({ kind: 'result', mark: null });
    expect(face?.label).toBe('A1, S-A1, blood, heterozygous, held by D5');
    const [row] = resultRows(reviews, { wells: reviews, phase: 'MELT', scheme: 'light' });
    expect(row?.flags).toEqual(['held by D5']);
  });

  test('REVIEW-175 names an unexpected standard', () => {
    const { facts } = plate([
      { position: 'A1', flags: [flag('failed-control')] },
      { position: 'B9', sampleType: 'STANDARD', expected: 'NEGATIVE' },
      OK,
    ]);
    expect(facts.map(({ text }) => text)).toEqual([
      'Standard B9 is not as expected: 1 sample of LCT-13910 v2, lot 26B is held.',
    ]);
  });

  test('REVIEW-176 is shown if most samples have no call, with the reason', () => {
    const all = plate([{ position: 'A1', ...NO_CALL }, { position: 'A2', ...NO_CALL }, OK]).facts;
    expect(all.map(({ short, text }) => [short, text])).toEqual([
      ['2 zones not read, 2 no call', 'No sample has a call: zone not read, melt in no zone.'],
    ]);
    const phase = { ...NO_CALL, flags: [flag('phase-not-read', { phase: 'ANNEAL' }), ...NO_CALL.flags] };
    expect(plate([{ position: 'A1', ...phase }, OK]).facts.map(({ short }) => short)).toEqual([
      'Phase not read, 1 no call',
    ]);
    const most = [{ position: 'A1', ...NO_CALL }, { position: 'A2', ...NO_CALL }, { position: 'A3' }, OK];
    expect(plate(most).facts.map(({ short, text }) => [short, text])).toEqual([
      ['2 no call', '2 of 3 samples have no call.'],
    ]);
    expect(plate(most.slice(1)).facts).toEqual([]);
  });

  test('REVIEW-447 replicates are counted as wells of samples', () => {
    const replicates = [{ kitVersionId: 'v2', settings: usedReplicates(DEFAULT_REPLICATES) }];
    const name = 'S-1';
    const most = [
      { position: 'A1', name, ...NO_CALL },
      { position: 'A2', name, ...NO_CALL },
      { position: 'A3', name },
      OK,
    ];
    expect(plate(most, { replicates }).facts.map(({ text }) => text)).toEqual([
      '2 of 3 wells of 1 sample have no call.',
    ]);
  });

  test('REVIEW-177 a plate without controls is never calm; a calm plate lists what was checked', () => {
    expect(plate([{ position: 'A1' }]).facts.map(({ short }) => short)).toEqual(['No control']);
    const calm = plate([{ position: 'A1' }, OK]);
    expect(calm.facts).toEqual([]);
    expect(calmText(calm.doubts)).toBe(
      '1 of 1 controls and standards as expected, kit validated on this analyser',
    );
  });

  test('DECIDE-63 a control that a user has overridden to passed does not count as expected', () => {
    const { doubts } = plate([{ position: 'A1' }, OK]);
    const control = { wellId: 'D5', position: 'D5', channel: 'FAM', name: 'NTC', found: null } as const;
    const change = { from: null, reason: 'Splash', byName: 'T. Holm', at: '2026-11-20T09:31:00.000Z' };
    const changedByHand = [{ ...control, ...change, sampleType: 'NEGATIVE_TEST' as const }];
    expect(calmText({ ...doubts, changedByHand })).toMatch(/^0 of 1 controls and standards as expected/);
  });

  test('TRUST-670 a decided run has the facts that were signed, and says so if they are those of today', () => {
    const approved = { name: 'I. Lindqvist', at: '2026-11-20T11:00:00.000Z' };
    const decided = (signedFacts?: RunFact[]) =>
      plate([{ position: 'A1' }, OK], {
        acts: { interpreted: approved, approved, rejected: null } as Run['acts'],
        kits: [],
        ...(signedFacts && { signedFacts }),
      }).facts.map(({ short }) => short);
    // No kit is validated today.
    expect(decided()).toEqual(['LCT-13910 v2 not validated', 'Kits as of today']);
    expect(decided([])).toEqual([]);
    const open = { kind: 'openLots', short: 'lot 1 open', text: 'Lot 1.', positions: [] } as const;
    expect(decided([open as unknown as RunFact])).toEqual(['Lot 1 open']);
  });

  test('REVIEW-175 includes what the check says about kits, lots and files, and a trial lot', () => {
    const { run, doubts, reviews } = plate([{ position: 'A1' }, OK]);
    const factOf = (kind: RunFact['kind'], short: string, positions: string[] = []): RunFact => ({
      kind,
      short,
      text: `${short}.`,
      positions,
    });
    const facts = plateFacts({
      run: { ...run, isTrial: true, trialLots: [{ id: 'x', name: '27A0001' }] },
      doubts: {
        ...doubts,
        facts: [
          factOf('runDate', 'run date not in the file'),
          factOf('kitStatus', 'kit not validated'),
          factOf('expiredLots', 'lot expired', ['A1']),
        ],
      },
      wells: reviews,
    });
    expect(facts.map(({ short, tone, action }) => [short, tone, action])).toEqual([
      ['Kit not validated', 'warning', 'kit'],
      ['Lot expired', 'warning', 'show'],
      ['Trial lot', 'warning', null],
      ['Run date not in the file', 'neutral', 'date'],
    ]);
  });
});

test('REVIEW-218 wells whose replicates differ have a mark, and their summary says so', () => {
  const differ = flag('replicates-differ', {
    phase: null,
    replicates: {
      results: [
        { diagnostic: 'HETEROZYGOUS', positions: ['A1'], count: 1 },
        { diagnostic: null, positions: ['A2'], count: 1 },
      ],
    },
  });
  const { reviews, doubts, run } = plate([
    { position: 'A1', flags: [differ] },
    { position: 'A2', result: null, flags: [differ, unread('A')] },
  ]);
  expect(reviews.map(({ mark }) => mark)).toEqual(['doubt', 'no-call']);
  expect(doubts.curves.map(({ position, texts }) => [position, texts])).toEqual([
    ['A1', ['Replicates differ: Heterozygous in A1; no call in A2.']],
  ]);
  const [first] = reviews;
  const { first: facts } = reviewSummary('A1', { run, review: first, scheme: 'light' });
  expect(facts.map((fact) => fact.text).join()).toContain('replicates differ');
});
