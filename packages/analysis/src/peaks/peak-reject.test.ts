import { describe, expect, it } from 'vitest';

import { foundPeak } from '../../test/peaks.ts';
import type { FoundPeak } from './found-peak.ts';
import { isHumpBeside, peakReject, peaksAccepted, scaleOf, type PeakScale } from './peak-reject.ts';

const LIMITS = { minThreshold: 30, slopeThreshold: 4.72, minQuality: 0.4 };
/** Without another peak there is no scale. */
const ALONE: PeakScale = { height: 0, width: Infinity };

const rejectionOf = (change: Partial<FoundPeak>, scale = ALONE) =>
  peakReject(foundPeak(change), LIMITS, scale);

describe('a peak', () => {
  // The last value that passes, and one that does not.
  it.each([
    ['height', 30, 29.99, 'height-below-threshold', 30, ALONE],
    ['significance', 4.72, 4.71, 'significance-below-threshold', 4.72, ALONE],
    ['height', 50, 49.9, 'small-beside-highest', 50, { ...ALONE, height: 1000 }],
    ['width', 0.5, 0.49, 'too-narrow', 0.5, ALONE],
    ['width', 12, 12.01, 'too-wide', 12, ALONE],
    ['noiseTmError', 0.5, 0.51, 'tm-uncertain', 0.5, ALONE],
    ['tmError', 1.5, 1.51, 'tm-uncertain', 1.5, ALONE],
    ['quality', 0.4, 0.39, 'quality-below-threshold', 0.4, ALONE],
  ] as const)('of %s %d passes, of %d is rejected: %s', (figure, passing, failing, reason, limit, scale) => {
    expect(rejectionOf({ [figure]: passing }, scale)).toBeNull();
    expect(rejectionOf({ [figure]: failing }, scale)).toEqual({ reason, measured: failing, limit });
  });

  it('without a fit has no noise error of its Tm, and a missing error passes', () => {
    expect(rejectionOf({ shape: null, noiseTmError: 9 })).toBeNull();
    expect(rejectionOf({ tmError: null })).toBeNull();
  });

  it('reports the first test that it fails', () => {
    const bad = { height: 10, significance: 1, width: 20, noiseTmError: 1, tmError: 2, quality: 0 };
    const scale = { ...ALONE, height: 1000 };
    const mended: Partial<FoundPeak>[] = [{ height: 30 }, { significance: 5 }, { height: 60 }, { width: 3 }];
    let peak: Partial<FoundPeak> = bad;
    const reasons = [undefined, ...mended, { noiseTmError: 0 }, { tmError: 0 }].map((change) => {
      peak = { ...peak, ...change };
      return rejectionOf(peak, scale)?.reason;
    });
    expect(reasons).toEqual([
      'height-below-threshold',
      'significance-below-threshold',
      'small-beside-highest',
      'too-wide',
      'tm-uncertain',
      'tm-uncertain',
      'quality-below-threshold',
    ]);
  });

  // Up to four times its width, unless that is a hump beside it; never more than 12 °C.
  it.each([
    [1, 4],
    [1.5, 6],
    [2, 7.5],
    [4, 10],
    [6, 12],
    [Infinity, 12],
  ])('beside a product of width %d °C may be %d °C wide', (width, widest) => {
    expect(rejectionOf({ width: widest }, { height: 0, width })).toBeNull();
    expect(rejectionOf({ width: widest + 0.01 }, { height: 0, width })).toEqual({
      reason: 'too-wide',
      measured: widest + 0.01,
      limit: widest,
    });
  });
});

describe('a hump', () => {
  it.each([
    [7.5, 2, false],
    [7.51, 2, true],
    [7.51, 3, true],
    [10, 4, false],
    [10.01, 4, true],
  ])('of width %d °C beside a product of %d °C: %s', (width, product, isHump) => {
    expect(isHumpBeside({ width, height: 100 }, { width: product, height: 100 })).toBe(isHump);
  });

  it('needs a product of a fifth of its height beside it', () => {
    expect(isHumpBeside({ width: 9, height: 100 }, { width: 2, height: 20 })).toBe(true);
    expect(isHumpBeside({ width: 9, height: 100 }, { width: 2, height: 19.9 })).toBe(false);
  });
});

describe('the scale of a curve', () => {
  it('is its highest peak and the one with the largest area', () => {
    const high = foundPeak({ height: 500, width: 2, area: 1000 });
    const large = foundPeak({ height: 400, width: 4, area: 1600 });
    expect(scaleOf([high, large], LIMITS)).toEqual({ height: 500, width: 4 });
    expect(scaleOf([large, high], LIMITS)).toEqual({ height: 500, width: 4 });
  });

  it('uses the first of two equal areas', () => {
    const one = foundPeak({ width: 2 });
    expect(scaleOf([one, foundPeak({ width: 4 })], LIMITS).width).toBe(2);
  });

  it('is absent without a peak, and has no width without an area', () => {
    expect(scaleOf([], LIMITS)).toEqual(ALONE);
    expect(scaleOf([foundPeak({ area: 0 })], LIMITS)).toEqual({ height: 100, width: Infinity });
  });

  it.each([
    ['significance', 4.72, 4.71],
    ['noiseTmError', 0.5, 0.51],
    ['width', 0.5, 0.49],
  ] as const)('includes a peak of %s %d, and not of %d', (figure, passing, failing) => {
    expect(scaleOf([foundPeak({ [figure]: passing })], LIMITS).height).toBe(100);
    expect(scaleOf([foundPeak({ [figure]: failing })], LIMITS)).toEqual(ALONE);
  });

  describe('beside a hump', () => {
    const hump = foundPeak({ height: 100, width: 9, area: 900 });

    it('is set by the product, if that is as high as a peak must be', () => {
      expect(scaleOf([hump, foundPeak({ height: 30, width: 2, area: 60 })], LIMITS)).toEqual({
        height: 30,
        width: 2,
      });
      expect(scaleOf([hump, foundPeak({ height: 29.9, width: 2, area: 60 })], LIMITS)).toEqual({
        height: 100,
        width: 9,
      });
    });

    it('is set by the hump itself if nothing is beside it', () => {
      expect(scaleOf([hump], LIMITS)).toEqual({ height: 100, width: 9 });
    });
  });
});

it('the accepted peaks are those that pass every test, each relative to the others', () => {
  const high = foundPeak({ height: 1000 });
  const low = foundPeak({ height: 49 });
  expect(peaksAccepted([low, high], LIMITS)).toEqual([high]);
  expect(peaksAccepted([low], LIMITS)).toEqual([low]);
});
