import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type MeltCurve, wellAnalyse } from '../src/index.ts';
import { GENOTYPING, meltPhase, syntheticCurve } from './synthetic.ts';

const [PHASE] = GENOTYPING.phases;

interface Scaling {
  readonly minThreshold?: number;
  readonly slopeThreshold?: number;
  readonly minQuality?: number;
  readonly inversed?: boolean;
}

function peaksOf(curve: MeltCurve, scaling: Scaling = {}) {
  const configuration = { ...GENOTYPING, phases: [{ ...PHASE!, ...scaling }] };
  const { explanation } = wellAnalyse({ phases: meltPhase(curve), configuration, sampleType: 'BLOOD' });
  return explanation.phases[0]?.peaks ?? [];
}

const acceptedTm = (curve: MeltCurve, scaling?: Scaling) =>
  peaksOf(curve, scaling).flatMap(({ tm, accepted }) => (accepted ? [tm] : []));

const curves = fc
  .record({
    first: fc.double({ min: 52, max: 66, noNaN: true }),
    gap: fc.double({ min: 6, max: 15, noNaN: true }),
    second: fc.constantFrom(0, 300, 1000),
    noise: fc.constantFrom(0, 1, 5, 20),
    step: fc.constantFrom(0.1, 0.23, 0.5, 1),
    seed: fc.nat(10_000),
  })
  .map(({ first, gap, second, ...rest }) =>
    syntheticCurve({
      products: [[first, 1000], ...(second > 0 ? [[first + gap, second] as const] : [])],
      ...rest,
    }),
  );

const shuffledOrder = (length: number) => Array.from({ length }, (_, i) => (i * 7919) % length);

function expectClose(actual: readonly number[], expected: readonly number[], factor = 1): void {
  expect(actual).toHaveLength(expected.length);
  actual.forEach((value, i) => {
    expect(Math.abs(value / factor - expected[i]!)).toBeLessThan(1e-9 * Math.abs(expected[i]!) + 1e-12);
  });
}

const RUNS = { numRuns: 60, seed: 20 } as const;

describe('the peaks of a curve', () => {
  it('are the same if it is read backwards, as in cooling, or in any order', () => {
    fc.assert(
      fc.property(curves, (curve) => {
        const expected = peaksOf(curve);
        const { temperature, fluorescence, quantity } = curve;
        expect(
          peaksOf({
            temperature: temperature.toReversed(),
            fluorescence: fluorescence.toReversed(),
            quantity,
          }),
        ).toEqual(expected);
        const { length } = temperature;
        const order =
          new Set(shuffledOrder(length)).size === length ? shuffledOrder(length) : [...temperature.keys()];
        expect(
          peaksOf({
            temperature: Float64Array.from(order, (i) => temperature[i]!),
            fluorescence: Float64Array.from(order, (i) => fluorescence[i]!),
            quantity,
          }),
        ).toEqual(expected);
      }),
      RUNS,
    );
  });

  it('keep their Tm and scale their height with the gain', () => {
    fc.assert(
      fc.property(curves, fc.constantFrom(1e-3, 0.37, 8, 12345.678), (curve, gain) => {
        const expected = peaksOf(curve);
        const actual = peaksOf(
          { ...curve, fluorescence: curve.fluorescence.map((f) => gain * f) },
          { minThreshold: gain * PHASE!.minThreshold },
        );
        expectClose(
          actual.map(({ tm }) => tm),
          expected.map(({ tm }) => tm),
        );
        expectClose(
          actual.map(({ height }) => height),
          expected.map(({ height }) => height),
          gain,
        );
        expect(actual.map(({ accepted }) => accepted)).toEqual(expected.map(({ accepted }) => accepted));
      }),
      RUNS,
    );
  });

  it('do not depend on an offset', () => {
    fc.assert(
      fc.property(curves, fc.constantFrom(-5000, 0.5, 20_000), (curve, offset) => {
        const moved = { ...curve, fluorescence: curve.fluorescence.map((f) => f + offset) };
        expectClose(acceptedTm(moved), acceptedTm(curve));
      }),
      RUNS,
    );
  });

  it('are the same for an inverted phase with negated readings', () => {
    fc.assert(
      fc.property(curves, (curve) => {
        const negated = { ...curve, fluorescence: curve.fluorescence.map((f) => -f) };
        expect(peaksOf(negated, { inversed: true })).toEqual(peaksOf(curve));
      }),
      RUNS,
    );
  });

  it('do not increase in number when a limit rises', () => {
    fc.assert(
      fc.property(curves, fc.double({ min: 0, max: 1, noNaN: true }), (curve, part) => {
        const strict: Scaling[] = [
          { minQuality: 0.4 + 0.6 * part },
          { slopeThreshold: 4.72 + 500 * part },
          { minThreshold: 30 + 300 * part },
        ];
        for (const scaling of strict) {
          expect(acceptedTm(curve, scaling).length).toBeLessThanOrEqual(acceptedTm(curve).length);
        }
      }),
      RUNS,
    );
  });

  it('are found within a few standard errors of the truth', () => {
    const distances = Array.from({ length: 40 }, (_, seed) => {
      const tm = 55 + 0.7 * seed;
      const [peak] = peaksOf(syntheticCurve({ products: [[tm, 1000]], noise: 5, seed }));
      return Math.abs(peak!.tm - tm) / peak!.tmError!;
    });
    expect(Math.max(...distances)).toBeLessThan(5);
  });
});
