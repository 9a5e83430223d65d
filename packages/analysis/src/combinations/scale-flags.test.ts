import type { Peak } from '@curvewell/domain';
import { expect, it } from 'vitest';

import { GENOTYPING, meltPhase, syntheticCurve } from '../../test/synthetic.ts';
import type { ChannelConfiguration } from '../configuration.ts';
import { wellAnalyse } from '../index.ts';
import { withScaleFlags } from './scale-flags.ts';

const [MELT] = GENOTYPING.phases;
const SETTINGS = { ...MELT!, minThreshold: 1000 };
const KIT: ChannelConfiguration = { ...GENOTYPING, phases: [SETTINGS] };
const { explanation } = wellAnalyse({
  phases: meltPhase(syntheticCurve({ products: [] })),
  configuration: KIT,
  sampleType: 'BLOOD',
  algorithmVersion: '1.1.0',
});
const [phase] = explanation.phases;

/** A peak of a twentieth of the minimum height, with no other reason to reject it. */
const LOW: Peak = {
  tm: 60,
  tmError: 0.1,
  height: 40,
  width: 3,
  area: 100,
  significance: 50,
  quality: 0.9,
  zone: 'A',
  accepted: false,
  reason: 'height-below-threshold',
  measured: 40,
  limit: 1000,
};
const COUNTED: Peak = { ...LOW, height: 2000, accepted: true, reason: null };

const wellOf = (...peaks: Peak[]) => ({
  explanation: { ...explanation, phases: [{ ...phase!, peaks }] },
});
const isFlagged = (wells: readonly ReturnType<typeof wellOf>[], configuration = KIT) =>
  withScaleFlags(wells, configuration, '1.1.0').map((well) =>
    well.explanation.flags.some(({ code, phase: type }) => code === 'threshold-scale' && type === 'MELT'),
  );

it('REVIEW-192 the minimum height has the wrong scale only if all clear peaks are far lower', () => {
  expect(isFlagged([wellOf(LOW), wellOf()])).toEqual([true, true]);
  expect(isFlagged([wellOf({ ...LOW, height: 50 })])).toEqual([false]);
  expect(isFlagged([wellOf({ ...LOW, significance: 4 })])).toEqual([false]);
  expect(isFlagged([wellOf({ ...LOW, quality: 0.3 })])).toEqual([false]);
  expect(isFlagged([wellOf(LOW), wellOf(COUNTED)])).toEqual([false, false]);
  expect(withScaleFlags([wellOf(LOW)], KIT, '1.0.0')[0]?.explanation.flags).toEqual(explanation.flags);
});

it('REVIEW-192 a counted peak in one phase does not affect the scale of another', () => {
  const anneal = { ...SETTINGS, phaseType: 'ANNEAL' as const };
  const both = {
    explanation: {
      ...explanation,
      phases: [
        { ...phase!, peaks: [LOW] },
        { ...phase!, type: 'ANNEAL' as const, peaks: [COUNTED] },
      ],
    },
  };
  expect(isFlagged([both], { ...KIT, phases: [SETTINGS, anneal] })).toEqual([true]);
});
