import { describe, expect, it } from 'vitest';

import { foundPeak, phaseWith } from '../../test/peaks.ts';
import { syntheticCurve } from '../../test/synthetic.ts';
import { phaseDetect } from '../phase-analyse.ts';
import { peakPolicyOf } from '../versions/peak-policy.ts';
import type { Candidate } from './candidates.ts';
import type { CurveUnderFit } from './cluster-fit.ts';
import type { FoundPeak } from './found-peak.ts';
import { doubtAdd, lesserMaxima, missedMaximum } from './doubts.ts';
import { UNKNOWN_SHAPE } from './shape.ts';

const DOUBT = { tm: 66, area: 50 };

describe('REVIEW-272 a doubt about several peaks', () => {
  it('is added to the largest, besides its existing doubts', () => {
    const earlier = { tm: 61, area: 10 };
    const peaks = [
      foundPeak({ area: 100 }),
      foundPeak({ area: 300, doubted: [earlier] }),
      foundPeak({ area: 200 }),
    ].map((peak) => ({ ...peak }));
    doubtAdd(peaks, DOUBT);
    expect(peaks.map(({ doubted }) => doubted)).toEqual([[], [earlier, DOUBT], []]);
    const none: typeof peaks = [];
    expect(() => {
      doubtAdd(none, DOUBT);
    }).not.toThrow();
  });
});

describe('REVIEW-272 a maximum of the slope beside a peak with a misled fit', () => {
  const candidate = (temperature: number): Candidate => ({
    index: 0,
    temperature,
    prominence: 40,
    width: 2,
    error: 1,
  });
  const candidates = [candidate(80), candidate(61.5)];
  const peak = foundPeak({ tm: 60, width: 2, unexplained: 0.02 });

  it('is a doubt at its own place', () => {
    expect(missedMaximum(peak, candidates, [peak])).toEqual([{ tm: 61.5, area: 80 }]);
  });

  it('is the nearest on either side, the first of two equally near', () => {
    const nearestOf = (...temperatures: readonly number[]) =>
      missedMaximum(peak, temperatures.map(candidate), [peak]).map(({ tm }) => tm);
    expect([nearestOf(40, 61.5), nearestOf(61.5, 80), nearestOf(80, 58, 61.5)]).toEqual([
      [61.5],
      [61.5],
      [61.5],
    ]);
    expect([nearestOf(58.5, 61.5), nearestOf(61.5, 58.5)]).toEqual([[58.5], [61.5]]);
  });

  it('is not a doubt if a peak explains it', () => {
    expect(missedMaximum(peak, candidates, [peak, foundPeak({ tm: 61.2, width: 2 })])).toEqual([]);
    expect(missedMaximum(peak, candidates, [foundPeak({ tm: 60, width: 5 })])).toEqual([]);
    expect(missedMaximum(peak, candidates, [foundPeak({ tm: 60, width: 4.9 })])).toHaveLength(1);
  });

  it('is not a doubt if noise explains the residual', () => {
    const explained = { ...peak, unexplained: 0.01 };
    expect(missedMaximum(explained, candidates, [explained])).toEqual([]);
  });
});

describe('REVIEW-272 a lesser maximum of the slope without a peak', () => {
  const bell = (t: number, tm: number, height: number): number => height * Math.exp(-((t - tm) ** 2));
  /** A product at 75 °C, and a smaller melt of some height at 68 °C. */
  const curveWith = (height: number, step = 0.2): CurveUnderFit =>
    curveOf((t) => bell(t, 75, 200) + bell(t, 68, height), step);
  function curveOf(slopeAt: (t: number, i: number) => number, step = 0.2): CurveUnderFit {
    const settings = phaseWith([]);
    const { clean, detected } = phaseDetect(syntheticCurve({ products: [], noise: 0.2, step }), settings);
    if (detected === null) throw new Error('the curve has too few readings');
    return {
      ...detected,
      fluorescence: clean.fluorescence,
      slope: detected.grid.temperature.map(slopeAt),
      limits: settings,
      split: { separation: 1, leastSeparation: 1 },
      splitAlone: { separation: 1, leastSeparation: 1 },
      shape: null,
      usual: UNKNOWN_SHAPE,
      purpose: 'call',
      policy: peakPolicyOf('1.1.0'),
      doubtsHidden: false,
      doubtsSmall: false,
      isClipped: false,
      steps: [],
    };
  }
  const product = foundPeak({ tm: 75, width: 1.7 });

  it('is a doubt with place and size, if it is as high as a peak must be', () => {
    const [doubt, ...others] = lesserMaxima(curveWith(31), [product]);
    expect(others).toEqual([]);
    expect(doubt?.tm).toBeCloseTo(68, 1);
    expect(doubt?.area).toBeGreaterThan(31);
    expect(lesserMaxima(curveWith(29), [product])).toEqual([]);
  });

  it('is not a doubt if a peak explains it', () => {
    expect(lesserMaxima(curveWith(60), [product, foundPeak({ tm: 67.5, width: 2 })])).toEqual([]);
  });

  it('is not a doubt if a narrow peak lies within its width, or it within that of a wide one', () => {
    const reported = (change: Partial<FoundPeak>) =>
      lesserMaxima(curveWith(60), [product, foundPeak(change)]).length;
    expect(reported({ tm: 67.2, width: 0.5 })).toBe(0);
    expect(reported({ tm: 65, width: 8 })).toBe(0);
    expect(reported({ tm: 65, width: 2 })).toBe(1);
  });

  /** A triangular peak at reading 140, 68 °C, 10 readings wide at half height, with a base on either side. */
  const tent = (top: number, [left, right]: readonly [number, number]) =>
    curveOf((_, i) => {
      const ground = i < 140 ? left : right;
      return Math.max(ground, top - ((top - ground) * Math.abs(i - 140)) / 10);
    });
  const reportedOf = (curve: CurveUnderFit) => lesserMaxima(curve, []).length;

  it('has its height above the lower side', () => {
    expect([reportedOf(tent(30, [0, 0])), reportedOf(tent(29.9, [0, 0]))]).toEqual([1, 0]);
    expect([reportedOf(tent(31, [0, 25])), reportedOf(tent(31, [25, 0]))]).toEqual([1, 1]);
    expect(reportedOf(tent(35, [10, 10]))).toBe(0);
  });

  it('exceeds noise on both sides', () => {
    const { noise, window, limits } = tent(31, [0, 0]);
    const error = noise * (window.gain[140] ?? NaN);
    const prominent = (errors: number) =>
      reportedOf(tent(31, [0, 31 - errors * limits.slopeThreshold * error]));
    expect([prominent(1.9), prominent(2.1)]).toEqual([0, 1]);
  });

  it('with sparse readings needs a quarter of the height, and states its significance', () => {
    const fine = curveWith(8);
    const withStep = (step: number) => lesserMaxima({ ...fine, grid: { ...fine.grid, step } }, [product]);
    expect(withStep(0.89)).toEqual([]);
    expect(withStep(0.9)).toHaveLength(1);
    const [doubt] = withStep(0.9);
    expect(doubt?.significance).toBeCloseTo(8 / (fine.noise * (fine.window.gain[140] ?? NaN)), 1);
    expect('significance' in (lesserMaxima(curveWith(60), [product])[0] ?? {})).toBe(false);
  });
});
