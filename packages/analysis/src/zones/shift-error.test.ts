import { describe, expect, it } from 'vitest';

import { medianError, middle, studentFactor } from './shift-error.ts';

/** Reproducible pseudo-random normal deviates (Box and Muller). */
function normals(seed: number): () => number {
  let state = seed;
  const uniform = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 1) / 4294967297;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

const PLATES = 20_000;

/** Fraction of simulated plates whose shift lies within two standard errors of the true one, 0. */
function held(count: number, sd: number): number {
  const normal = normals(1000 * count + Math.round(100 * sd));
  let within = 0;
  for (let plate = 0; plate < PLATES; plate++) {
    const shifts = Array.from({ length: count }, () => sd * normal());
    const error = medianError(
      shifts,
      shifts.map(() => 0.02),
    );
    if (Math.abs(middle(shifts)) <= 2 * error) within += 1;
  }
  return within / PLATES;
}

describe('TMC-20 the standard error of a shift', () => {
  it.each([1, 2, 3, 4, 6, 8, 12])('covers the shift of plates with %d controls in 95 of 100', (count) => {
    expect(held(count, 0.1)).toBeGreaterThan(0.95);
    expect(held(count, 0.05)).toBeGreaterThan(0.95);
  });

  it.each([
    [2, 0.86],
    [3, 0.88],
    [6, 0.91],
    [12, 0.92],
  ])('increases with %d controls that differ twice as much', (count, least) => {
    expect(held(count, 0.2)).toBeGreaterThan(least);
  });

  it('is large for few controls that agree by chance, and decreases with each further one', () => {
    const alike = (count: number) =>
      medianError(Array<number>(count).fill(0.6), Array<number>(count).fill(0.02));
    expect(alike(1)).toBeCloseTo(0.1 * 1.62, 2);
    expect(alike(2)).toBeCloseTo((0.1 * Math.sqrt(3 / 4) * 1.416) / Math.SQRT2, 2);
    expect(alike(3)).toBeCloseTo((1.2533 * 0.1 * Math.sqrt(3 / 5) * 1.312) / Math.sqrt(3), 3);
  });

  it('is never less than the error of the fits', () => {
    expect(medianError([0.6, 0.6], [0.5, 0.5])).toBeCloseTo(0.5 / Math.SQRT2, 9);
  });

  it('combines the prior for wells with the spread of three controls, whose median deviation is 1.495 times too small', () => {
    const spread = 1.4826 * 1.495 * 0.3;
    const pooled = Math.sqrt((3 * 0.01 + 2 * spread * spread) / 5);
    expect(medianError([0.3, 0.6, 0.9], [0.02, 0.02, 0.02])).toBeCloseTo(
      (1.2533 * pooled * studentFactor(5)) / Math.sqrt(3),
      9,
    );
  });

  it.each([
    [3, 3.182],
    [4, 2.776],
    [5, 2.571],
    [10, 2.228],
    [30, 2.042],
  ])("uses Student's t with %d degrees of freedom, %d", (freedom, t) => {
    expect(Math.abs(studentFactor(freedom) / (t / 1.96) - 1)).toBeLessThan(0.01);
  });

  it('scales the median for ten and more', () => {
    const shifts = Array.from({ length: 11 }, (_, i) => i - 5);
    const spread = 1.4826 * 3 * (11 / 10.2);
    const pooled = Math.sqrt((3 * 0.01 + 10 * spread * spread) / 13);
    const errors = shifts.map(() => 0);
    expect(medianError(shifts, errors)).toBeCloseTo((1.2533 * pooled * studentFactor(13)) / Math.sqrt(11), 9);
  });
});
