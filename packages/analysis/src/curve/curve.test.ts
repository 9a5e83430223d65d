import { describe, expect, it } from 'vitest';

import { noiseSequence } from '../../test/synthetic.ts';
import { AnalysisError } from '../errors.ts';
import { differences } from '../fit-kernel/layout.ts';
import { differenceSelect } from '../fit-kernel/selection.ts';
import { curveClean } from './melt-curve.ts';
import { curveNoise } from './noise.ts';
import { readingRange } from './reading-range.ts';
import { curveSlope } from './slope.ts';
import { gridOf } from './temperature-grid.ts';

const curve = (temperature: number[], fluorescence: number[]) => ({
  temperature: Float64Array.from(temperature),
  fluorescence: Float64Array.from(fluorescence),
  quantity: 'fluorescence' as const,
});

const evenGrid = (count: number, step: number) =>
  Float64Array.from({ length: count }, (_, i) => 40 + i * step);

const noiseOf = (temperature: Float64Array, readings: Float64Array) =>
  curveNoise(gridOf(temperature)!, readings, readingRange(readings)).sigma;

describe('cleaning a curve', () => {
  it('sorts by temperature, drops non-finite values and averages equal temperatures', () => {
    const clean = curveClean(curve([62, 61, 60, 61, 63, Number.NaN], [1, 4, 9, 6, Infinity, 2]), false);
    expect([...clean.temperature]).toEqual([60, 61, 62]);
    expect([...clean.fluorescence]).toEqual([9, 5, 1]);
  });

  it('inverts an inverted signal and does not change the input', () => {
    const input = curve([60, 61], [1, 2]);
    expect([...curveClean(input, true).fluorescence]).toEqual([-1, -2]);
    expect([...input.fluorescence]).toEqual([1, 2]);
  });

  it('integrates a derivative once and keeps it as the slope', () => {
    const clean = curveClean({ ...curve([60, 61, 63], [2, 4, 0]), quantity: 'derivative' }, false);
    expect([...clean.fluorescence]).toEqual([0, -3, -7]);
    expect([...(clean.derivative ?? [])]).toEqual([2, 4, 0]);
  });

  it('refuses different numbers of temperatures and readings', () => {
    expect(() => curveClean(curve([60, 61], [1]), false)).toThrow(AnalysisError);
  });
});

describe('the noise of a curve', () => {
  it('is that of the readings, whatever quadratic they scatter around and however uneven the temperatures are', () => {
    const random = noiseSequence(3);
    const temperature = evenGrid(300, 0.2).map((t) => t + 0.05 * random());
    const readings = temperature.map((t) => 5000 - 3 * t + 0.1 * (t - 60) ** 2 + 12 * random());
    // A uniform distribution of width 12 has the standard deviation 12/√12.
    expect(noiseOf(temperature, readings)).toBeCloseTo(12 / Math.sqrt(12), 0);
  });

  it('has a minimum for smoothed readings', () => {
    const temperature = evenGrid(100, 0.5);
    expect(
      noiseOf(
        temperature,
        temperature.map((t) => 1000 - 10 * t),
      ),
    ).toBeCloseTo(2e-5 * 495, 6);
  });
});

describe('selecting the k-th smallest', () => {
  it('agrees with sorting', () => {
    const random = noiseSequence(5);
    const values = Float64Array.from({ length: 101 }, random);
    const sorted = [...values].sort((a, b) => a - b);
    for (const k of [0, 1, 50, 99, 100]) {
      differences.set(values);
      expect(differenceSelect(101, k)).toBe(sorted[k]);
    }
  });
});

describe('the slope of a curve', () => {
  it('is exact for a quadratic on any grid, including the ends', () => {
    const temperature = Float64Array.from({ length: 60 }, (_, i) => 50 + 0.3 * i + 0.1 * Math.sin(7 * i));
    const grid = gridOf(temperature)!;
    for (const window of grid.windows) {
      const slope = curveSlope(
        grid,
        window,
        temperature.map((t) => 900 - 5 * t + 0.2 * (t - 60) ** 2),
      );
      slope.forEach((value, i) => {
        expect(value).toBeCloseTo(5 - 0.4 * (temperature[i]! - 60), 6);
      });
    }
  });
});
