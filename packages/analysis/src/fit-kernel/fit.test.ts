import { describe, expect, it } from 'vitest';

import { normal, uniform } from '../../bench/random.ts';
import { FIT } from '../settings.ts';
import { backgroundWrite } from './background.ts';
import { normalEquations } from './column-products.ts';
import * as layout from './layout.ts';
import { errorsWrite, fitResiduals, fitRun } from './least-squares.ts';

const { COLUMN, columns, GIVEN, given, parameterCount, products, ROW } = layout;

const CENTRE = 63;
const SCALE = 1 / 6;

interface Size {
  readonly length: number;
  readonly transitions: number;
}

interface Melt {
  readonly tm: number;
  readonly w: number;
}

/** Readings of some melts over a straight background, and starting values near the truth. */
function problemWrite(seed: number, { length, transitions }: Size, noise: number): readonly Melt[] {
  const random = uniform(seed);
  const truth = Array.from({ length: transitions }, (_, k) => ({
    tm: 59.5 + 3 * k + random(),
    w: 0.6 + 0.5 * random(),
  }));
  for (let i = 0; i < length; i++) {
    const t = 57 + (12 * i) / (length - 1) + 0.05 * random();
    const melts = truth.reduce((sum, { tm, w }) => sum + 800 / (1 + Math.exp((t - tm) / w)), 0);
    layout.binTemperature[i] = t;
    layout.binFluorescence[i] = 300 - 20 * SCALE * (t - CENTRE) + melts + noise * normal(random);
  }
  columns.fill(Number.NaN);
  products.fill(Number.NaN);
  backgroundWrite(length, CENTRE, SCALE);
  layout.parameters.set([
    300,
    -20,
    0,
    ...truth.flatMap(({ tm, w }) => [700, tm + 0.3, Math.log(w) + 0.2, 0.1]),
  ]);
  given.fill(0);
  given[GIVEN.variance] = 9;
  given[GIVEN.step] = 0.2;
  given[GIVEN.leastLogSkew] = -7.3;
  return truth;
}

/** F of a Richards curve. */
const richards = (t: number, [amplitude = 0, tm = 0, logWidth = 0, logSkew = 0]: readonly number[]): number =>
  amplitude * (1 + Math.exp(logSkew + (t - tm) / Math.exp(logWidth))) ** -Math.exp(-logSkew);

/** The residual at a reading, by the formula alone. */
function residualAt(i: number, [c0 = 0, c1 = 0, c2 = 0, ...shapes]: readonly number[]): number {
  const t = layout.binTemperature[i]!;
  const z = (t - CENTRE) * SCALE;
  let left = layout.binFluorescence[i]! - c0 - c1 * z - c2 * z * z;
  for (let k = 0; k < shapes.length; k += 4) left -= richards(t, shapes.slice(k, k + 4));
  return left;
}

/** The product of two columns in the summation order of released results. */
function productOf(a: number, b: number, length: number): number {
  const sumFrom = (from: number, to: number): number => {
    let sum = 0;
    for (let i = from; i < to; i += 2) sum += columns[a * COLUMN + i]! * columns[b * COLUMN + i]!;
    return sum;
  };
  const paired = 2 * Math.floor(length / 2);
  return sumFrom(0, paired) + sumFrom(1, paired) + sumFrom(paired, length);
}

describe('the fit', () => {
  it('REVIEW-310 sums even and odd readings separately and a single last one at the end, to the last bit', () => {
    for (const length of [41, 42])
      for (const transitions of [1, 2, 3]) {
        const size = { length, transitions };
        problemWrite(7, size, 3);
        normalEquations(length, layout.parameters, transitions);
        const residual = parameterCount(transitions);
        for (let a = 3; a <= residual; a++)
          for (let b = 0; b <= a; b++) expect(products[a * ROW + b]).toBe(productOf(a, b, length));
      }
  });

  it('calculates the residual and its derivatives by the formula', () => {
    for (const transitions of [1, 2]) {
      const length = 41;
      problemWrite(7, { length, transitions }, 3);
      const count = parameterCount(transitions);
      const model = [...layout.parameters.slice(0, count)];
      fitResiduals(length, transitions);
      for (let i = 0; i < length; i++) {
        expect(columns[count * COLUMN + i]).toBeCloseTo(residualAt(i, model), 8);
        for (let p = 3; p < count; p++) {
          const moved = (by: number): number =>
            residualAt(
              i,
              model.map((value, q) => (q === p ? value + by : value)),
            );
          const derivative = (moved(-1e-4) - moved(1e-4)) / 2e-4;
          expect(columns[p * COLUMN + i]).toBeCloseTo(derivative, 3);
        }
      }
    }
  });

  it('finds the exact Tm of melts without noise, and otherwise within its errors', () => {
    for (let seed = 1; seed <= 40; seed++)
      for (const noise of [0, 3]) {
        const size = { length: 60 + (seed % 7), transitions: 1 + (seed % 2) };
        const truth = problemWrite(seed, size, noise);
        fitRun(size.length, size.transitions, 50);
        errorsWrite(size.transitions, noise);
        truth.forEach(({ tm }, k) => {
          const error = layout.errors[3 + 4 * k + 1]!;
          expect(Math.abs(layout.parameters[3 + 4 * k + 1]! - tm)).toBeLessThan(1e-3 + 5 * error);
        });
      }
  });

  it('is continuous towards melts that end sharply', () => {
    const length = 41;
    problemWrite(7, { length, transitions: 1 }, 0);
    const columnsAt = (logSkew: number): Float64Array => {
      layout.parameters[6] = logSkew;
      fitResiduals(length, 1);
      return columns.slice(3 * COLUMN, 8 * COLUMN);
    };
    const usual = columnsAt(FIT.leastLogSkew + 1e-9);
    columnsAt(FIT.leastLogSkew - 1e-9).forEach((value, i) => {
      if (i % COLUMN < length) expect(Math.abs(value - usual[i]!)).toBeLessThan(1e-3);
    });
  });
});
