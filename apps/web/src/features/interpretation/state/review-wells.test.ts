import {
  callSentence,
  DEFAULT_LABORATORY_RULES,
  DEFAULT_REPLICATES,
  type CallExplanation,
  type ChartWell,
  type InterpretedWell,
  type Run,
  usedReplicates,
  type Well,
} from '@curvewell/domain';
import { describe, expect, test } from 'vitest';

import { text } from '../../../locale/text.ts';
import { exportFileName, exportRequest, DEFAULT_EXPORT } from '../export/export-request.ts';
import { captionGroups, resultGroups } from '../plate/caption-groups.ts';
import { resultFaces, reviewSummary } from '../plate/review-faces.ts';
import { isSharedDoubt } from './plate-facts.ts';
import {
  filterByKit,
  isCommented,
  nextUnresolved,
  reviewWells,
  samplesOf,
  withUpdates,
} from './review-wells.ts';

const color = (name: string) => ({
  id: `color ${name}`,
  diagnostic: { name, label: name },
  diagnosticLabel: name,
  color: '#ffd60f',
});

const explanation = {
  algorithmVersion: '1',
  channel: 'FAM',
  phases: [],
  zonesHit: [],
  combination: 'NONE',
  triedRules: [],
  diagnostic: null,
  score: 1,
  flags: [],
} as unknown as CallExplanation; // only what a review uses

interface WellSketch {
  readonly position: string;
  readonly name?: string;
  readonly result?: string | null;
  readonly updated?: string;
  readonly expected?: string;
  readonly commentedAt?: string;
  readonly kit?: string;
  readonly version?: string;
  readonly buffer?: string;
  readonly sampleType?: string;
  readonly lot?: string;
  /** Breaks a Westgard rule as a control. */
  readonly broken?: boolean;
}

function plate(sketches: readonly WellSketch[]): { run: Run; interpreted: InterpretedWell[] } {
  const wells = Object.fromEntries(
    sketches.map(({ position, expected, commentedAt, kit = 'LCT', version = 'v1', ...sketch }) => [
      position,
      {
        id: `well ${position}`,
        name: sketch.name ?? `S-${position}`,
        position,
        kitVersion: { id: `${kit} ${version}`, version, kit: { id: kit, name: kit } },
        channel: 'FAM',
        orderId: null,
        sampleType: sketch.sampleType ?? 'BLOOD',
        reactionBuffer: { id: sketch.buffer ?? 'RB-2', name: sketch.buffer ?? 'RB-2' },
        lot: { id: sketch.lot ?? '26B', name: sketch.lot ?? '26B', expirationDate: '2027-01-31' },
        expectedDiagnostic: expected === undefined ? null : color(expected),
        comments: commentedAt === undefined ? [] : [{ creationDateTime: commentedAt }],
        diagnosticComment: null,
      } as unknown as Well, // only what reviews use
    ]),
  );
  const interpreted = sketches.map(({ position, result = 'NEGATIVE', updated, sampleType = 'BLOOD' }) => ({
    wellId: `well ${position}`,
    position,
    channel: 'FAM',
    sampleType,
    interpretedWellDiagnostics: [
      { stateDiagnostic: 'INITIAL', diagnosticColor: result === null ? null : color(result), comment: null },
      ...(updated === undefined
        ? []
        : [{ stateDiagnostic: 'UPDATED', diagnosticColor: color(updated), comment: null }]),
    ],
    data: [],
    constantPhaseInfos: [],
    explanation,
  })) as unknown as InterpretedWell[]; // only what reviews use
  const run = {
    businessId: 1284,
    name: 'LCT plate-07',
    fileName: 'LCT plate-07.xlsx',
    analyses: [{ channel: 'FAM', wells }],
    acts: { interpreted: { name: 'M', at: '2026-11-20T10:00:00.000Z' } },
    usedKitReactionBufferPairs: [],
    runDateSource: 'FILE',
    created: '2026-11-20T09:00:00.000Z',
    runImportDate: '2026-11-20T09:30:00.000Z',
    laboratoryTimeZone: 'UTC',
    rules: DEFAULT_LABORATORY_RULES,
    brokenRules: sketches.flatMap(({ position, broken }) =>
      broken === true
        ? [{ wellId: `well ${position}`, rule: '1-3s', phase: 'MELT', zone: 'A', tm: 56.1, distance: 4 }]
        : [],
    ),
  } as unknown as Run; // only what reviews use
  return { run, interpreted };
}

const review = (sketches: readonly WellSketch[]) => {
  const { run, interpreted } = plate(sketches);
  return reviewWells(run, { interpreted, channel: 'FAM' });
};

describe('an unresolved well', () => {
  test('has no diagnostic, is a failed control, or has an unexpected result', () => {
    const wells = review([
      { position: 'A1' },
      { position: 'A2', result: null },
      { position: 'A3', result: 'TEST_KO' },
      { position: 'A4', expected: 'HETEROZYGOUS' },
      { position: 'A5', expected: 'NEGATIVE' },
      { position: 'A6', expected: 'HETEROZYGOUS', result: 'TEST_OK' },
    ]);
    expect(wells.filter(({ unresolved }) => unresolved !== null).map(({ position }) => position)).toEqual([
      'A2',
      'A3',
      'A4',
    ]);
  });

  test('REVIEW-404 has replicates whose sample has no result, until any of them is commented on', () => {
    const settings = usedReplicates(DEFAULT_REPLICATES);
    const of = (sketches: readonly WellSketch[]) => {
      const { run, interpreted } = plate(sketches);
      const replicates = [{ kitVersionId: 'LCT v1', settings }];
      return reviewWells({ ...run, replicates }, { interpreted, channel: 'FAM' });
    };
    const differing: readonly WellSketch[] = [
      { position: 'A1', name: 'S-1' },
      { position: 'A2', name: 'S-1', result: 'HETEROZYGOUS' },
      { position: 'A3', name: 'S-1' },
      { position: 'A4', name: 'S-2' },
    ];
    const wells = of(differing);
    expect(wells.map(({ mark }) => mark)).toEqual(['doubt', 'doubt', 'doubt', null]);
    expect(wells.map((well) => isSharedDoubt(well, new Set()))).toEqual([false, false, false, false]);
    expect(wells[0]?.unresolved).toMatch(/^sample S-1 has no result: replicates differ/);
    expect(wells.map(({ unresolved }) => unresolved !== null)).toEqual([true, true, true, false]);
    expect(samplesOf(wells).map(({ name }) => name)).toEqual(['S-1']);

    const change = (part: Partial<WellSketch>) =>
      of(differing.map((one, i) => (i === 1 ? { ...one, ...part } : one)));
    const open = (reviewed: ReturnType<typeof of>) =>
      reviewed.filter(({ unresolved }) => unresolved !== null).length;
    expect(open(change({ commentedAt: '2026-11-20T11:00:00.000Z' }))).toBe(0);
    expect(open(change({ commentedAt: '2026-11-20T09:00:00.000Z' }))).toBe(3);
    expect(open(change({ updated: 'NEGATIVE' }))).toBe(0);
    expect(open(change({ updated: 'SICK' }))).toBe(2);
  });

  test('REVIEW-130 has a melt that no peak explains, also if it is a control', () => {
    const { run, interpreted } = plate([
      { position: 'A1', result: null },
      { position: 'A2', result: 'TEST_KO', sampleType: 'NEGATIVE_TEST' },
    ]);
    const flags = [
      { code: 'unresolved-melt', phase: 'MELT', zone: null, temperature: 61, measured: 800, limit: 60 },
    ] as const;
    const flagged = interpreted.map((well) => ({
      ...well,
      explanation: { ...well.explanation, sampleType: well.sampleType, flags: [...flags] },
    }));
    const wells = reviewWells(run, { interpreted: flagged, channel: 'FAM' });
    expect(wells.map(({ unresolved }) => unresolved !== null)).toEqual([true, true]);
    expect(wells.map(({ interpreted: { explanation } }) => callSentence(explanation))).toEqual([
      'No peak counts: NONE, but unexplained melt: no call',
      'No peak counts: NONE, but unexplained melt: the control fails',
    ]);
  });

  test('is resolved by an override or by a comment after the interpretation', () => {
    const wells = review([
      { position: 'A1', result: null, updated: 'NEGATIVE' },
      { position: 'A2', result: null, commentedAt: '2026-11-20T11:00:00.000Z' },
      { position: 'A3', result: null, commentedAt: '2026-11-20T09:00:00.000Z' },
    ]);
    expect(wells.map(({ unresolved }) => unresolved !== null)).toEqual([false, false, true]);
  });

  test('is found in reading order, forwards and backwards, wrapping around the plate', () => {
    const wells = review([
      { position: 'A2', result: null },
      { position: 'B1', result: null },
      { position: 'A10', result: null },
    ]);
    const channels = ['FAM'] as const;
    const next = (from: string | null, backwards = false) =>
      nextUnresolved(wells, { channels, from: { channel: 'FAM', position: from }, backwards })?.well.position;
    expect([next(null), next('A2'), next('A10'), next('B1'), next('A2', true)]).toEqual([
      'A2',
      'A10',
      'B1',
      'A2',
      'B1',
    ]);
    const from = { channel: 'FAM', position: 'B1' } as const;
    expect(nextUnresolved(wells, { channels, from, backwards: false })?.isWrapped).toBe(true);
  });

  test('is found in all channels: the last of one is followed by the first of the next', () => {
    const fam = review([{ position: 'A2', result: null }, { position: 'B1' }]);
    const texasRed = fam.map((well) => ({
      ...well,
      interpreted: { ...well.interpreted, channel: 'TEXAS_RED' as const },
      unresolved: well.position === 'B1' ? 'no result' : null,
    }));
    const channels = ['FAM', 'TEXAS_RED'] as const;
    const step = (channel: (typeof channels)[number], position: string | null, backwards = false) => {
      const next = nextUnresolved([...fam, ...texasRed], {
        channels,
        from: { channel, position },
        backwards,
      });
      return [next?.well.interpreted.channel, next?.well.position, next?.isWrapped];
    };
    expect(step('FAM', null)).toEqual(['FAM', 'A2', false]);
    expect(step('FAM', 'A2')).toEqual(['TEXAS_RED', 'B1', false]);
    expect(step('TEXAS_RED', 'B1')).toEqual(['FAM', 'A2', true]);
    expect(step('TEXAS_RED', 'B1', true)).toEqual(['FAM', 'A2', false]);
    expect(step('FAM', 'A2', true)).toEqual(['TEXAS_RED', 'B1', true]);
  });
});

test('REVIEW-62 an override is shown instead of the suggested diagnostic', () => {
  const [well] = review([{ position: 'A1', result: 'NEGATIVE', updated: 'HETEROZYGOUS' }]);
  expect(well?.shown?.diagnosticColor?.diagnostic.name).toBe('HETEROZYGOUS');
  expect(well?.initial?.diagnosticColor?.diagnostic.name).toBe('NEGATIVE');
});

test('REVIEW-13 a commented well has a mark', () => {
  const [plain, commented] = review([
    { position: 'A1' },
    { position: 'A2', commentedAt: '2026-11-20T09:00:00.000Z' },
  ]);
  expect([plain && isCommented(plain), commented && isCommented(commented)]).toEqual([false, true]);
});

test('REVIEW-14 a legend entry selects all wells with its diagnostic, optionally of one sample type', () => {
  const wells = review([
    { position: 'A1', result: 'TEST_OK', sampleType: 'POSITIVE_TEST' },
    { position: 'A2', result: null },
    { position: 'A3', result: 'HETEROZYGOUS' },
    { position: 'A4', result: 'HETEROZYGOUS', sampleType: 'DNA' },
  ]);
  const shown = (type: 'DNA' | null) =>
    resultGroups(wells, type).map(({ diagnostic, positions }) => [
      diagnostic?.diagnostic.name ?? '?',
      positions,
    ]);
  expect(shown(null)).toEqual([
    ['HETEROZYGOUS', ['A3', 'A4']],
    ['TEST_OK', ['A1']],
    ['?', ['A2']],
  ]);
  expect(shown('DNA')[0]).toEqual(['HETEROZYGOUS', ['A4']]);
});

test('REVIEW-37 kit, version and buffer are preselected if there is only one choice', () => {
  const one = filterByKit(review([{ position: 'A1' }, { position: 'A2' }]), {});
  expect(one.choices.map(({ value }) => value)).toEqual(['LCT', 'LCT v1', 'RB-2']);
  expect(one.wells).toHaveLength(2);
});

test('REVIEW-47 REVIEW-49 with several kits or buffers nothing is shown until one is chosen', () => {
  const wells = review([
    { position: 'A1' },
    { position: 'A2', kit: 'F2' },
    { position: 'A3', buffer: 'RB-1' },
  ]);
  expect(filterByKit(wells, {})).toMatchObject({ undecided: 'kit', wells: [] });
  expect(filterByKit(wells, { kit: 'LCT' })).toMatchObject({ undecided: 'reactionBuffer', wells: [] });
  const chosen = filterByKit(wells, { kit: 'LCT', reactionBuffer: 'RB-1' });
  expect(chosen.wells.map(({ position }) => position)).toEqual(['A3']);
});

test('REVIEW-48 with several kit versions nothing is shown until one is chosen, and the panel says so', () => {
  const wells = review([{ position: 'A1' }, { position: 'A2', version: 'v2' }]);
  const { undecided, wells: shown } = filterByKit(wells, {});
  expect(shown).toEqual([]);
  expect(undecided && text.interpretation.several[undecided]).toBe(
    'Several kit versions are selected. Choose one kit version.',
  );
  const chosen = filterByKit(wells, { kitVersion: 'LCT v2' });
  expect(chosen.wells.map(({ position }) => position)).toEqual(['A2']);
});

test('an empty export makes no request, and the file is named after run, file and day', () => {
  const { run } = plate([{ position: 'A1' }]);
  expect(
    exportRequest({ ...DEFAULT_EXPORT, scope: 'selection' }, { run, selectedWellIds: [], sample: null }),
  ).toBeNull();
  expect(exportRequest(DEFAULT_EXPORT, { run, selectedWellIds: ['x'], sample: null })).toMatchObject({
    wellIds: [],
    format: 'PDF',
    csvDelimiter: ';',
  });
  expect(exportFileName(run, { choice: DEFAULT_EXPORT, sample: null, day: '2026-11-20' })).toBe(
    '1284_LCT_plate-07_20261120.pdf',
  );
});

test('REVIEW-62 overrides of the run replace suggested diagnostics', () => {
  const { run, interpreted } = plate([{ position: 'A1' }, { position: 'A2' }]);
  const set = { id: 'update', stateDiagnostic: 'UPDATED' as const, diagnosticColor: color('HETEROZYGOUS') };
  const [analysis] = run.analyses;
  const wells = Object.fromEntries(
    Object.values(analysis?.wells ?? {}).map((well) => [
      well.position,
      { ...well, updatedDiagnostics: well.position === 'A2' ? [set] : [] } as unknown as Well, // only the fields used
    ]),
  );
  const updated = { ...run, analyses: [{ ...analysis, wells }] } as Run;
  const joined = withUpdates(updated, interpreted as unknown as ChartWell[]); // these contain only the suggested diagnostic
  expect(
    reviewWells(updated, { interpreted: joined, channel: 'FAM' }).map(({ shown, isUpdated }) => [
      shown?.diagnosticColor?.diagnostic.name,
      isUpdated,
    ]),
  ).toEqual([
    ['NEGATIVE', false],
    ['HETEROZYGOUS', true],
  ]);
});

describe('a failed control', () => {
  const { run, interpreted } = plate([
    { position: 'A1' },
    { position: 'A2', lot: 'other' },
    { position: 'A3', sampleType: 'POSITIVE_TEST', result: 'TEST_OK', broken: true },
    { position: 'A4', sampleType: 'POSITIVE_TEST', result: 'TEST_OK' },
    { position: 'A5', sampleType: 'DNA' },
  ]);
  const wells = reviewWells(run, { interpreted, channel: 'FAM' });

  test('CONTROL-20 REVIEW-173 has a mark if it breaks a Westgard rule; the samples it holds have text but no mark', () => {
    const reviews = new Map(wells.map((well) => [well.position, well]));
    const shown = { ...run, plateType: 'RECTANGULAR_96' } as const;
    const faces = resultFaces(shown, { reviews, scheme: 'light', seen: new Set() });
    const marks = wells.map(({ position }) => {
      const face = faces.get(position);
      return face?.kind === 'result' ? face.mark : undefined;
    });
    expect(marks).toEqual([null, null, 'failed', null, null]);
    const summaryOf = (position: string) =>
      reviewSummary(position, { run: shown, review: reviews.get(position), scheme: 'light' })
        .first.map(({ text: words }) => words)
        .join(' · ');
    expect(['A1', 'A2', 'A5'].map(summaryOf)).toEqual([
      'NEGATIVE · held by A3',
      'NEGATIVE',
      'NEGATIVE · held by A3',
    ]);
    expect(captionGroups(wells, null).map(({ kind }) => kind)).toEqual(['result', 'result']);
  });
});
