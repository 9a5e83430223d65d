import { expect, it } from 'vitest';

import { GENOTYPING, meltPhase, syntheticCurve, type SyntheticCurve } from '../../test/synthetic.ts';
import { wellAnalyse, type MeltCurve } from '../index.ts';

/** Zone B alone, from 66 to 70 °C: what was read of zone A is not asked. */
const ONLY_B = { ...GENOTYPING, rules: GENOTYPING.rules.filter(({ zones }) => !zones.includes('A')) };
const codesOf = (curve: MeltCurve): string[] =>
  wellAnalyse({
    phases: meltPhase(curve),
    configuration: ONLY_B,
    sampleType: 'BLOOD',
    algorithmVersion: '1.1.0',
  }).explanation.flags.map(({ code }) => code);
const curveOf = (products: SyntheticCurve['products'], more: Partial<SyntheticCurve> = {}) =>
  syntheticCurve({ products, ...more });
/** As a detector reads it whose limit is what the curve shows at a temperature. */
function limited(curve: MeltCurve, celsius: number): MeltCurve {
  const limit = curve.fluorescence[curve.temperature.findIndex((t) => t >= celsius)] ?? 0;
  return { ...curve, fluorescence: curve.fluorescence.map((value) => Math.min(value, limit)) };
}

it('REVIEW-192 a peak within its width of readings at the limit of the detector may lack its top', () => {
  const wild = curveOf([[68, 1000]]);
  expect(codesOf(limited(wild, 67))).toContain('saturated-melt');
  const far = codesOf(limited(wild, 60));
  expect(far).toContain('saturated');
  expect(far).not.toContain('saturated-melt');
});

it('REVIEW-192 the same with readings at the limit between others', () => {
  const risen = curveOf([
    [50, -800],
    [68, 1000],
  ]);
  const codes = codesOf(limited(risen, 66));
  expect(codes).toContain('saturated-melt');
});

it('REVIEW-192 a signal that rises less than the least height, or no more than noise explains, is not upside down', () => {
  expect(codesOf(curveOf([[60, -400]]))).toContain('rising-melt');
  expect(codesOf(curveOf([[60, -40]]))).not.toContain('rising-melt');
  expect(codesOf(curveOf([[60, -400]], { noise: 30 }))).not.toContain('rising-melt');
});

it('REVIEW-192 the three largest of many spikes are flagged', () => {
  const { temperature, fluorescence, quantity } = curveOf([[68, 1000]]);
  const spiked = fluorescence.map((value, i) => (i % 25 === 10 && i < 130 ? value + 300 + i : value));
  const codes = codesOf({ temperature, fluorescence: spiked, quantity });
  expect(codes.filter((code) => code === 'spike')).toHaveLength(3);
});
