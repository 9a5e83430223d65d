import { describe, expect, it } from 'vitest';

import { besideCurves, curveOf, flatCurve } from '../../test/amplification-curve.ts';
import { type AmplificationReadings, findCq } from './find-cq.ts';
import { findCqBeside } from './plate-levels.ts';

describe('a straight curve beside those of its plate', () => {
  const other = (cq: number | null, seed: number) => curveOf({ cq, seed });
  const asked = (curve: AmplificationReadings, more: readonly AmplificationReadings[] = besideCurves()) =>
    findCqBeside(curve, [...more, curve]);
  const notKnown = (fault: string) => ({ outcome: 'not-known', fault });

  it('DIAG-87 has no Cq where a product would have been seen', () => {
    for (let seed = 10; seed < 60; seed++) {
      expect(asked(curveOf({ cq: null, seed }))).toEqual({ outcome: 'none' });
      expect(asked(flatCurve(700, 1, seed), [])).toEqual({ outcome: 'none' });
    }
    expect(asked(curveOf({ cq: 25, seed: 7 }))).toMatchObject({ outcome: 'amplified' });
  });

  it('DIAG-87 is not known at the level where products end: the detector may be saturated', () => {
    expect(asked(flatCurve(3450, 1))).toEqual(notKnown('at-ceiling'));
    expect(asked(flatCurve(65_000, 8))).toEqual(notKnown('at-ceiling'));
  });

  it('DIAG-87 is not known if many readings are the largest one, also alone on a plate', () => {
    const { cycle, value } = flatCurve(65_530, 3);
    const clipped = { cycle, value: value.map((now) => Math.min(now, 65_533)) };
    expect(clipped.value.filter((now) => now === 65_533).length).toBeLessThan(23); // not constant
    expect(findCq(clipped)).toEqual({ outcome: 'none' });
    expect(asked(clipped, [])).toEqual(notKnown('at-ceiling'));
  });

  it('DIAG-87 is not known if its noise would hide a product, or is far above that of the others', () => {
    const noisy = flatCurve(900, 100);
    expect(findCq(noisy)).toEqual({ outcome: 'none' });
    expect(asked(noisy)).toEqual(notKnown('too-noisy'));
    const empty = [3, 4, 5, 6].map((seed) => other(null, seed));
    expect(asked(flatCurve(900, 15), empty)).toEqual(notKnown('too-noisy'));
    expect(asked(flatCurve(900, 3), empty)).toEqual({ outcome: 'none' });
  });
});
