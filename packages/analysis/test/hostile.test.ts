import { callExplanationSchema } from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import { AnalysisError, type MeltCurve, plateAnalyse, wellAnalyse } from '../src/index.ts';
import { GENOTYPING, meltPhase, plateWell, syntheticCurve } from './synthetic.ts';

const made = (
  length: number,
  temperature: (i: number) => number,
  fluorescence: (i: number) => number,
): MeltCurve => ({
  temperature: Float64Array.from({ length }, (_, i) => temperature(i)),
  fluorescence: Float64Array.from({ length }, (_, i) => fluorescence(i)),
  quantity: 'fluorescence',
});

const even = (i: number) => 40 + 0.5 * i;
const good = syntheticCurve({ products: [[60, 1000]] });

const HOSTILE: Readonly<Record<string, MeltCurve>> = {
  'no readings': made(0, even, () => 1),
  'one reading': made(1, even, () => 1),
  'three readings': made(3, even, (i) => 9 - i),
  'eight readings': made(8, even, (i) => 100 - i * i),
  constant: made(111, even, () => 500),
  zero: made(111, even, () => 0),
  'a straight line': made(111, even, (i) => 1000 - i),
  'all NaN': made(111, even, () => Number.NaN),
  'some NaN and infinite': {
    ...good,
    fluorescence: good.fluorescence.map((f, i) => (i % 9 === 0 ? Infinity : i % 7 === 0 ? Number.NaN : f)),
  },
  'NaN temperatures': {
    ...good,
    temperature: good.temperature.map((t, i) => (i % 5 === 0 ? Number.NaN : t)),
  },
  huge: { ...good, fluorescence: good.fluorescence.map((f) => f * 1e12) },
  'larger than any reading': { ...good, fluorescence: good.fluorescence.map((f) => f * 1e300) },
  tiny: { ...good, fluorescence: good.fluorescence.map((f) => f * 1e-300) },
  negative: { ...good, fluorescence: good.fluorescence.map((f) => f - 1e6) },
  saturated: { ...good, fluorescence: good.fluorescence.map((f) => Math.min(f, 1200)) },
  spikes: { ...good, fluorescence: good.fluorescence.map((f, i) => (i % 40 === 20 ? f + 5000 : f)) },
  'a step': made(111, even, (i) => (i < 50 ? 1000 : 0)),
  'many steps': made(111, even, (i) => 1000 - 200 * Math.floor(i / 20)),
  'one temperature': made(
    111,
    () => 60,
    (i) => i,
  ),
  'every temperature twice': made(
    222,
    (i) => even(Math.floor(i / 2)),
    (i) => 1000 - 3 * i,
  ),
  'almost equal temperatures': made(
    111,
    (i) => even(i) + (i % 2 === 0 ? 0 : -0.5 + 1e-7),
    (i) => 1000 / (1 + Math.exp(i - 55)),
  ),
  'absurd temperatures': made(
    111,
    (i) => 1e200 * i,
    (i) => i,
  ),
  'one far temperature': made(
    111,
    (i) => (i === 110 ? 5000 : even(i)),
    (i) => 1000 / (1 + Math.exp(i - 55)),
  ),
  alternating: made(111, even, (i) => (i % 2 === 0 ? 1e6 : -1e6)),
  rising: made(111, even, (i) => 1000 / (1 + Math.exp(55 - i))),
  long: made(
    4000,
    (i) => 40 + 0.01375 * i,
    (i) => 1000 / (1 + Math.exp((i - 1800) / 80)),
  ),
};

/** Non-finite numbers in a result would be lost in JSON. */
const numbersOf = (value: unknown): number[] => {
  if (typeof value === 'number') return [value];
  if (ArrayBuffer.isView(value)) return [...(value as Float64Array)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersOf) : [];
};

describe.each(Object.entries(HOSTILE))('a curve of %s', (_, curve) => {
  it.each(['fluorescence', 'derivative'] as const)('gives a call without NaN, as %s', (quantity) => {
    const call = wellAnalyse({
      phases: meltPhase({ ...curve, quantity }),
      configuration: GENOTYPING,
      sampleType: 'BLOOD',
    });
    expect(numbersOf(call).every(Number.isFinite)).toBe(true);
    expect(() => callExplanationSchema.parse(call.explanation)).not.toThrow();
  });

  it('affects no other well of its plate', () => {
    const wells = [
      ...Array.from({ length: 8 }, (_, i) =>
        plateWell(`A${i + 1}`, syntheticCurve({ products: [[60, 1000]], seed: i })),
      ),
      plateWell('B1', curve),
    ];
    const [calls] = plateAnalyse({ assays: [{ configuration: GENOTYPING, wells }] });
    expect(calls?.slice(0, 8).map(({ explanation }) => explanation.combination)).toEqual(Array(8).fill('A'));
  });
});

describe('an input that no laboratory can produce', () => {
  const codeOf = (work: () => unknown): string | null => {
    try {
      work();
      return null;
    } catch (error) {
      return error instanceof AnalysisError ? error.code : 'another error';
    }
  };

  it('is refused with a code', () => {
    const shorter = { ...good, temperature: good.temperature.slice(1) };
    const call = (phases: Parameters<typeof wellAnalyse>[0]['phases'], algorithmVersion = '1.0.0') =>
      codeOf(() => wellAnalyse({ phases, configuration: GENOTYPING, sampleType: 'DNA', algorithmVersion }));
    expect(call(meltPhase(shorter))).toBe('length-mismatch');
    expect(call([{ type: 'ANNEAL', curve: good }])).toBe('phase-not-configured');
    expect(call(meltPhase(good), '0.0.1')).toBe('algorithm-version');
    expect(call(meltPhase(good))).toBeNull();
  });
});

describe('flags of readings', () => {
  const flags = (curve: MeltCurve) =>
    wellAnalyse({
      phases: meltPhase(curve),
      configuration: GENOTYPING,
      sampleType: 'BLOOD',
    }).explanation.flags.map(({ code }) => code);

  it('include saturation, too few readings and a zone beyond the readings', () => {
    expect(flags(HOSTILE['saturated']!)).toContain('saturated');
    expect(flags(HOSTILE['three readings']!)).toContain('too-few-readings');
    const short = {
      ...good,
      temperature: good.temperature.filter((t) => t < 67),
      fluorescence: good.fluorescence.filter((_, i) => good.temperature[i]! < 67),
    };
    expect(flags(short)).toContain('zone-not-read');
    expect(flags(good)).toEqual([]);
  });
});
