import {
  callSentence,
  DEFAULT_REPLICATES,
  type CallExplanation,
  type ChartWell,
  type InterpretedWell,
  type Run,
  usedReplicates,
  type Well,
} from '@curvewell/domain';
import { describe, expect, test } from 'vitest';

import { color, explanation, plate, review, type WellSketch } from '../../../../test/review-sketch.ts';
import { exportFileName, exportRequest, DEFAULT_EXPORT } from '../export/export-request.ts';
import { captionGroups, resultGroups } from '../plate/caption-groups.ts';
import { resultFaces, reviewSummary } from '../plate/review-faces.ts';
import { isSharedDoubt } from './plate-facts.ts';
import {
  borderOf,
  hasFailed,
  isCommented,
  isDoubtOfSample,
  nearestFirst,
  nearOf,
  reviewWells,
  samplesOf,
  withUpdates,
} from './review-wells.ts';

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
    expect(wells[0]?.unresolved).toMatch(
      /^sample S-1 has no result, but X HETEROZYGOUS in 1 of 3 wells \(A2\): replicates differ/,
    );
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

describe('the wells of a channel', () => {
  const { run, interpreted } = plate([{ position: 'B1' }, { position: 'A10' }, { position: 'A2' }]);
  const positionsOf = (...of: Parameters<typeof reviewWells>) =>
    reviewWells(...of).map(({ position }) => position);

  test('are those that were analysed in it and are on the plate, in reading order', () => {
    expect(positionsOf(run, { interpreted, channel: 'FAM' })).toEqual(['A2', 'A10', 'B1']);
    const [first] = interpreted as [InterpretedWell];
    const gone = { ...first, position: 'C1', wellId: 'gone' };
    expect(positionsOf(run, { interpreted: [gone, first], channel: 'FAM' })).toEqual(['B1']);
    expect(positionsOf(run, { interpreted, channel: 'HEX' })).toEqual([]);
    const withoutAnalysis = interpreted.map((well) => ({ ...well, channel: 'HEX' as const }));
    expect(positionsOf(run, { interpreted: withoutAnalysis, channel: 'HEX' })).toEqual([]);
  });

  test('have the results of that channel', () => {
    const hex = plate([{ position: 'A2', result: 'HETEROZYGOUS' }]);
    const [analysis] = hex.run.analyses as [Run['analyses'][number]];
    const both = {
      ...run,
      analyses: [...run.analyses, { ...analysis, channel: 'HEX' as const }],
    };
    const called = [...interpreted, ...hex.interpreted.map((well) => ({ ...well, channel: 'HEX' as const }))];
    const resultsOf = (channel: 'FAM' | 'HEX') =>
      reviewWells(both, { interpreted: called, channel }).map(({ position, shown, well }) => [
        position,
        shown?.diagnosticColor?.diagnostic.name,
        well === analysis.wells['A2'],
      ]);
    expect(resultsOf('HEX')).toEqual([['A2', 'HETEROZYGOUS', true]]);
    expect(resultsOf('FAM')[0]).toEqual(['A2', 'NEGATIVE', false]);
  });

  test('are reviewed before the first interpretation is known, and keep wells without overrides', () => {
    const first = { ...run, acts: { ...run.acts, interpreted: null } };
    expect(reviewWells(first, { interpreted, channel: 'FAM' })).toHaveLength(3);
    const chart = interpreted as unknown as ChartWell[]; // as above
    const none = withUpdates({ ...run, analyses: [] }, chart);
    expect(none).toEqual(interpreted);
  });
});

/** A well called by a peak of this height, with the threshold 60. */
const calledByPeak = (well: InterpretedWell, height: number): InterpretedWell => ({
  ...well,
  explanation: {
    ...explanation,
    zonesHit: ['B'],
    combination: 'B',
    phases: [
      {
        type: 'MELT',
        settings: { type: 'MELT', minThreshold: 60, slopeThreshold: 4.72, minQuality: 0.4 },
        peaks: [{ tm: 57.2, height, width: 1, significance: 50, quality: 0.9, zone: 'B', accepted: true }],
      },
    ],
  } as unknown as CallExplanation, // only what limits need
  constantPhaseInfos: [
    {
      id: 'MELT',
      type: 'MELT',
      threshold: 60,
      constantZoneInfos: [
        { id: 'B', name: 'B', label: 'B', minTemp: 50, maxTemp: 65, minThreshold: null, minQuality: null },
      ],
    },
  ],
});

describe('a well close to a limit', () => {
  const { run, interpreted } = plate([
    { position: 'A1' },
    { position: 'A2' },
    { position: 'A3' },
    { position: 'A4', result: null },
  ]);
  const heights = [66, 62, 300, 62];
  const called = interpreted.map((well, index) => calledByPeak(well, heights[index] ?? 0));
  const wells = reviewWells(run, { interpreted: called, channel: 'FAM' });

  test('has a mark within the percentage of the laboratory, and says which limit', () => {
    expect(wells.map(({ mark }) => mark)).toEqual(['near', 'near', null, 'no-call']);
    expect(wells.map(({ near }) => near?.flag?.code)).toEqual([
      'borderline-threshold',
      'borderline-threshold',
      undefined,
      undefined,
    ]);
    const strict = { ...run, rules: { ...run.rules, nearBorderPercent: 5 } };
    const marks = reviewWells(strict, { interpreted: called, channel: 'FAM' }).map(({ mark }) => mark);
    expect(marks).toEqual([null, 'near', null, 'no-call']);
  });

  test('has a nearest limit at any distance, which is computed once for a call', () => {
    expect(wells.map((well) => borderOf(well)?.text)).toEqual([
      expect.stringContaining('height 66 is 10 % above the threshold 60'),
      expect.stringContaining('height 62 is 3 % above the threshold 60'),
      expect.stringContaining('quality 0.9 is 2.3 times the threshold 0.4'),
      expect.stringContaining('height 62 is 3 % above the threshold 60'),
    ]);
    const [first] = wells as [(typeof wells)[number]];
    expect(borderOf(first)).toBe(borderOf({ interpreted: { ...first.interpreted } }));
  });

  test('is listed by its distance', () => {
    expect(nearestFirst(wells).map(({ position }) => position)).toEqual(['A2', 'A1']);
    expect(nearestFirst(wells.toReversed()).map(({ position }) => position)).toEqual(['A2', 'A1']);
  });

  test('says so also under another mark, but not without a call', () => {
    const doubted = wells.map((well) => ({
      ...well,
      mark: well.mark === 'near' ? ('doubt' as const) : well.mark,
    }));
    expect(doubted.map((well) => nearOf(run, well) !== null)).toEqual([true, true, false, false]);
    const strict = { rules: { ...run.rules, nearBorderPercent: 5 } };
    expect(doubted.map((well) => nearOf(strict, well) !== null)).toEqual([false, true, false, false]);
    // Called by algorithm 1.0.0 with a flag that now prevents a call.
    const [first] = wells as [(typeof wells)[number]];
    const stopped = calledByPeak(first.interpreted, 62);
    const flags = [
      { code: 'saturated-melt', phase: 'MELT', zone: null, temperature: null, measured: null, limit: null },
    ];
    const withFlag = {
      ...stopped,
      explanation: { ...stopped.explanation, flags } as CallExplanation,
    };
    expect(nearOf(run, { ...first, mark: 'doubt', interpreted: withFlag })).toBeNull();
  });

  test('is a doubt instead where its sample has none or different results', () => {
    const replicates = [{ kitVersionId: 'LCT v1', settings: usedReplicates(DEFAULT_REPLICATES) }];
    const of = plate([
      { position: 'A1', name: 'S-1' },
      { position: 'A2', name: 'S-1', result: 'HETEROZYGOUS' },
      { position: 'A3', name: 'S-1', result: null },
    ]);
    const near = of.interpreted.map((well) => calledByPeak(well, 62));
    const marks = reviewWells({ ...of.run, replicates }, { interpreted: near, channel: 'FAM' });
    expect(marks.map(({ mark }) => mark)).toEqual(['doubt', 'doubt', 'no-call']);
  });
});

describe('replicates', () => {
  const majority = usedReplicates({ ...DEFAULT_REPLICATES, rule: 'majority' });
  const of = (
    sketches: readonly WellSketch[],
    change: (well: InterpretedWell, index: number) => InterpretedWell,
  ) => {
    const { run, interpreted } = plate(sketches);
    const replicates = [{ kitVersionId: 'LCT v1', settings: majority }];
    return reviewWells({ ...run, replicates }, { interpreted: interpreted.map(change), channel: 'FAM' });
  };
  const same = (well: InterpretedWell) => well;

  test('REVIEW-400 that are apart are doubts although their sample has a result, except an overridden well', () => {
    const wells = of(
      [
        { position: 'A1', name: 'S-1' },
        { position: 'A2', name: 'S-1', updated: 'NEGATIVE' },
        { position: 'A3', name: 'S-1', result: 'HETEROZYGOUS' },
        { position: 'A4', name: 'S-2' },
      ],
      same,
    );
    expect(wells.map(({ sample }) => sample?.result?.diagnostic.name)).toEqual([
      'NEGATIVE',
      'NEGATIVE',
      'NEGATIVE',
      undefined,
    ]);
    expect(wells.map(({ mark }) => mark)).toEqual(['doubt', null, 'doubt', null]);
    expect(wells.map(isDoubtOfSample)).toEqual([true, false, true, false]);
  });

  test('that agree are none, and those without a result are', () => {
    const pair = (result: string) => [
      { position: 'A1', name: 'S-1' },
      { position: 'A2', name: 'S-1', result },
    ];
    expect(of(pair('NEGATIVE'), same).map(isDoubtOfSample)).toEqual([false, false]);
    expect(of(pair('HETEROZYGOUS'), same).map(isDoubtOfSample)).toEqual([true, true]);
  });

  test('of a control have no result, so they are no doubt when their Tm are apart', () => {
    const control = { name: 'PC', sampleType: 'POSITIVE_TEST', result: 'TEST_OK' };
    const wells = of(
      [
        { position: 'A1', ...control },
        { position: 'A2', ...control },
      ],
      (well, index) => {
        const called = calledByPeak(well, 300);
        const [phase] = called.explanation.phases as [CallExplanation['phases'][number]];
        const peaks = phase.peaks.map((one) => ({ ...one, tm: 57 + index }));
        return { ...called, explanation: { ...called.explanation, phases: [{ ...phase, peaks }] } };
      },
    );
    expect(wells.map(({ sample, mark }) => [sample?.isApart, mark])).toEqual([
      [true, null],
      [true, null],
    ]);
  });

  test('REVIEW-404 are settled by a comment in their channel only', () => {
    const { run, interpreted } = plate([
      { position: 'A1', name: 'S-1' },
      { position: 'A2', name: 'S-1', result: 'HETEROZYGOUS' },
    ]);
    const other = plate([{ position: 'A1', commentedAt: '2026-11-20T11:00:00.000Z' }]).run.analyses;
    const replicates = [{ kitVersionId: 'LCT v1', settings: majority }];
    const both = {
      ...run,
      replicates,
      analyses: [{ ...other[0]!, channel: 'HEX' as const }, ...run.analyses],
    };
    expect(
      reviewWells(both, { interpreted, channel: 'FAM' }).filter(({ unresolved }) => unresolved !== null),
    ).toHaveLength(2);
  });
});

describe('a standard', () => {
  const standard = { sampleType: 'STANDARD', expected: 'HETEROZYGOUS' } as const;

  test('CONTROL-20 that is unlike its expected diagnostic has its own mark, and holds samples as a failed control', () => {
    const { run, interpreted } = plate([
      { position: 'A1', ...standard, result: 'HETEROZYGOUS' },
      { position: 'A2', ...standard, result: 'NEGATIVE' },
      { position: 'A3', ...standard, result: null },
      { position: 'A4', ...standard, result: 'HETEROZYGOUS', broken: true },
      { position: 'A5', sampleType: 'POSITIVE_TEST', expected: 'HETEROZYGOUS' },
      { position: 'A6', ...standard, lot: 'other' },
      { position: 'B1' },
    ]);
    const marked = interpreted.map((well) => ({
      ...well,
      explanation: { ...well.explanation, flags: [{ code: 'failed-control' }] } as unknown as CallExplanation,
    }));
    const wells = reviewWells(run, { interpreted: marked, channel: 'FAM' });
    expect(wells.map(({ mark }) => mark).slice(0, 6)).toEqual([
      ...[
        expect.not.stringMatching(/failed|unlike/) as string,
        'unlike',
        'unlike',
        'failed',
        'failed',
        'unlike',
      ],
    ]);
    expect(wells.map(hasFailed)).toEqual([false, true, true, true, true, true, false]);
    // Not by the standard of another lot.
    expect(wells.at(-1)?.heldBy).toEqual(['A2', 'A3', 'A4', 'A5']);
    expect(wells[0]?.heldBy).toBeNull();
  });
});

test('REVIEW-13 a comment on the suggested result counts, too, and an empty one does not', () => {
  const [well] = review([{ position: 'A1', updated: 'SICK' }]) as [ReturnType<typeof review>[number]];
  const commented = (diagnosticComment: string | null, comment: string | null) =>
    isCommented({
      ...well,
      well: { ...well.well, diagnosticComment },
      interpreted: {
        ...well.interpreted,
        interpretedWellDiagnostics: well.interpreted.interpretedWellDiagnostics.map((one, index) => ({
          ...one,
          comment: index === 0 ? comment : null,
        })),
      },
    });
  expect([
    commented('seen', null),
    commented(null, 'seen'),
    commented('', ''),
    commented(null, null),
  ]).toEqual([true, true, false, false]);
});
