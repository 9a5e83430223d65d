import type { CallFlag, Peak } from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import { countedPeak, foundPeak, phaseWith, rejectedPeak } from '../../test/peaks.ts';
import { syntheticCurve } from '../../test/synthetic.ts';
import { type ConfiguredPhase, phaseDetect } from '../phase-analyse.ts';
import type { FoundPeak } from '../peaks/found-peak.ts';
import { callPolicyOf } from '../versions/call-policy.ts';
import { phaseFlags } from './call-flags.ts';

/** Readings from 40 to 95 °C in which nothing melts. */
const SETTINGS = phaseWith([]);
const PHASE: ConfiguredPhase = {
  phase: phaseDetect(syntheticCurve({ products: [] }), SETTINGS),
  settings: SETTINGS,
};

/** The flags of peaks on a quiet curve. */
function flagsOf(peaks: readonly Peak[], found: readonly FoundPeak[] = []): CallFlag[] {
  return phaseFlags(PHASE, { peaks, found }, callPolicyOf('1.1.0'));
}
const places = (flags: readonly CallFlag[], code: CallFlag['code']) =>
  flags.filter((flag) => flag.code === code).map(({ temperature }) => temperature);

describe('REVIEW-274 what may be hidden in a peak', () => {
  const doubted = [{ tm: 72.5, area: 400 }];
  const found = [foundPeak({ tm: 70 }), foundPeak({ tm: 80, doubted })];

  it('is a doubt where the peak counts', () => {
    const peaks = [countedPeak({ tm: 70 }), countedPeak({ tm: 80 })];
    expect(places(flagsOf(peaks, found), 'uncounted-melt')).toEqual([72.5]);
  });

  it('is none of a peak that does not count', () => {
    const peaks = [countedPeak({ tm: 70 }), rejectedPeak({ tm: 80, area: 1 })];
    expect(places(flagsOf(peaks, found), 'uncounted-melt')).toEqual([]);
  });

  it('is none where it is no larger than noise', () => {
    const small = [foundPeak({ tm: 70, doubted: [{ tm: 72.5, area: 1 }] })];
    expect(places(flagsOf([countedPeak({ tm: 70 })], small), 'uncounted-melt')).toEqual([]);
  });
});

describe('REVIEW-274 a melt beside a counted peak that is not known well enough', () => {
  const product = countedPeak({ tm: 80, width: 2, height: 100 });
  const beside = (width: number) =>
    rejectedPeak({ tm: 60, width, height: 90, area: 900, reason: 'tm-uncertain' });

  it('is flagged', () => {
    expect(places(flagsOf([product, beside(2)]), 'unresolved-melt')).toEqual([60]);
  });

  it('is background where it is a hump beside a product', () => {
    expect(places(flagsOf([product, beside(12)]), 'unresolved-melt')).toEqual([]);
  });
});

describe('REVIEW-274 a counted peak near an end of the readings', () => {
  it.each([
    [2, 1, true],
    [2, 1.5, false],
    [6, 2.5, true],
    [6, 3.5, false],
  ])('%d °C wide and %d °C from the end: flagged is %s', (width, distance, isFlagged) => {
    const tm = 95 - distance;
    expect(places(flagsOf([countedPeak({ tm, width })]), 'near-end')).toEqual(isFlagged ? [tm] : []);
  });
});
