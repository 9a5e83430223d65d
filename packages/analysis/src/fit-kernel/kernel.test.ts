import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { KERNEL_FILE, kernelFile } from '../../kernel/kernel-build.ts';
import { normal, uniform } from '../../bench/random.ts';
import * as background from './background.ts';
import { kernel } from './kernel.ts';
import * as layout from './layout.ts';
import * as fit from './least-squares.ts';
import * as misfit from './misfit.ts';
import * as selection from './selection.ts';

const source = { ...fit, ...misfit, ...background, ...selection };
const { COLUMN, columns, GIVEN, given, parameterCount } = layout;

/** Readings of some melts, their noise 3 RFU, and a start beside the truth. */
function problemWrite(
  by: typeof kernel,
  seed: number,
  { length, transitions }: { length: number; transitions: number },
): void {
  const random = uniform(seed);
  const truth = Array.from({ length: transitions }, (_, k) => ({
    tm: 59.5 + 3 * k + random(),
    w: 0.6 + 0.5 * random(),
  }));
  for (let i = 0; i < length; i++) {
    const t = 57 + (12 * i) / (length - 1) + 0.05 * random();
    const melts = truth.reduce((sum, { tm, w }) => sum + 800 / (1 + Math.exp((t - tm) / w)), 0);
    layout.binTemperature[i] = t;
    layout.binFluorescence[i] = 300 - 20 * ((t - 63) / 6) + melts + 3 * normal(random);
  }
  by.backgroundWrite(length, 63, 1 / 6);
  const start = truth.flatMap(({ tm, w }) => [700, tm + 0.3, Math.log(w) + 0.2, random() < 0.3 ? -3 : -0.2]);
  layout.parameters.set([300, -20, 0, ...start]);
  given.fill(0);
  given[GIVEN.variance] = 9;
  given[GIVEN.step] = 0.2;
  given[GIVEN.leastLogSkew] = -7.3;
  given[GIVEN.curvatureWeight] = 10;
  given[GIVEN.skewWeight] = 100;
  given[GIVEN.skewTail] = 0.3;
  given[GIVEN.ratioWeight] = 140;
}

/** What a fit leaves: parameters, errors, residual, and what the equations promise. */
function fitted(by: typeof kernel, seed: number, size: { length: number; transitions: number }): number[] {
  const count = parameterCount(size.transitions);
  problemWrite(by, seed, size);
  by.fitRun(size.length, size.transitions, 25);
  by.errorsWrite(size.transitions, 3);
  const found = [...layout.outcome, ...layout.parameters.slice(0, count), ...layout.errors.slice(3, count)];
  found.push(...layout.tmWithSkew.slice(0, size.transitions), by.releasedGain(size.transitions));
  by.fitResiduals(size.length, size.transitions);
  layout.misfit.set([layout.parameters[4]!, 3, 2.2, 4, 9]);
  const readings = by.misfitLearn(size.length, count);
  by.misfitBendWrite(readings, 61);
  return [...found, readings, ...layout.misfit, by.misfitBendLeft(readings, 61)];
}

describe('the compiled kernel', () => {
  it('CONST-50 is what its source compiles to', async () => {
    expect(readFileSync(KERNEL_FILE, 'utf8')).toBe(await kernelFile());
  });

  it('CONST-50 fits as its source does when it is run as it is written', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const size = { length: 30 + (seed % 7), transitions: 1 + (seed % 3) };
      const expected = fitted(source, seed, size);
      const found = fitted(kernel, seed, size);
      found.forEach((value, i) => {
        expect(Math.abs(value - expected[i]!)).toBeLessThanOrEqual(1e-6 * (1 + Math.abs(expected[i]!)));
      });
    }
  });

  it('CONST-50 leaves the same residual, of an odd number of readings and of an even one', () => {
    for (const length of [41, 42]) {
      problemWrite(source, 7, { length, transitions: 2 });
      source.fitResiduals(length, 2);
      const residual = parameterCount(2) * COLUMN;
      const expected = columns.slice(0, residual + length);
      columns.fill(0, 3 * COLUMN);
      kernel.fitResiduals(length, 2);
      columns.slice(0, residual + length).forEach((value, i) => {
        if (i % COLUMN < length) expect(Math.abs(value - expected[i]!)).toBeLessThan(1e-9);
      });
    }
  });
});
