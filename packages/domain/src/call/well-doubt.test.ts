import { describe, expect, test } from 'vitest';

import type { DiagnosticColor, DiagnosticName } from '../diagnostics/diagnostic-color.ts';
import { FLAG_CONSEQUENCES } from './flag-consequences.ts';
import { callFlagCodeSchema, type CallExplanation, type CallFlag, type Peak } from './well-call.ts';
import {
  callCause,
  failureCause,
  isAsExpected,
  isCurveDoubt,
  nearness,
  needsReason,
  noCallReasons,
  noCallShort,
  unresolvedReason,
  unusableReason,
  wellMark,
  type DoubtfulWell,
} from './well-doubt.ts';

const INTERPRETED = '2026-11-20T10:00:00.000Z';

const color = (name: DiagnosticName): DiagnosticColor => ({
  id: name,
  diagnostic: { name, label: name },
  diagnosticLabel: name,
  color: '#ffd60f',
});

const peak = (one: Partial<Peak>): Peak => ({
  tm: 57.2,
  tmError: 0.01,
  height: 100,
  width: 1,
  area: 100,
  significance: 50,
  quality: 0.9,
  zone: 'B',
  accepted: true,
  reason: null,
  measured: null,
  limit: null,
  ...one,
});
const dropped = peak({
  accepted: false,
  height: 58,
  reason: 'height-below-threshold',
  measured: 58,
  limit: 60,
});
const flag = (code: CallFlag['code'], temperature: number | null = null): CallFlag => ({
  code,
  phase: 'MELT',
  zone: null,
  temperature,
  measured: null,
  limit: null,
});

interface Sketch {
  readonly found?: DiagnosticName | null;
  readonly updated?: DiagnosticName;
  readonly expected?: DiagnosticName;
  readonly commentedAt?: string;
  readonly peaks?: readonly Peak[];
  readonly explained?: Partial<CallExplanation>;
}

function doubtful({
  found = null,
  updated,
  expected,
  commentedAt,
  peaks = [],
  explained,
}: Sketch): DoubtfulWell {
  const set = (state: 'INITIAL' | 'UPDATED', name: DiagnosticName | null) => ({
    id: state,
    stateDiagnostic: state,
    diagnosticColor: name === null ? null : color(name),
    comment: null,
    byName: 'T. Holm',
    at: INTERPRETED,
  });
  const settings = { type: 'MELT', minThreshold: 60, slopeThreshold: 4.72, minQuality: 0.4 };
  const explanation = {
    sampleType: 'BLOOD',
    zonesHit: [],
    combination: 'NONE',
    triedRules: [],
    flags: [],
    phases: [{ type: 'MELT', settings, peaks }],
    diagnostic: found ?? null,
    ...explained,
  } as unknown as CallExplanation; // the fields that doubts use
  const comments = commentedAt === undefined ? [] : [{ creationDateTime: commentedAt }];
  return {
    well: {
      expectedDiagnostic: expected === undefined ? null : color(expected),
      comments: comments as unknown as DoubtfulWell['well']['comments'], // only their times are used
    },
    called: {
      explanation,
      interpretedWellDiagnostics: [
        set('INITIAL', found),
        ...(updated === undefined ? [] : [set('UPDATED', updated)]),
      ],
    },
    interpretedAt: INTERPRETED,
  };
}

const reasonOf = (sketch: Sketch) => unresolvedReason(doubtful(sketch));

describe('DECIDE-02 an unresolved well has a reason', () => {
  test.each<[string, Sketch]>([
    ['no call: peak B 58, threshold 60', { peaks: [dropped, peak({ ...dropped, zone: 'A', height: 20 })] }],
    [
      'no call: peak B, quality 0.2 below threshold 0.4',
      { peaks: [peak({ accepted: false, reason: 'quality-below-threshold', measured: 0.2, limit: 0.4 })] },
    ],
    ['no call: A + D has no diagnostic', { peaks: [dropped], explained: { zonesHit: ['D', 'A'] } }],
    ['no call: spike at 57.2 °C', { explained: { flags: [flag('spike', 57.2)] } }],
    ['no call: no peak above 60', {}],
    [
      'no call: MELT: the signal falls by 0 RFU around 61.00 °C, which no peak explains (noise explains 0).',
      { peaks: [dropped], explained: { flags: [flag('unresolved-melt', 61)] } },
    ],
    [
      'no call: MELT: 12 readings are too few, at least 30 are needed.',
      { explained: { flags: [{ ...flag('too-few-readings'), measured: 12, limit: 30 }] } },
    ],
    ['expected M, found X', { found: 'HETEROZYGOUS', expected: 'HOMOZYGOUS_MUTATED' }],
    [
      'peak B 71, threshold 60',
      { found: 'TEST_KO', peaks: [peak({ height: 71 })], explained: { sampleType: 'NEGATIVE_TEST' } },
    ],
    [
      'peak B 58, threshold 60',
      { found: 'TEST_KO', peaks: [dropped], explained: { sampleType: 'POSITIVE_TEST' } },
    ],
  ])('%s', (reason, sketch) => {
    expect(reasonOf(sketch)).toBe(reason);
  });

  test('a well with the expected result, or without expectation, is resolved', () => {
    expect(reasonOf({ found: 'HETEROZYGOUS' })).toBeNull();
    expect(reasonOf({ found: 'HETEROZYGOUS', expected: 'HETEROZYGOUS' })).toBeNull();
    expect(reasonOf({ found: 'TEST_OK', expected: 'HETEROZYGOUS' })).toBeNull();
  });

  test('it is settled by an override, and by a comment after the interpretation only', () => {
    expect(reasonOf({ updated: 'NEGATIVE' })).toBeNull();
    // Also an override that is unexpected or fails the control: a person has reviewed it.
    expect(reasonOf({ found: 'HETEROZYGOUS', updated: 'SICK', expected: 'HETEROZYGOUS' })).toBeNull();
    expect(reasonOf({ found: 'TEST_OK', updated: 'TEST_KO' })).toBeNull();
    expect(reasonOf({ commentedAt: '2026-11-20T11:00:00.000Z' })).toBeNull();
    expect(reasonOf({ commentedAt: '2026-11-20T09:00:00.000Z' })).not.toBeNull();
  });
});

test('DECIDE-02 a well that was never interpreted, or has no result of its own, is unresolved', () => {
  const { well, called } = doubtful({ commentedAt: '2026-11-20T09:00:00.000Z' });
  const without = { ...well, comments: [] };
  const reason = 'no call: no peak above 60';
  expect(unresolvedReason({ well: without, called, interpretedAt: null })).toBe(reason);
  expect(unresolvedReason({ well, called, interpretedAt: null })).toBeNull();
  const empty = { ...called, interpretedWellDiagnostics: [] };
  expect(unresolvedReason({ well: without, called: empty, interpretedAt: null })).toBe(reason);
});

test('DECIDE-02 a comment settles a well only if it is newer than the interpretation, whatever the others', () => {
  expect(reasonOf({ commentedAt: INTERPRETED })).not.toBeNull();
  const { well, called } = doubtful({ commentedAt: '2026-11-20T09:00:00.000Z' });
  const later = doubtful({ commentedAt: '2026-11-20T11:00:00.000Z' }).well.comments;
  const comments = [...well.comments, ...later];
  expect(unresolvedReason({ well: { ...well, comments }, called, interpretedAt: INTERPRETED })).toBeNull();
});

test('a standard without a result is not as expected', () => {
  const { well } = doubtful({ expected: 'NEGATIVE' });
  expect([isAsExpected(well, null), isAsExpected(well, color('NEGATIVE'))]).toEqual([false, true]);
  expect([isAsExpected(well, color('SICK')), isAsExpected(well, color('TEST_OK'))]).toEqual([false, true]);
  const { well: free } = doubtful({});
  expect([isAsExpected(free, null), isAsExpected(free, color('SICK'))]).toEqual([true, true]);
});

/** A well called by a peak in zone B, with this height and the threshold 60. */
function calledOf(
  height: number,
  flags: readonly CallFlag[] = [],
  result: Pick<Sketch, 'found' | 'updated'> = { found: 'HETEROZYGOUS' },
) {
  const zone = {
    id: 'B',
    name: 'B',
    label: 'B',
    minTemp: 50,
    maxTemp: 65,
    minThreshold: null,
    minQuality: null,
  };
  const { called } = doubtful({
    ...result,
    peaks: [peak({ height })],
    explained: { zonesHit: ['B'], flags: [...flags] },
  });
  const constantPhaseInfos = [
    { id: 'MELT', type: 'MELT' as const, threshold: 60, constantZoneInfos: [zone] },
  ];
  return { ...called, constantPhaseInfos };
}

const spike = flag('spike', 57.2);
const edge: CallFlag = { ...flag('borderline-zone'), zone: 'B', measured: 57.2, limit: 57 };
const unread: CallFlag = { ...flag('zone-not-read'), zone: 'C', measured: 75.1, limit: 48.5 };

test('DECIDE-03 a call is borderline within the laboratory’s percentage of the limit', () => {
  const near = (height: number, nearBorderPercent = 10) =>
    nearness(calledOf(height), { nearBorderPercent }) !== null;
  expect([near(65), near(66), near(67)]).toEqual([true, true, false]);
  expect([near(65, 5), near(67, 20)]).toEqual([false, true]);
});

test('REVIEW-171 borderline means within the laboratory’s percentage, or flagged by the analysis', () => {
  const percent = { nearBorderPercent: 10 };
  const atBorder = nearness(calledOf(65), percent);
  expect(atBorder?.text).toBe(
    'Peak B 57.20 °C: height 65 is 8 % above the threshold 60; below it the combination would be NONE.',
  );
  expect(atBorder?.distance).toBeCloseTo(5 / 6, 10);
  const flagged = {
    text: 'MELT: the peak at 57.20 °C lies close to the edge of zone B, 57.00 °C.',
    distance: 1,
    flag: edge,
  };
  expect(nearness(calledOf(300, [spike, edge]), percent)).toEqual(flagged);
  // The flag that would say the same as the nearest limit.
  expect(nearness(calledOf(65), percent)?.flag).toEqual({ code: 'borderline-threshold', zone: 'B' });
  expect(nearness(calledOf(300, [spike]), percent)).toBeNull();
  // A known limit is not searched again.
  expect(nearness(calledOf(65), { ...percent, border: null })).toBeNull();
  const border = { text: 'known', distance: 0.3, combination: null, flag: null };
  expect(nearness(calledOf(300), { ...percent, border })).toBe(border);
});

test('REVIEW-170 the most serious flag of a well determines its mark', () => {
  const mark = (height: number, flags: readonly CallFlag[], result?: Pick<Sketch, 'found' | 'updated'>) =>
    wellMark(calledOf(height, flags, result), { nearBorderPercent: 10 });
  expect([mark(300, []), mark(62, []), mark(300, [edge]), mark(62, [spike])]).toEqual([
    null,
    'near',
    'near',
    'doubt',
  ]);
  expect(mark(300, [edge, spike])).toBe('doubt');
  expect(mark(62, [spike, unread], { found: null })).toBe('no-call');
  // Algorithm 1.0.0 called wells without sufficient grounds.
  expect(mark(300, [unread])).toBe('doubt');
  expect(mark(62, [spike], { found: null, updated: 'SICK' })).toBeNull();
  const never = { ...calledOf(300), interpretedWellDiagnostics: [] };
  expect(wellMark(never, { nearBorderPercent: 10 })).toBe('no-call');
});

test('REVIEW-170 each flag gives the mark of the table of consequences', () => {
  for (const code of callFlagCodeSchema.options) {
    const { callable, mark } = FLAG_CONSEQUENCES[code];
    const called = calledOf(300, [flag(code)], { found: callable ? 'HETEROZYGOUS' : null });
    expect([code, wellMark(called, { nearBorderPercent: 10 })]).toEqual([code, mark]);
  }
});

test('a flag makes a curve doubtful by its section: curves, and flags that prevent calls elsewhere', () => {
  const codes = ['spike', 'no-signal', 'borderline-zone', 'failed-control'] as const;
  expect(codes.map(isCurveDoubt)).toEqual([true, true, false, false]);
});

test('an override needs a reason by the laboratory’s rule, and always if flags prevented the call', () => {
  const asks = (flags: readonly CallFlag[], overrideNeedsReason: boolean) =>
    needsReason(calledOf(300, flags, { found: null }).explanation, { overrideNeedsReason });
  expect([asks([], false), asks([], true)]).toEqual([false, true]);
  expect([asks([unread], false), asks([unread], true), asks([spike], false)]).toEqual([true, true, false]);
});

test('REVIEW-172 the reasons for no call are given in sentences, and in a few words with counts', () => {
  const flags = [unread, { ...unread, zone: 'D' }, flag('no-signal'), flag('no-signal'), spike];
  const { explanation } = calledOf(300, flags, { found: null });
  const sentences = [
    'MELT: zone C was not read whole: it begins at 48.50 °C, the readings at 75.10 °C.',
    'MELT: zone D was not read whole: it begins at 48.50 °C, the readings at 75.10 °C.',
    'MELT: all readings are equal: there is no signal.',
  ];
  expect(noCallReasons(explanation)).toEqual(sentences);
  expect(noCallShort(explanation)).toBe('zone not read (2), no signal (2)');
  expect(noCallShort({ ...explanation, flags: [flag('no-signal'), unread] })).toBe(
    'no signal, zone not read',
  );
  expect(callCause(explanation)).toBe(sentences.join(' '));
  expect(failureCause(explanation)).toBe(sentences.join(' '));
  const unknown = calledOf(300, [], { found: null }).explanation;
  expect([noCallReasons(unknown), noCallShort(unknown)]).toEqual([
    ['B has no diagnostic.'],
    'B has no diagnostic',
  ]);
  const empty = doubtful({}).called.explanation;
  expect(noCallReasons(empty)).toEqual(['No peak above 60.']);
});

describe('DECIDE-02 the most obvious cause is named', () => {
  const causeOf = (peaks: readonly Peak[], explained: Partial<CallExplanation> = {}) =>
    callCause(doubtful({ peaks, explained }).called.explanation);
  const lower = peak({ ...dropped, zone: 'A', height: 20 });

  test('among dropped peaks in zones, the highest', () => {
    expect([causeOf([dropped, lower]), causeOf([lower, dropped])]).toEqual([
      'peak B 58, threshold 60',
      'peak B 58, threshold 60',
    ]);
    expect(causeOf([{ ...dropped, zone: null }, lower])).toBe('peak A 20, threshold 60');
    expect(causeOf([peak({ height: 90 }), lower])).toBe('peak A 20, threshold 60');
  });

  test('with the limit that dropped it, or else that of the phase', () => {
    const ofZone = { ...dropped, reason: 'zone-height-below-threshold', limit: 75 } as const;
    expect(causeOf([ofZone])).toBe('peak B 58, threshold 75');
    expect(causeOf([{ ...dropped, limit: 75 }])).toBe('peak B 58, threshold 75');
    expect(causeOf([{ ...dropped, reason: null, limit: null }])).toBe('peak B 58, threshold 60');
    expect(causeOf([{ ...dropped, reason: 'too-wide', measured: 6, limit: 5 }])).toBe(
      'peak B, width 6 °C wider than 5 °C',
    );
  });

  test('a spike among flags that prevent nothing, and a curve that was not read', () => {
    const flags = [edge, flag('spike')];
    expect(causeOf([], { flags })).toBe('spike at 0.0 °C');
    expect(causeOf([], { flags: [edge] })).toBe('no peak above 60');
    expect(causeOf([], { phases: [] })).toBe('no reading');
  });

  test('a negative control fails by its highest counted peak, a positive one by the missing call', () => {
    const failed = (sampleType: CallExplanation['sampleType'], peaks: readonly Peak[]) =>
      failureCause(doubtful({ peaks, explained: { sampleType } }).called.explanation);
    const [low, high] = [peak({ height: 71, zone: 'A' }), peak({ height: 90, zone: null })];
    const higher = { ...dropped, height: 200 };
    for (const peaks of [
      [low, high, higher],
      [higher, high, low],
    ])
      expect(failed('NEGATIVE_TEST', peaks)).toBe('peak at 57.20 °C 90, threshold 60');
    expect(failed('NEGATIVE_TEST', [dropped])).toBe('peak B 58, threshold 60');
    expect(failed('POSITIVE_TEST', [low])).toBe('no peak above 60');
  });

  test('a negative control with flags that prevent a call fails by them, whatever peaks count', () => {
    const explained = { sampleType: 'NEGATIVE_TEST' as const, flags: [flag('no-signal')] };
    const { explanation } = doubtful({ peaks: [peak({ height: 71 })], explained }).called;
    expect(failureCause(explanation)).toBe('MELT: all readings are equal: there is no signal.');
  });
});

describe('DIAG-28 a result of a kit’s own that says nothing about a sample', () => {
  const own = (meaning: DiagnosticColor['meaning']): DiagnosticColor => ({
    ...color('Repeat'),
    diagnosticLabel: 'Repeat the test',
    letters: 'RP',
    meaning,
  });
  const of = (meaning: DiagnosticColor['meaning'], sampleType: CallExplanation['sampleType'] = 'DNA') =>
    unusableReason({ sampleType }, own(meaning));

  test('is invalid, or the result of a control', () => {
    expect(of('invalid')).toBe('RP Repeat the test: no statement about the sample');
    expect(of('control', 'BLOOD')).toBe('RP Repeat the test: the result of a control');
    expect([of('positive'), of('negative'), of(undefined)]).toEqual([null, null, null]);
  });

  test('is a doubt about samples only', () => {
    for (const sampleType of ['STANDARD', 'NEGATIVE_TEST', 'POSITIVE_TEST'] as const)
      expect(of('invalid', sampleType)).toBeNull();
  });

  test('leaves the well unresolved until a user changes or comments it', () => {
    const well = doubtful({ found: 'HETEROZYGOUS' });
    const [initial] = well.called.interpretedWellDiagnostics;
    if (initial === undefined) throw new Error('a called well has its suggestion');
    const called = {
      ...well.called,
      interpretedWellDiagnostics: [{ ...initial, diagnosticColor: own('invalid') }],
    };
    expect(unresolvedReason({ ...well, called })).toBe('RP Repeat the test: no statement about the sample');
    const changed = { ...initial, stateDiagnostic: 'UPDATED' as const };
    expect(
      unresolvedReason({
        ...well,
        called: { ...called, interpretedWellDiagnostics: [...called.interpretedWellDiagnostics, changed] },
      }),
    ).toBeNull();
  });
});

test('REVIEW-446 a well without a call says that a channel has not amplified if its row requires it', () => {
  const answer = (channel: 'FAM' | 'HEX', outcome: 'amplified' | 'not-amplified') =>
    ({ channel, outcome, fault: null, cq: null, source: 'file', latestCycle: 35 }) as const;
  const asks = (channel: 'FAM' | 'HEX', holds: boolean) => ({
    firstOperand: { amplification: channel },
    operator: 'IS' as const,
    secondOperand: { amplification: 'amplified' as const },
    firstValue: null,
    secondValue: 35,
    holds,
  });
  const causeOf = (explained: Partial<CallExplanation>) =>
    callCause(doubtful({ explained }).called.explanation);
  const row = { rule: 0, diagnostic: 'NEGATIVE', expressions: [asks('HEX', false)], holds: false };
  const amplification = [answer('FAM', 'not-amplified'), answer('HEX', 'not-amplified')];
  expect(causeOf({ triedRules: [row], amplification })).toBe('HEX not amplified, no peak above 60');
  expect(causeOf({ triedRules: [row], amplification, zonesHit: ['A'] })).toBe(
    'HEX not amplified, A has no diagnostic',
  );
  // A condition that holds, such as “is not amplified”, or a channel that no rule requires, is not the cause.
  const others = { ...row, expressions: [asks('HEX', true)] };
  expect(causeOf({ triedRules: [others], amplification })).toBe('no peak above 60');
  expect(causeOf({ triedRules: [row], amplification: [answer('HEX', 'amplified')] })).toBe(
    'no peak above 60',
  );
});
