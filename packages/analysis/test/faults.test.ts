import type { SampleType } from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import { DEFAULT_PHASE } from '../bench/analyse.ts';
import { faultCurves } from '../bench/fault-sets.ts';
import { type MeltCurve, wellAnalyse } from '../src/index.ts';
import { GENOTYPING, meltPhase, syntheticCurve } from './synthetic.ts';

const analyse = (curve: MeltCurve, sampleType: SampleType = 'BLOOD') =>
  wellAnalyse({ phases: meltPhase(curve), configuration: GENOTYPING, sampleType }).explanation;

const tmOf = (curve: MeltCurve): number[] =>
  analyse(curve).phases.flatMap(({ peaks }) => peaks.flatMap(({ tm, accepted }) => (accepted ? [tm] : [])));

const flagsOf = (curve: MeltCurve, code: string) => analyse(curve).flags.filter((flag) => flag.code === code);

/** The same curve with changed readings. */
const changed = (curve: MeltCurve, change: (reading: number, temperature: number) => number): MeltCurve => ({
  ...curve,
  fluorescence: curve.fluorescence.map((reading, i) => change(reading, curve.temperature[i]!)),
});

const isAt = (temperature: number, wanted: number): boolean => Math.abs(temperature - wanted) < 1e-6;

const product = syntheticCurve({ products: [[60, 1000]], noise: 2 });
const empty = syntheticCurve({ products: [], noise: 2 });

describe('single outliers', () => {
  // One reading off by 100 RFU used to move Tm by 0.24 °C, by 300 RFU to break the peak, by 1000 RFU far away
  // to hide it.
  it.each([
    [60.4, 100],
    [59.2, -300],
    [75, 1000],
    [40, 1000],
  ])('REVIEW-131 at %d °C, %d RFU off, is excluded and flagged', (place, size) => {
    const spoilt = changed(product, (reading, t) => reading + (isAt(t, place) ? size : 0));
    expect(tmOf(spoilt)).toHaveLength(1);
    expect(tmOf(spoilt)[0]).toBeCloseTo(tmOf(product)[0]!, 2);
    const [spike, another] = flagsOf(spoilt, 'spike');
    expect(another).toBeUndefined();
    expect(spike!.temperature).toBeCloseTo(place, 6);
    expect(Math.abs(spike!.measured! - size)).toBeLessThan(40);
  });

  it('cannot be detected in a steep melt on a coarse grid', () => {
    for (let seed = 0; seed < 40; seed++) {
      const coarse = syntheticCurve({
        products: [[60 + 0.025 * seed, 1000]],
        step: 1,
        width: 2,
        noise: 2,
        seed,
      });
      expect(analyse(coarse).flags).toEqual([]);
    }
  });
});

describe('a detector at its limit', () => {
  it.each([
    ['top', (reading: number) => Math.min(reading, 1500)],
    ['bottom', (reading: number) => Math.max(reading, 800)],
  ] as const)('REVIEW-132 its readings are excluded from the fit and counted, at the %s', (_, cut) => {
    const clipped = changed(product, cut);
    const atLimit = clipped.fluorescence.filter((reading) => reading === 1500 || reading === 800).length;
    expect(atLimit).toBeGreaterThan(20);
    expect(Math.abs(tmOf(clipped)[0]! - 60)).toBeLessThan(0.1);
    expect(flagsOf(clipped, 'saturated').map(({ measured }) => measured)).toEqual([atLimit]);
  });

  // Half of the wells of a plate with two-decimal readings used to be called saturated.
  it('does not cause coarsely rounded readings', () => {
    const rounded = changed(product, (reading) => 20 * Math.round(reading / 20));
    expect(flagsOf(rounded, 'saturated')).toEqual([]);
  });
});

describe('a jump between two readings', () => {
  it('REVIEW-133 is not a peak, and is flagged', () => {
    const jumping = changed(empty, (reading, t) => (t > 70.1 ? reading - 30 : reading));
    expect(tmOf(jumping)).toEqual([]);
    const [step] = flagsOf(jumping, 'step');
    expect(step!.temperature).toBeCloseTo(70.1, 6);
    expect(Math.abs(step!.measured! + 30)).toBeLessThan(10);
  });

  it('REVIEW-133 does not move the product beside it', () => {
    const jumping = changed(product, (reading, t) => (t > 66.1 ? reading - 200 : reading));
    expect(tmOf(jumping)).toHaveLength(1);
    expect(tmOf(jumping)[0]).toBeCloseTo(60, 1);
  });
});

describe('a melt at the end of the readings', () => {
  const cutAt = (last: number): MeltCurve => ({
    ...product,
    temperature: product.temperature.filter((t) => t <= last),
    fluorescence: product.fluorescence.filter((_, i) => product.temperature[i]! <= last),
  });

  it('REVIEW-134 is found and flagged as near the end', () => {
    const curve = cutAt(61);
    expect(tmOf(curve)).toHaveLength(1);
    expect(Math.abs(tmOf(curve)[0]! - 60)).toBeLessThan(0.2);
    expect(flagsOf(curve, 'near-end')).toHaveLength(1);
  });

  it('REVIEW-134 is flagged if it is not found', () => {
    const curve = cutAt(59.6);
    expect(tmOf(curve)).toEqual([]);
    expect(flagsOf(curve, 'cut-off-melt')[0]?.temperature).toBeCloseTo(59.6, 6);
  });
});

describe('a hump as high as a product', () => {
  const humped = (width: number, product: number) =>
    changed(
      syntheticCurve({ products: [[60 + product, 300]], width: 2, noise: 3 }),
      (reading, t) => reading + 4000 / (1 + Math.exp((t - 60) / (width / 3.5255))),
    );

  it('REVIEW-130 is flagged if it counts', () => {
    const [flag] = flagsOf(humped(10, 40), 'wide-peak');
    expect(flag!.temperature).toBeCloseTo(60, 0);
    expect(flag!.measured).toBeGreaterThan(9);
  });

  it('REVIEW-130 does not hide the product beside it, and is flagged', () => {
    const curve = humped(13, 10);
    expect(tmOf(curve)).toHaveLength(1);
    expect(Math.abs(tmOf(curve)[0]! - 70)).toBeLessThan(0.1);
    expect(analyse(curve).flags.map(({ code }) => code)).toContain('wide-peak');
  });
});

describe('a melt without a peak', () => {
  /** Far wider than any product. */
  const hump = changed(empty, (reading, t) => reading + 2000 / (1 + Math.exp((t - 66) / 4.8)));

  it('REVIEW-130 prevents the call of the well, and fails a negative control', () => {
    const sample = analyse(hump);
    expect(sample.combination).toBe('NONE');
    expect(sample.diagnostic).toBeNull();
    expect(sample.score).toBe(0);
    const [flag] = sample.flags.filter(({ code }) => code === 'unresolved-melt');
    expect(flag!.measured).toBeGreaterThan(flag!.limit!);
    expect(analyse(hump, 'NEGATIVE_TEST').diagnostic).toBe('TEST_KO');
    expect(analyse(hump, 'POSITIVE_TEST').diagnostic).toBe('TEST_KO');
  });

  it('is flagged, but called, if it is lower than a peak must be', () => {
    const low = changed(empty, (reading, t) => reading + 60 / (1 + Math.exp((t - 65) / 0.85)));
    expect(analyse(low).diagnostic).toBe('NEGATIVE');
    expect(flagsOf(low, 'uncounted-melt')[0]?.measured).toBeGreaterThan(40);
    expect(analyse(empty).flags).toEqual([]);
  });
});

describe('a product that used to be neither found nor flagged', () => {
  it.each([
    // An outlier of 300 or 100 RFU in the melt, on a grid too coarse to show it, used to move the fit by 1
    // °C.
    [31, [441]],
    [50_031, [468]],
    // A hump beside the product: both found, but not separated.
    [31, [2648, 3176]],
    // The product is on the hump, so that its width at half height is the hump's.
    [25_031, [3212]],
    [50_031, [3120]],
  ])('REVIEW-130 of curves with faults, set %d, %j, is found or flagged', (seed, numbers) => {
    const curves = faultCurves(seed);
    for (const number of numbers) {
      const { temperature, fluorescence, tm } = curves[number]!;
      const curve: MeltCurve = { temperature, fluorescence, quantity: 'fluorescence' };
      const { phases, flags } = wellAnalyse({
        phases: meltPhase(curve),
        // Without zones, because a peak outside all zones is flagged for that alone.
        configuration: { channel: 'FAM', phases: [DEFAULT_PHASE], rules: [] },
        sampleType: 'BLOOD',
      }).explanation;
      const counted = phases.flatMap(({ peaks }) => peaks.filter(({ accepted }) => accepted));
      expect(flags.length > 0 || counted.some((peak) => Math.abs(peak.tm - tm!) < 1)).toBe(true);
    }
  });
});

describe('a melt that ends sharply', () => {
  it.each([0.5, 1])('has its Tm at the steepest point, with readings %d °C apart', (step) => {
    const flat = syntheticCurve({ products: [], noise: 1, step });
    // ν = −0.3: 2 °C wide, of which 1.3 lie below Tm.
    const sharp = (t: number): number => Math.max(0, 1 - 0.3 * Math.exp((t - 60.7) / 0.9)) ** (1 / 0.3);
    const curve = changed(flat, (reading, t) => reading + 1000 * sharp(t));
    expect(tmOf(curve)).toHaveLength(1);
    expect(Math.abs(tmOf(curve)[0]! - 60.7)).toBeLessThan(0.015);
  });
});
