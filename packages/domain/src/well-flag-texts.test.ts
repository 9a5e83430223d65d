import { expect, test } from 'vitest';

import { FLAG_CONSEQUENCES } from './flag-consequences.ts';
import type { CalledWell } from './interpretation.ts';
import { laboratoryRulesSchema } from './laboratory-rules.ts';
import type { Run, Well } from './run.ts';
import { callFlagCodeSchema, type CallFlag, type Peak } from './well-call.ts';
import { nearness, noCallReasons, noCallShort, wellMark } from './well-doubt.ts';
import { wellFlagTexts } from './well-flag-texts.ts';

const flag = (code: CallFlag['code'], changes: Partial<CallFlag> = {}): CallFlag => ({
  code,
  phase: 'MELT',
  zone: null,
  temperature: null,
  measured: null,
  limit: null,
  ...changes,
});

const spike = flag('spike', { temperature: 57.2, measured: 80 });
const unread = flag('zone-not-read', { zone: 'C', measured: 75.1, limit: 48.5 });

/** A well that is called by a peak in zone A, at this height over the threshold 60. */
function calledOf(height: number, flags: readonly CallFlag[] = [], diagnostic: string | null = 'X') {
  const peak: Peak = {
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
  };
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
  return {
    wellId: 'A1',
    position: 'A1',
    channel: 'FAM',
    sampleType: 'BLOOD',
    interpretedWellDiagnostics: [{ stateDiagnostic: 'INITIAL', diagnosticColor: diagnostic }],
    constantPhaseInfos: [{ id: 'M', type: 'MELT', threshold: 60, constantZoneInfos: [zone] }],
    explanation: {
      sampleType: 'BLOOD',
      zonesHit: ['A'],
      combination: 'A',
      triedRules: [],
      flags,
      diagnostic,
      phases: [{ type: 'MELT', settings, peaks: [peak] }],
    },
  } as unknown as CalledWell; // what flags look at
}

const filled = {
  channel: 'FAM',
  kitVersion: { id: 'v2' },
  lot: { id: '26B' },
  reactionBuffer: null,
} as const;
const well = { ...filled, id: 'A1', position: 'A1' } as unknown as Well; // what flags look at
const control = { ...filled, id: 'H12', position: 'H12' } as unknown as Well; // what flags look at

const runOf = (brokenRules: Run['brokenRules'] = []) => ({
  rules: laboratoryRulesSchema.parse({}),
  brokenRules,
  analyses: [{ channel: 'FAM', wells: { A1: well, H12: control } }] as unknown as Run['analyses'], // its wells alone
});

test('REVIEW-180 flags, the border and broken rules of controls are shown once each', () => {
  const broken = { wellId: 'H12', rule: '1-3s', phase: 'MELT', zone: 'A', tm: 56.1, distance: 4 } as const;
  expect(wellFlagTexts(runOf([broken]), well, calledOf(62, [spike, spike]))).toEqual([
    'MELT: the reading at 57.20 °C is 80 RFU off and was excluded.',
    'Peak A 55.00 °C: height 62 is 3 % above the limit 60; below it the combination would be NONE.',
    'Control H12 is out of range: 1-3s, A 56.10 °C is 4.0 SD above the mean.',
  ]);
  expect(wellFlagTexts(runOf(), well, calledOf(300))).toEqual([]);
});

test('REVIEW-302 a flag that stands for other wells, too, says for how many', () => {
  const melt = flag('uncounted-melt', { temperature: 57.2, measured: 80, limit: 12, wellsAlike: 41 });
  expect(wellFlagTexts(runOf(), well, calledOf(300, [melt]))).toEqual([
    'MELT: the signal falls by 80 RFU around 57.20 °C (noise explains 12), but no peak there counts. 41 wells with this product show the same melt: it belongs to the product, or all these wells hold the same second product.',
  ]);
});

test('REVIEW-171 near is what lies within the percentage of the laboratory, or what the analysis flags', () => {
  const edge = flag('borderline-zone', { zone: 'A', measured: 55, limit: 50 });
  const near = (height: number, nearBorderPercent: number, flags: readonly CallFlag[] = []) =>
    nearness(calledOf(height, flags), { nearBorderPercent })?.text.slice(0, 14) ?? null;
  expect([near(62, 10), near(62, 1), near(300, 10)]).toEqual(['Peak A 55.00 °', null, null]);
  expect(near(300, 10, [edge])).toBe('MELT: the peak');
});

test('REVIEW-170 the flags of a well mark it by the gravest of them', () => {
  const mark = (height: number, flags: readonly CallFlag[], diagnostic: string | null = 'X') =>
    wellMark(calledOf(height, flags, diagnostic), { nearBorderPercent: 10 });
  expect([mark(300, []), mark(62, []), mark(62, [spike])]).toEqual([null, 'near', 'doubt']);
  expect(mark(62, [spike, unread], null)).toBe('no-call');
  // Algorithm 1.0.0 called wells that have no ground for it.
  expect(mark(300, [unread])).toBe('doubt');
});

test('REVIEW-170 each flag gives the mark that the table of consequences names', () => {
  for (const code of callFlagCodeSchema.options) {
    const { callable, mark } = FLAG_CONSEQUENCES[code];
    const called = calledOf(300, [flag(code)], callable ? 'X' : null);
    expect([code, wellMark(called, { nearBorderPercent: 10 })]).toEqual([code, mark]);
  }
});

test('REVIEW-172 why there is no call is given in sentences, and in a few words with counts', () => {
  const { explanation } = calledOf(300, [unread, { ...unread, zone: 'D' }, flag('no-signal'), spike], null);
  expect(noCallReasons(explanation)).toEqual([
    'MELT: zone C was not read whole: it begins at 48.50 °C, the readings at 75.10 °C.',
    'MELT: zone D was not read whole: it begins at 48.50 °C, the readings at 75.10 °C.',
    'MELT: all readings are equal: there is no signal.',
  ]);
  expect(noCallShort(explanation)).toBe('zone not read (2), no signal');
  const unknown = calledOf(300, [], null).explanation;
  expect([noCallReasons(unknown), noCallShort(unknown)]).toEqual([
    ['A has no diagnostic.'],
    'A has no diagnostic',
  ]);
});
