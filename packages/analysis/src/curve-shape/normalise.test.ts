import { describe, expect, it } from 'vitest';

import { GENOTYPES, twoStateCurve } from '../../test/two-state.ts';
import { commonCrossing, crossingOf, curveAlign } from './align.ts';
import { curveDistance, curvesMean } from './distance.ts';
import { curveNormalise, type NormalisedCurve, type SignalCurve } from './normalise.ts';

type Regions = Parameters<typeof curveNormalise>[1];
const REGIONS: Regions = { before: [75, 77], after: [86, 88], background: 'linear' };
const regions = (changes: Partial<Regions> = {}): Regions => ({ ...REGIONS, ...changes });
const normalised = (curve: SignalCurve, changes: Partial<Regions> = {}): NormalisedCurve => {
  const found = curveNormalise(curve, regions(changes));
  if ('fault' in found) throw new Error(found.fault);
  return found;
};
const faultOf = (curve: SignalCurve, changes: Partial<Regions> = {}) => {
  const found = curveNormalise(curve, regions(changes));
  return 'fault' in found ? found.fault : null;
};

/** A curve that is a function of temperature. */
const curveOf = (signal: (t: number) => number, step = 0.2): SignalCurve => {
  const temperature = Float64Array.from({ length: Math.round(22 / step) + 1 }, (_, i) => 70 + i * step);
  return { temperature, fluorescence: temperature.map(signal) };
};
const fraction = (t: number): number => 1 / (1 + Math.exp((t - 81.5) / 0.3));

describe('DIAG-70 a curve is normalised between its regions', () => {
  it('to the melted fraction, whatever straight lines lie before and after the melt', () => {
    const upper = (t: number) => 900 - 4 * (t - 70);
    const lower = (t: number) => 120 - 1 * (t - 70);
    const { temperature, percent } = normalised(
      curveOf((t) => fraction(t) * upper(t) + (1 - fraction(t)) * lower(t), 0.1),
    );
    expect([temperature[0], temperature.length]).toEqual([75, 131]);
    const worst = Math.max(...temperature.map((t, i) => Math.abs(percent[i]! - 100 * fraction(t))));
    expect(worst).toBeLessThan(0.005);
  });

  it('to the melted fraction over an exponential background', () => {
    const signal = (t: number) => 400 * Math.exp(-0.05 * (t - 70)) + 500 * fraction(t);
    const { temperature, percent } = normalised(curveOf(signal, 0.1), { background: 'exponential' });
    const worst = Math.max(...temperature.map((t, i) => Math.abs(percent[i]! - 100 * fraction(t))));
    expect(worst).toBeLessThan(0.05);
    const straight = normalised(curveOf(signal, 0.1));
    expect(
      Math.max(...temperature.map((t, i) => Math.abs(straight.percent[i]! - 100 * fraction(t)))),
    ).toBeGreaterThan(1);
  });

  it.each(['linear', 'exponential'] as const)('%s, without regard to unit and sign', (background) => {
    const curve = curveOf((t) => 800 * Math.exp(-0.02 * (t - 70)) + 600 * fraction(t));
    const other = { ...curve, fluorescence: curve.fluorescence.map((value) => -3 * value + 50) };
    const [a, b] = [normalised(curve, { background }), normalised(other, { background })];
    expect(Math.max(...a.percent.map((value, i) => Math.abs(value - b.percent[i]!)))).toBeLessThan(1e-6);
  });

  it('or says why it cannot be', () => {
    const melt = twoStateCurve(GENOTYPES.wild);
    expect(faultOf(melt, { before: [69, 77] })).toBe('region-not-read');
    expect(faultOf(melt, { after: [86, 93] })).toBe('region-not-read');
    expect(faultOf(melt, { before: [75, 75.3] })).toBe('too-few-readings');
    expect(faultOf({ temperature: new Float64Array(0), fluorescence: new Float64Array(0) })).toBe(
      'region-not-read',
    );
    expect(faultOf(twoStateCurve([], { noise: 2 }))).toBe('no-melt');
    expect(faultOf(curveOf(() => 500))).toBe('no-melt');
    expect(faultOf(curveOf((t) => 100 * fraction(t) * (1 - 0.2 * (t - 82)) + 0.5 * t))).toBe(
      'backgrounds-cross',
    );
    expect(
      faultOf(
        curveOf((t) => 500 * fraction(t) + (t > 84 ? 3 : -3) * t),
        { background: 'exponential' },
      ),
    ).toBe('no-background');
  });
});

describe('DIAG-70 a curve is not normalised', () => {
  it('over an exponential background that swallows the melt or turns it over', () => {
    const exponential = { background: 'exponential' } as const;
    const over = (melt: number, level: number) =>
      curveOf((t) => melt * fraction(t) + level * Math.exp(-0.05 * (t - 70)), 0.1);
    expect(faultOf(over(500, 4000), exponential)).toBeNull();
    expect(faultOf(over(200, 4000), exponential)).toBe('no-background');
    // The signal falls, and what the background leaves rises.
    expect(faultOf(over(-100, 4000), exponential)).toBe('no-background');
  });

  it('if there are too few readings between the regions, or a gap', () => {
    const curve = curveOf(fraction);
    const without = (from: number, to: number) => {
      const kept = [...curve.temperature.keys()].filter(
        (i) => curve.temperature[i]! <= from || curve.temperature[i]! >= to,
      );
      return {
        temperature: Float64Array.from(kept, (i) => curve.temperature[i]!),
        fluorescence: Float64Array.from(kept, (i) => curve.fluorescence[i]!),
      };
    };
    expect(faultOf(without(81, 81.5))).toBeNull();
    expect(faultOf(without(81, 82))).toBe('too-few-readings');
    expect(faultOf(without(77, 86))).toBe('too-few-readings');
    expect(faultOf(curve, { before: [75, 80.9], after: [82, 88] })).toBeNull();
    expect(faultOf(curve, { before: [75, 81], after: [81.9, 88] })).toBe('too-few-readings');
  });
});

/** Readings and regions of eight readings without rounding: limits are met exactly. */
describe('DIAG-70 at its limits, a curve', () => {
  type Line = (t: number) => number;
  /** One line below 81 °C, another from there on. */
  const exact = (upper: Line | number, lower: Line | number, to = 87.75): SignalCurve => {
    const temperature = Float64Array.from({ length: (to - 75) * 4 + 1 }, (_, i) => 75 + i / 4);
    const value = (line: Line | number, t: number) => (typeof line === 'number' ? line : line(t));
    return { temperature, fluorescence: temperature.map((t) => value(t < 81 ? upper : lower, t)) };
  };
  const EXACT: Partial<Regions> = { before: [75, 76.75], after: [86, 87.75] };
  const exactFault = (curve: SignalCurve, changes: Partial<Regions> = {}) =>
    faultOf(curve, { ...EXACT, ...changes });
  const exponential = { background: 'exponential' } as const;
  /** Scatters by 2 around zero from 75 to 76.75 °C without slope: √(2 · (3² + 3 · 1²) / (8 − 2)). */
  const scatter: Line = (t) => (t === 75 || t === 76.75 ? 3 : t > 76.75 ? 0 : -1);

  it('falls by 20 times the larger scatter around a line', () => {
    const fall = (by: number) => exactFault(exact((t) => by + scatter(t), 0));
    expect([fall(40), fall(39.5), fall(-40), fall(-39.5)]).toEqual([null, 'no-melt', null, 'no-melt']);
    const later = (by: number) => exactFault(exact(by, (t) => scatter(t - 11)));
    expect([later(40), later(39.5)]).toEqual([null, 'no-melt']);
  });

  it('has no melt without a fall, also without scatter', () => {
    const falling: Line = (t) => -2 * t;
    expect(exactFault(exact(512, 512))).toBe('no-melt');
    expect(exactFault(exact(falling, falling), exponential)).toBe('no-melt');
    const background: Line = (t) => 4000 * Math.exp(-0.05 * (t - 70));
    const noisy: Line = (t) => 300 + background(t) + 10 * scatter(t);
    expect(exactFault(exact(noisy, background), exponential)).toBe('no-melt');
  });

  it.each([2, -2])('has lines a quarter of their middle distance apart at the ends: slope %d', (slope) => {
    // 12.75 less at an end than in the middle, 81.375 °C.
    const apart = (middle: number) => exactFault(exact((t) => middle + slope * (t - 81.375), 0));
    expect([apart(17), apart(16.75)]).toEqual([null, 'backgrounds-cross']);
  });

  it('keeps a quarter of its fall above an exponential background, which may be straight', () => {
    const background: Line = (t) => -3 * (t - 75);
    const over = (melt: number) => exact((t) => melt + background(t), background);
    // The regions are 11 °C apart: 11 of 11 + 3 · 11.
    expect([exactFault(over(11), exponential), exactFault(over(10.75), exponential)]).toEqual([
      null,
      'no-background',
    ]);
    const { percent } = normalised(over(11), { ...EXACT, ...exponential });
    for (const [i, value] of [
      [0, 100],
      [50, 100],
      [70, 0],
      [127, 0],
    ] as const)
      expect(percent[i]).toBeCloseTo(value, 9);
  });

  it('has no exponential background through a flat region', () => {
    const falling: Line = (t) => 1000 - 2 * t;
    expect(exactFault(exact(falling, 0), exponential)).toBe('no-background');
    expect(exactFault(exact(1000, falling), exponential)).toBe('no-background');
  });

  it('has three readings in a region and five between them, those on a limit belonging to the region', () => {
    const curve = exact(100, 0);
    expect(exactFault(curve, { before: [75, 75.5] })).toBeNull();
    expect(exactFault(curve, { before: [75.1, 75.5] })).toBe('too-few-readings');
    expect(exactFault(curve, { before: [75, 75.4] })).toBe('too-few-readings');
    expect(exactFault(curve, { before: [75, 79.5], after: [81, 87.75] })).toBeNull();
    expect(exactFault(curve, { before: [75, 79.75], after: [81, 87.75] })).toBe('too-few-readings');
  });

  it('reaches from the start of one region to the end of the other but for 0.05 °C', () => {
    const curve = exact(100, 0);
    expect(exactFault(curve, { before: [74.94, 76.75] })).toBe('region-not-read');
    expect(exactFault(curve, { after: [86, 87.81] })).toBe('region-not-read');
    const { percent } = normalised(curve, { before: [74.96, 76.75], after: [86, 87.79] });
    expect([percent[0], percent.at(-1)]).toEqual([100, 0]);
  });

  it('is interpolated up to its last reading', () => {
    const { temperature, percent } = normalised(exact(100, 0, 88));
    expect([temperature.at(-1), percent.at(-1)]).toEqual([expect.closeTo(88, 9), 0]);
    // From 80.75 °C (100 %) to 81 °C (0 %).
    expect([percent[58], percent[59]]).toEqual([expect.closeTo(80, 6), expect.closeTo(40, 6)]);
  });
});

describe('DIAG-71 curves are compared between the regions', () => {
  const pair = () => [normalised(curveOf(fraction)), normalised(curveOf((t) => fraction(t + 0.3)))] as const;

  it('by their difference, its root mean square and its largest value', () => {
    const [one, other] = pair();
    const { distance, most, mostAt } = curveDistance(one, other, REGIONS);
    const inside = one.percent
      .map((percent, i) => percent - other.percent[i]!)
      .filter((_, i) => one.temperature[i]! >= 77 && one.temperature[i]! <= 86);
    expect(distance).toBeCloseTo(Math.sqrt(inside.reduce((sum, d) => sum + d * d, 0) / inside.length), 9);
    expect(most).toBeCloseTo(Math.max(...inside), 9);
    expect(mostAt).toBeGreaterThan(81);
    expect(mostAt).toBeLessThan(81.8);
    expect(curveDistance(other, one, REGIONS).most).toBeCloseTo(-most, 9);
    expect(curveDistance(one, one, REGIONS)).toEqual({ distance: 0, most: 0, mostAt: 77 });
    expect(curvesMean([one, other]).percent[60]).toBeCloseTo((one.percent[60]! + other.percent[60]!) / 2, 9);
  });

  it('after an alignment, which hides a shift and nothing else', () => {
    const [one, other] = pair();
    const to = commonCrossing([one], 20)!;
    expect(crossingOf(one, 20)).toBe(to);
    const aligned = curveAlign(other, { level: 20, to })!;
    expect(curveDistance(one, other, REGIONS).distance).toBeGreaterThan(5);
    expect(curveDistance(one, aligned, REGIONS).distance).toBeLessThan(0.3);
    expect(curveAlign(other, { level: 20, to: to + 1.5 })).toBeNull();
    const flat = { ...one, percent: one.percent.map(() => 50) };
    expect(curveAlign(flat, { level: 20, to })).toBeNull();
  });
});
