import { describe, expect, it } from 'vitest';

import { type Curve, curveOf } from '../../test/amplification-curve.ts';
import { findCq, medianOf, noiseOf } from './find-cq.ts';

const outcomeOf = (curve: Curve) => {
  const found = findCq(curveOf(curve));
  return found.outcome === 'not-known' ? found.fault : found.outcome;
};

describe('findCq', () => {
  it('DIAG-84 finds the maximum of the second derivative 0.5 to 0.7 cycles early for a product that doubles, whatever the scale', () => {
    for (const cq of [15, 18.3, 22.5, 27.9, 31.2, 36]) {
      for (const scale of [1e-3, 1, 1e4]) {
        const { cycle, value } = curveOf({ cq, seed: cq * 10 });
        const found = findCq({ cycle, value: value.map((now) => now * scale) });
        expect(found.outcome).toBe('amplified');
        if (found.outcome !== 'amplified') continue;
        expect(found.cq - cq).toBeGreaterThan(-0.75);
        expect(found.cq - cq).toBeLessThan(-0.45);
      }
    }
  });

  it('DIAG-84 gives the same result in every release', () => {
    const found = [15, 24.5, 33.3].map((cq) => findCq(curveOf({ cq })));
    expect(found).toEqual(GOLDEN);
  });

  it('DIAG-84 a flat or drifting curve is none, and a doubtful one is not known', () => {
    for (let seed = 1; seed <= 200; seed++) {
      expect(outcomeOf({ cq: null, seed })).toBe('none');
      expect(outcomeOf({ cq: null, drift: -3, seed })).toBe('none');
    }
    expect(outcomeOf({ cq: 25, cycles: 12 })).toBe('too-few-cycles');
    expect(outcomeOf({ cq: 25, plateau: 40 })).toBe('unclear');
    expect(outcomeOf({ cq: 9.5 })).toBe('rising-at-start');
    expect(outcomeOf({ cq: 4 })).toBe('unclear');
    expect(outcomeOf({ cq: 44 })).toBe('rising-at-end');
    const { cycle, value } = curveOf({ cq: 25 });
    expect([outcomeOf({ cq: null, cycles: 14 }), outcomeOf({ cq: null, cycles: 15 })]).toEqual([
      'too-few-cycles',
      'none',
    ]);
    // The first maximum with five cycles of baseline and five before it is in cycle 13.
    expect([outcomeOf({ cq: 13 }), outcomeOf({ cq: 13.2 })]).toEqual(['rising-at-start', 'amplified']);
    // It bends clearly, but rises by less than 30 times its noise of 2.3.
    expect(outcomeOf({ cq: 25, plateau: 66, growth: 3 })).toBe('unclear');
    // A product doubles at best; one that grows by a tenth in each cycle is none.
    expect([outcomeOf({ cq: 25, growth: 1.1 }), outcomeOf({ cq: 25, growth: 1.3 })]).toEqual([
      'not-exponential',
      'amplified',
    ]);
    const gap = cycle.map((now, index) => (index > 9 ? now + 1 : now));
    expect(findCq({ cycle: gap, value })).toEqual({ outcome: 'not-known', fault: 'missing-cycles' });
    expect(findCq({ cycle, value: value.map((now, index) => (index === 3 ? Number.NaN : now)) })).toEqual({
      outcome: 'not-known',
      fault: 'not-finite',
    });
  });

  it('DIAG-84 a constant curve, or one at the ceiling of the detector, is not known', () => {
    const { cycle, value } = curveOf({ cq: null });
    const constant = { outcome: 'not-known', fault: 'constant' };
    for (const level of [0, 1.25, 65_535])
      expect(findCq({ cycle, value: value.map(() => level) })).toEqual(constant);
    const ceiling = value.map((now, index) => (index % 3 === 0 ? 65_535 - now / 400 : 65_535));
    expect(findCq({ cycle, value: ceiling })).toEqual(constant);
    const half = Float64Array.from({ length: 16 }, (_, index) => index % 2);
    expect(findCq({ cycle: cycle.slice(0, 16), value: half })).toEqual(constant);
  });

  it('DIAG-84 a jump or a bent baseline is no amplification', () => {
    const flat = curveOf({ cq: null });
    const jump = flat.value.map((now, index) => (index < 20 ? now : now + 500));
    const bent = flat.value.map((now, index) => now + 0.4 * index ** 2);
    const drift = flat.value.map((now, index) => now + 5 * Math.max(0, index - 20));
    const notKnown = (fault: string) => ({ outcome: 'not-known', fault });
    expect(findCq({ ...flat, value: jump })).toEqual(notKnown('not-exponential'));
    expect(findCq({ ...flat, value: drift })).toEqual(notKnown('not-exponential'));
    expect(findCq({ ...flat, value: bent })).toEqual(notKnown('unclear'));
  });

  it('DIAG-89 a rise that more than doubles is no amplification: a step over some cycles, and a straight rise', () => {
    const flat = curveOf({ cq: null });
    const straight = (from: number, over: number, height: number) => ({
      ...flat,
      value: flat.value.map((now, index) => now + height * Math.min(1, Math.max(0, (index - from) / over))),
    });
    const steep = { outcome: 'not-known', fault: 'not-exponential' };
    for (const from of [14, 19, 26])
      for (const [over, height] of [
        [3, 300],
        [5, 400],
        [10, 800],
        [25, 2000],
      ] as const) {
        expect(findCq(straight(from, over, height))).toEqual(steep);
        expect(findCq(straight(from, over, height), false).outcome).toBe('amplified');
      }
    // A product that doubles stays one, whatever its noise.
    for (let seed = 1; seed <= 300; seed++)
      for (const plateau of [300, 3000, 30_000])
        expect(findCq(curveOf({ cq: 16 + (seed % 20), plateau, seed })).outcome).toBe('amplified');
  });

  it('DIAG-84 the first three cycles do not count, and the baseline has all cycles up to the rise', () => {
    const flat = curveOf({ cq: null });
    const settling = flat.value.map((now, index) => (index < 3 ? now + 200 : now));
    expect(findCq({ ...flat, value: settling })).toEqual({ outcome: 'none' });
    const { cycle, value } = curveOf({ cq: 30 });
    const falling = value.map((now, index) => now - 25 * Math.min(index, 10));
    expect(findCq({ cycle, value: falling })).toEqual(findCq({ cycle, value }));
    // The first eight cycles alone would give a baseline far above the product.
    const rising = value.map((now, index) => now + 100 * Math.min(index, 10));
    expect(findCq({ cycle, value: rising }).outcome).toBe('amplified');
  });

  it('DIAG-84 the noise is that of a curve whose third differences have its median', () => {
    // Third differences of n³ are 3! = 6, those of independent readings √(1 + 9 + 9 + 1) times as wide as one.
    const cubic = Float64Array.from({ length: 20 }, (_, n) => n ** 3);
    expect(noiseOf(cubic)).toBeCloseTo((1.4826 * 6) / Math.sqrt(20), 9);
    // A line without noise: 10⁻⁴ of its range.
    expect(noiseOf(Float64Array.from({ length: 20 }, (_, n) => 100 + 10 * n))).toBeCloseTo(0.019, 9);
    expect([medianOf([3, 1, 2]), medianOf([4, 1, 3, 8])]).toEqual([2, 3.5]);
  });
});

/** Of this version, to the bit. */
const GOLDEN = [
  { outcome: 'amplified', cq: 14.380600214324252 },
  { outcome: 'amplified', cq: 23.830055908183905 },
  { outcome: 'amplified', cq: 32.665676179685576 },
];
