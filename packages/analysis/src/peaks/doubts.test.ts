import { describe, expect, it } from 'vitest';

import { foundPeak, phaseWith } from '../../test/peaks.ts';
import { syntheticCurve } from '../../test/synthetic.ts';
import { phaseDetect } from '../phase-analyse.ts';
import { peakPolicyOf } from '../versions/peak-policy.ts';
import type { Candidate } from './candidates.ts';
import type { CurveUnderFit } from './cluster-fit.ts';
import { doubtAdd, lesserMaxima, missedMaximum } from './doubts.ts';
import { UNKNOWN_SHAPE } from './shape.ts';

const DOUBT = { tm: 66, area: 50 };

describe('REVIEW-272 a doubt of several peaks', () => {
  it('is that of the largest, beside what is doubted of it already', () => {
    const earlier = { tm: 61, area: 10 };
    const peaks = [
      foundPeak({ area: 100 }),
      foundPeak({ area: 300, doubted: [earlier] }),
      foundPeak({ area: 200 }),
    ].map((peak) => ({ ...peak }));
    doubtAdd(peaks, DOUBT);
    expect(peaks.map(({ doubted }) => doubted)).toEqual([[], [earlier, DOUBT], []]);
  });
});

describe('REVIEW-272 a maximum of the slope beside a peak whose fit was led astray', () => {
  const candidate = (temperature: number): Candidate => ({
    index: 0,
    temperature,
    prominence: 40,
    width: 2,
    error: 1,
  });
  const candidates = [candidate(80), candidate(61.5)];
  const peak = foundPeak({ tm: 60, width: 2, unexplained: 0.02 });

  it('is a doubt at its place', () => {
    expect(missedMaximum(peak, candidates, [peak])).toEqual([{ tm: 61.5, area: 80 }]);
  });

  it('is none where a peak stands for it', () => {
    expect(missedMaximum(peak, candidates, [peak, foundPeak({ tm: 61.2, width: 2 })])).toEqual([]);
  });

  it('is none where noise explains what the fit leaves over', () => {
    const explained = { ...peak, unexplained: 0.01 };
    expect(missedMaximum(explained, candidates, [explained])).toEqual([]);
  });
});

describe('REVIEW-272 a lesser maximum of the slope that no peak stands for', () => {
  const bell = (t: number, tm: number, height: number): number => height * Math.exp(-((t - tm) ** 2));
  /** A product at 75 °C, and something of a height at 68 °C. */
  function curveWith(height: number): CurveUnderFit {
    const settings = phaseWith([]);
    const { clean, detected } = phaseDetect(syntheticCurve({ products: [], noise: 0.2 }), settings);
    if (detected === null) throw new Error('the curve has too few readings');
    return {
      ...detected,
      fluorescence: clean.fluorescence,
      slope: detected.grid.temperature.map((t) => bell(t, 75, 200) + bell(t, 68, height)),
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

  it('is none where a peak stands for it', () => {
    expect(lesserMaxima(curveWith(60), [product, foundPeak({ tm: 67.5, width: 2 })])).toEqual([]);
  });
});
