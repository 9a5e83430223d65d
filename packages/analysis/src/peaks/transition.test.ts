import { describe, expect, it } from 'vitest';

import { FIT, SHARP } from '../settings.ts';
import {
  LOGISTIC_WIDTH,
  skewOf,
  transitionBend,
  transitionHeight,
  transitionSlope,
  transitionWidth,
} from './transition.ts';

const transition = (logWidth: number, logSkew: number) => ({
  amplitude: 1000,
  tm: 65,
  logWidth,
  logSkew,
});

describe('a transition', () => {
  it('without skew is a logistic: height A/(4w), width 3.5255 w', () => {
    expect(transitionHeight(transition(0, 0))).toBeCloseTo(250, 9);
    expect(transitionWidth(transition(0, 0))).toBeCloseTo(LOGISTIC_WIDTH, 3);
  });

  it('approaches a width of 2.446 w with extreme skew', () => {
    expect(transitionWidth(transition(0, -2.3))).toBeGreaterThan(2.446);
    expect(transitionWidth(transition(0, -2.3))).toBeLessThan(2.7);
  });

  it('that ends sharply ends where 1 + ν·e^u is 0, and is still steepest at its Tm', () => {
    expect(skewOf(-2.3)).toBeCloseTo(0.1, 3);
    expect(skewOf(-7.3)).toBeCloseTo(-0.4, 2);
    const sharp = transition(0, -7.3);
    expect(transitionBend(sharp, 65).first).toBeCloseTo(0, 9);
    expect(transitionBend(sharp, 65).second).toBeLessThan(0);
    expect(transitionBend(sharp, 65 + Math.log(1 / 0.4) + 0.01)).toEqual({ first: 0, second: 0 });
  });

  it.each([-0.9, -3.3, -6, 1.5, FIT.mostLogSkew])(
    'with ln ν %d has half of its height half a width away, on both sides',
    (given) => {
      const { amplitude, tm, logWidth, logSkew } = transition(0.3, given);
      const skew = skewOf(logSkew);
      const value = (t: number) =>
        amplitude * (1 + skew * Math.exp((t - tm) / Math.exp(logWidth))) ** (-1 / skew);
      const slope = (t: number) => (value(t - 1e-4) - value(t + 1e-4)) / 2e-4;
      const half = transitionHeight(transition(logWidth, logSkew)) / 2;
      let [low, high] = [tm, tm];
      while (slope(low) > half) low -= 1e-4;
      while (slope(high) > half) high += 1e-4;
      expect(high - low).toBeCloseTo(transitionWidth(transition(logWidth, logSkew)), 2);
    },
  );

  it('has the width of the nearest skew if its own is outside the bounds of a fit', () => {
    const widthOf = (logSkew: number) => transitionWidth(transition(0.3, logSkew));
    expect(widthOf(FIT.mostLogSkew + 1)).toBe(widthOf(FIT.mostLogSkew));
    expect(widthOf(SHARP.leastLogSkew - 1)).toBe(widthOf(SHARP.leastLogSkew));
    expect(widthOf(FIT.mostLogSkew)).toBeGreaterThan(widthOf(SHARP.leastLogSkew));
  });

  describe.each([0, -0.9, 1.5, -3.3, -6])('with ln ν %d', (logSkew) => {
    const one = transition(0.3, logSkew);
    const { amplitude, tm, logWidth } = one;
    const skew = skewOf(logSkew);
    const value = (t: number) =>
      amplitude * (1 + skew * Math.exp((t - tm) / Math.exp(logWidth))) ** (-1 / skew);
    const slope = (t: number) => transitionSlope(one, t);
    const places = [tm - 3, tm - 1, tm + 0.5, tm + 0.9];

    it('has the slope of the signal, and its height at Tm', () => {
      for (const t of places) expect(slope(t)).toBeCloseTo((value(t - 1e-5) - value(t + 1e-5)) / 2e-5, 3);
      expect(slope(tm)).toBeCloseTo(transitionHeight(one), 9);
    });

    it('has the derivatives of its slope', () => {
      for (const t of places) {
        const { first, second } = transitionBend(one, t);
        expect(first).toBeCloseTo((slope(t + 1e-4) - slope(t - 1e-4)) / 2e-4, 2);
        expect(second).toBeCloseTo((slope(t + 1e-3) - 2 * slope(t) + slope(t - 1e-3)) / 1e-6, 1);
      }
    });
  });

  it('is flat at 30 widths from its Tm, and has no slope beyond its end', () => {
    const logistic = transition(0, 0);
    for (const side of [-1, 1]) {
      const [near, far] = [65 + 30 * side, 65 + 40 * side];
      expect(transitionSlope(logistic, far)).toBe(transitionSlope(logistic, near));
      expect(transitionSlope(logistic, near)).toBeGreaterThan(0);
      expect(transitionBend(logistic, far)).toEqual(transitionBend(logistic, near));
    }
    expect(transitionSlope(transition(0, -7.3), 65 + Math.log(1 / 0.4) + 0.01)).toBe(0);
  });
});
