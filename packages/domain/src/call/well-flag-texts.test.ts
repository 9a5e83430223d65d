import { expect, test } from 'vitest';

import type { CalledWell } from './interpretation.ts';
import { laboratoryRulesSchema } from '../laboratory/laboratory-rules.ts';
import type { Run, Well } from '../run/run.ts';
import type { CallFlag, Peak } from './well-call.ts';
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

/** A well called by a peak in zone A, with this height and the threshold 60. */
function calledOf(height: number, flags: readonly CallFlag[] = []) {
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
    interpretedWellDiagnostics: [{ stateDiagnostic: 'INITIAL', diagnosticColor: 'X' }],
    constantPhaseInfos: [{ id: 'M', type: 'MELT', threshold: 60, constantZoneInfos: [zone] }],
    explanation: {
      sampleType: 'BLOOD',
      zonesHit: ['A'],
      combination: 'A',
      triedRules: [],
      flags,
      diagnostic: 'X',
      phases: [{ type: 'MELT', settings, peaks: [peak] }],
    },
  } as unknown as CalledWell; // the fields that flags use
}

const filled = {
  channel: 'FAM',
  kitVersion: { id: 'v2' },
  lot: { id: '26B' },
  reactionBuffer: null,
} as const;
const well = { ...filled, id: 'A1', position: 'A1' } as unknown as Well; // the fields that flags use
const control = { ...filled, id: 'H12', position: 'H12' } as unknown as Well; // the fields that flags use

const runOf = (brokenRules: Run['brokenRules'] = []) => ({
  rules: laboratoryRulesSchema.parse({}),
  brokenRules,
  analyses: [{ channel: 'FAM', wells: { A1: well, H12: control } }] as unknown as Run['analyses'], // only its wells
});

test('REVIEW-180 flags, the nearest limit and broken rules of controls are listed once each', () => {
  const broken = { wellId: 'H12', rule: '1-3s', phase: 'MELT', zone: 'A', tm: 56.1, distance: 4 } as const;
  expect(wellFlagTexts(runOf([broken]), well, calledOf(62, [spike, spike]))).toEqual([
    'MELT: the reading at 57.20 °C is 80 RFU off and was excluded.',
    'Peak A 55.00 °C: height 62 is 3 % above the threshold 60; below it the combination would be NONE.',
    'Control H12 is out of range: 1-3s, A 56.10 °C is 4.0 SD above the mean.',
  ]);
  expect(wellFlagTexts(runOf(), well, calledOf(300))).toEqual([]);
});
