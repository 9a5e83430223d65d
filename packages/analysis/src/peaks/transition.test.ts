import { describe, expect, it } from 'vitest';

import { LOGISTIC_WIDTH, skewOf, transitionBend, transitionHeight, transitionWidth } from './transition.ts';

const transition = (logWidth: number, logSkew: number) => ({
  amplitude: 1000,
  tm: 65,
  logWidth,
  logSkew,
});

describe('a transition', () => {
  it('of no skew is a logistic: height A/(4w), width 3.5255 w', () => {
    expect(transitionHeight(transition(0, 0))).toBeCloseTo(250, 9);
    expect(transitionWidth(transition(0, 0))).toBeCloseTo(LOGISTIC_WIDTH, 3);
  });

  it('of extreme skew approaches 2.446 w', () => {
    expect(transitionWidth(transition(0, -2.3))).toBeGreaterThan(2.446);
    expect(transitionWidth(transition(0, -2.3))).toBeLessThan(2.7);
  });

  it('that ends sharply has its end where 1 + ν·e^u is 0, and is steepest at its Tm all the same', () => {
    expect(skewOf(-2.3)).toBeCloseTo(0.1, 3);
    expect(skewOf(-7.3)).toBeCloseTo(-0.4, 2);
    const sharp = transition(0, -7.3);
    expect(transitionBend(sharp, 65).first).toBeCloseTo(0, 9);
    expect(transitionBend(sharp, 65).second).toBeLessThan(0);
    expect(transitionBend(sharp, 65 + Math.log(1 / 0.4) + 0.01)).toEqual({ first: 0, second: 0 });
  });

  it.each([-0.9, -3.3, -6])('of ln ν %d has half of its height half a width away, on both sides', (given) => {
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
  });
});
