import { describe, expect, it } from 'vitest';

import { besideCurves, curveOf, flatCurve } from '../../test/amplification-curve.ts';
import { type AmplificationReadings as Curve, findCq, medianOf, noiseOf } from './find-cq.ts';
import { findCqBeside } from './plate-levels.ts';

describe('a straight curve beside those of its plate', () => {
  const other = (cq: number | null, seed: number) => curveOf({ cq, seed });
  const asked = (curve: Curve, more: readonly Curve[] = besideCurves()) =>
    findCqBeside(curve, [...more, curve]);
  const notKnown = (fault: string) => ({ outcome: 'not-known', fault });

  it('DIAG-87 has no Cq where a product would have been seen', () => {
    for (let seed = 10; seed < 60; seed++) {
      expect(asked(curveOf({ cq: null, seed }))).toEqual({ outcome: 'none' });
      expect(asked(flatCurve(700, 1, seed), [])).toEqual({ outcome: 'none' });
    }
    expect(asked(curveOf({ cq: 25, seed: 7 }))).toMatchObject({ outcome: 'amplified' });
    // Most of its readings are above the ends of the products.
    expect(asked(curveOf({ cq: 15, plateau: 3300, seed: 7 }))).toMatchObject({ outcome: 'amplified' });
  });

  it('DIAG-87 is not known at the level where products end: the detector may be saturated', () => {
    expect(asked(flatCurve(3450, 1))).toEqual(notKnown('at-ceiling'));
    expect(asked(flatCurve(65_000, 8))).toEqual(notKnown('at-ceiling'));
    expect(asked(flatCurve(3300, 1))).toEqual({ outcome: 'none' });
  });

  it('DIAG-87 is not known from the median of the last three readings of one product on', () => {
    const product = other(22, 1);
    const end = medianOf(product.value.slice(-3));
    const { cycle, value } = flatCurve(0, 1);
    const middle = medianOf(value);
    const at = (level: number) =>
      asked({ cycle, value: value.map((now) => level + (now - middle)) }, [product]);
    expect([at(end), at(end - 0.5)]).toEqual([notKnown('at-ceiling'), { outcome: 'none' }]);
  });

  it('DIAG-87 is not known if many readings are the largest one, also alone on a plate', () => {
    const { cycle, value } = flatCurve(65_530, 3);
    const clipped = { cycle, value: value.map((now) => Math.min(now, 65_533)) };
    expect(clipped.value.filter((now) => now === 65_533).length).toBeLessThan(23); // not constant
    expect(findCq(clipped)).toEqual({ outcome: 'none' });
    expect(asked(clipped, [])).toEqual(notKnown('at-ceiling'));
  });

  it('DIAG-87 is clipped if 15 % of its readings are the largest one', () => {
    const curve = flatCurve(900, 3);
    const [cycle, value] = [curve.cycle.slice(0, 40), curve.value.slice(0, 40)];
    const largest = value.toSorted().toReversed();
    const clipped = (count: number) =>
      asked({ cycle, value: value.map((now) => Math.min(now, largest[count - 1]!)) }, []);
    expect([clipped(6), clipped(5)]).toEqual([notKnown('at-ceiling'), { outcome: 'none' }]);
  });

  it('DIAG-87 hides a product if this rises by less than 30 times its noise', () => {
    // Too few curves for the noise of the others. The products rise by 3000 and the drift of about 23.
    const products = [other(22, 1), other(26, 2)];
    const noise = noiseOf(flatCurve(0, 1).value);
    const noisy = (own: number) => asked(flatCurve(900, own / noise), products);
    expect([noisy(99), noisy(102)]).toEqual([{ outcome: 'none' }, notKnown('too-noisy')]);
  });

  it('DIAG-87 is not known if its noise would hide a product, or is far above that of the others', () => {
    const noisy = flatCurve(900, 100);
    expect(findCq(noisy)).toEqual({ outcome: 'none' });
    expect(asked(noisy)).toEqual(notKnown('too-noisy'));
    const empty = [3, 4, 5, 6].map((seed) => other(null, seed));
    expect(asked(flatCurve(900, 15), empty)).toEqual(notKnown('too-noisy'));
    expect(asked(flatCurve(900, 3), empty)).toEqual({ outcome: 'none' });
  });

  it('DIAG-87 knows the noise of the others from four curves of at least 15 finite cycles, itself among them', () => {
    const [first, second, third] = [3, 4, 5].map((seed) => other(null, seed)) as [Curve, Curve, Curve];
    const noisy = (last: Curve) => asked(flatCurve(900, 15), [first, second, last]);
    const short = (cycles: number) => curveOf({ cq: null, cycles, seed: 5 });
    expect([noisy(third), noisy(short(15))]).toEqual([notKnown('too-noisy'), notKnown('too-noisy')]);
    expect(noisy(short(14))).toEqual({ outcome: 'none' });
    const gap = { ...third, value: third.value.map((now, index) => (index === 20 ? Number.NaN : now)) };
    expect(noisy(gap)).toEqual({ outcome: 'none' });
    expect(asked(flatCurve(900, 15), [first, second, gap, third])).toEqual(notKnown('too-noisy'));
  });
});
