import type { CallFlag, Peak } from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import { countedPeak, foundPeak, phaseWith, rejectedPeak, zoneOf } from '../../test/peaks.ts';
import { syntheticCurve } from '../../test/synthetic.ts';
import type { PhaseConfiguration } from '../configuration.ts';
import { fallAtEnd, greatestFall, type Fall } from '../curve/falls.ts';
import { type ConfiguredPhase, phaseDetect } from '../phase-analyse.ts';
import type { FoundPeak } from '../peaks/found-peak.ts';
import { callPolicyOf } from '../versions/call-policy.ts';
import { phaseFlags } from './call-flags.ts';

const SETTINGS = phaseWith([]);
const phaseOf = (
  products: Parameters<typeof syntheticCurve>[0]['products'],
  step = 0.2,
): ConfiguredPhase => ({
  phase: phaseDetect(syntheticCurve({ products, step }), SETTINGS),
  settings: SETTINGS,
});
/** Readings from 40 to 95 °C without a melt. */
const PHASE = phaseOf([]);

/** The flags of peaks on a curve without noise. */
function flagsOf(peaks: readonly Peak[], found: readonly FoundPeak[] = [], phase = PHASE): CallFlag[] {
  return phaseFlags(phase, { peaks, found }, callPolicyOf('1.1.0'));
}
const ofCode = (flags: readonly CallFlag[], code: CallFlag['code']) =>
  flags.filter((flag) => flag.code === code);
const places = (flags: readonly CallFlag[], code: CallFlag['code']) =>
  ofCode(flags, code).map(({ temperature }) => temperature);

const withSettings = (phase: ConfiguredPhase, change: Partial<PhaseConfiguration>): ConfiguredPhase => ({
  ...phase,
  settings: { ...phase.settings, ...change },
});
const withNoise = ({ phase, settings }: ConfiguredPhase, noise: number): ConfiguredPhase => ({
  settings,
  phase: { ...phase, detected: phase.detected && { ...phase.detected, noise } },
});
/** With noise of 1 RFU, a fall counts from 10 RFU, and prevents a call from 20. */
const NOISE_OF_ONE = withNoise(PHASE, 1);

const about = { phase: 'MELT', zone: null, temperature: null, measured: null, limit: null } as const;

describe('REVIEW-274 a possibly hidden product in a peak', () => {
  const doubted = [{ tm: 72.5, area: 400 }];
  const found = [foundPeak({ tm: 70 }), foundPeak({ tm: 80, doubted })];

  it('is a doubt if the peak counts', () => {
    const peaks = [countedPeak({ tm: 70 }), countedPeak({ tm: 80 })];
    expect(ofCode(flagsOf(peaks, found, NOISE_OF_ONE), 'uncounted-melt')).toEqual([
      { ...about, code: 'uncounted-melt', temperature: 72.5, measured: 400, limit: 10 },
    ]);
  });

  it('is ignored in a peak that does not count', () => {
    const peaks = [countedPeak({ tm: 70 }), rejectedPeak({ tm: 80, area: 1 })];
    expect(places(flagsOf(peaks, found), 'uncounted-melt')).toEqual([]);
  });

  it('is ignored if it is no larger than noise and not significant', () => {
    const isReported = (one: FoundPeak['doubted'][number]) =>
      places(
        flagsOf([countedPeak({ tm: 70 })], [foundPeak({ tm: 70, doubted: [one] })], NOISE_OF_ONE),
        'uncounted-melt',
      ).length > 0;
    expect([isReported({ tm: 72, area: 10 }), isReported({ tm: 72, area: 10.1 })]).toEqual([false, true]);
    expect(isReported({ tm: 72, area: 1, significance: 4.72 })).toBe(true);
    expect(isReported({ tm: 72, area: 1, significance: 4.71 })).toBe(false);
  });
});

describe('REVIEW-274 an uncertain melt beside a counted peak', () => {
  const product = countedPeak({ tm: 80, width: 2, height: 100 });
  const beside = (width: number) =>
    rejectedPeak({ tm: 60, width, height: 90, area: 900, reason: 'tm-uncertain' });

  it('is flagged', () => {
    expect(ofCode(flagsOf([product, beside(2)], [], NOISE_OF_ONE), 'unresolved-melt')).toEqual([
      { ...about, code: 'unresolved-melt', temperature: 60, measured: 900, limit: 20 },
    ]);
    const inZone = { ...beside(2), zone: 'B' };
    expect(ofCode(flagsOf([product, inZone]), 'unresolved-melt')).toMatchObject([{ zone: 'B' }]);
  });

  it('is background if it is a hump beside a product', () => {
    expect(places(flagsOf([product, beside(12)]), 'unresolved-melt')).toEqual([]);
    const narrow = countedPeak({ tm: 50, width: 2, height: 10 });
    expect(places(flagsOf([narrow, product, beside(12)]), 'unresolved-melt')).toEqual([]);
  });

  const SMALL = { tm: 60, area: 1, significance: 0, width: 0.5, height: 90, reason: 'tm-uncertain' } as const;
  const codesOf = (change: Partial<Peak>, version = '1.1.0', counted = [product]) =>
    phaseFlags(
      NOISE_OF_ONE,
      { peaks: [...counted, rejectedPeak({ ...SMALL, ...change })], found: [] },
      callPolicyOf(version),
    )
      .map(({ code }) => code)
      .filter((code) => code.endsWith('-melt'));

  it.each<[string, Partial<Peak>, readonly string[]]>([
    ['too small and not significant', {}, []],
    ['as large as stops a call', { area: 20 }, ['unresolved-melt']],
    ['that large, and a quarter as high', { area: 20, height: 25 }, ['unresolved-melt']],
    ['that large, and lower', { area: 20, height: 24.9 }, ['uncounted-melt']],
    ['smaller and as high', { area: 19.9 }, []],
    ['smaller and significant', { area: 19.9, significance: 4.72 }, ['uncounted-melt']],
    ['less significant', { significance: 4.71 }, []],
    ['less significant and as wide as a product', { significance: 2.5, width: 0.8 }, ['uncounted-melt']],
    ['that wide and not significant', { significance: 2.49, width: 0.8 }, []],
    ['narrower than a product', { significance: 2.5, width: 0.79 }, []],
    ['too low', { area: 20, reason: 'height-below-threshold' }, []],
    ['not significant', { area: 20, reason: 'significance-below-threshold' }, ['unresolved-melt']],
    ['of low quality', { area: 20, reason: 'quality-below-threshold' }, ['unresolved-melt']],
  ])('%s', (_, change, codes) => {
    expect(codesOf(change)).toEqual(codes);
  });

  it('is reported by version 1.0.0 by its size alone, and never if nothing counts', () => {
    expect(codesOf({ area: 20 }, '1.0.0')).toEqual(['unresolved-melt']);
    expect(codesOf({ area: 19.9, significance: 50, width: 2 }, '1.0.0')).toEqual([]);
    expect(codesOf({ area: 20 }, '1.1.0', [])).toEqual([]);
  });
});

describe('REVIEW-274 a counted peak near an end of the readings', () => {
  it.each([
    [2, 1, true],
    [2, 1.5, false],
    [6, 3, true],
    [6, 2.5, true],
    [6, 3.5, false],
  ])('%d °C wide and %d °C from the end: flagged: %s', (width, distance, isFlagged) => {
    const tms = [40 + distance, 95 - distance];
    expect(places(flagsOf(tms.map((tm) => countedPeak({ tm, width }))), 'near-end')).toEqual(
      isFlagged ? tms : [],
    );
  });

  it('is reported with its zone and the end', () => {
    expect(ofCode(flagsOf([countedPeak({ tm: 40.5 })]), 'near-end')).toEqual([
      { ...about, code: 'near-end', zone: 'A', temperature: 40.5, limit: 40 },
    ]);
    expect(places(flagsOf([rejectedPeak({ tm: 40.5 })]), 'near-end')).toEqual([]);
  });
});

describe('a melt that is truncated at an end of the readings', () => {
  const ENDS = { first: phaseOf([[40.3, 800]]), last: phaseOf([[95, 800]]) };
  const cutOff = (phase: ConfiguredPhase, peaks: readonly Peak[] = []) =>
    ofCode(flagsOf(peaks, [], phase), 'cut-off-melt');
  const fallOf = (end: 'first' | 'last'): Fall => {
    const { clean, detected } = ENDS[end].phase;
    return fallAtEnd(detected!, clean.fluorescence, end)!;
  };

  it.each([
    ['first', 40],
    ['last', 95],
  ] as const)('at the %s reading is reported with its size and the noise', (end, temperature) => {
    const { detected } = ENDS[end].phase;
    expect(cutOff(ENDS[end])).toEqual([
      {
        ...about,
        code: 'cut-off-melt',
        temperature,
        measured: fallOf(end).size,
        limit: 10 * detected!.noise,
      },
    ]);
    expect(cutOff(PHASE)).toEqual([]);
  });

  it('is not reported if a counted peak explains it, or is itself reported near the end', () => {
    const cut = (tm: number, width = 2) => cutOff(ENDS.last, [countedPeak({ tm, width })]).length;
    expect([cut(88), cut(87.9), cut(94.5)]).toEqual([0, 1, 0]);
    // A melt at one end does not affect the other.
    expect(cut(42)).toBe(1);
  });

  it('is not reported if it is lower than a peak must be, or than a quarter of the highest', () => {
    const { height } = fallOf('last');
    const at = (minThreshold: number) => cutOff(withSettings(ENDS.last, { minThreshold })).length;
    expect([at(height), at(height + 0.01)]).toEqual([1, 0]);
    const beside = (highest: number) =>
      cutOff(ENDS.last, [countedPeak({ tm: 60, height: highest }), countedPeak({ tm: 50, height: 1 })])
        .length;
    expect([beside(4 * height), beside(4 * height + 0.1)]).toEqual([1, 0]);
  });
});

describe('a fall without a counted peak', () => {
  const MELT = phaseOf([[70, 400]]);
  const { clean, detected } = MELT.phase;
  const fall = greatestFall(detected!, clean.fluorescence, () => false)!;
  const NOISE = detected!.noise;
  const melts = (peaks: readonly Peak[], phase = MELT) =>
    flagsOf(peaks, [], phase).filter(({ code }) => code === 'unresolved-melt' || code === 'uncounted-melt');
  const codesOf = (peaks: readonly Peak[], phase = MELT) => melts(peaks, phase).map(({ code }) => code);

  it('prevents a call if it is as steep as a peak must be, and large', () => {
    const reported = { ...about, temperature: fall.temperature, measured: fall.size };
    const unresolved = { ...reported, code: 'unresolved-melt', limit: 20 * NOISE };
    expect(melts([])).toEqual([unresolved]);
    expect(melts([], withSettings(MELT, { minThreshold: fall.height }))).toEqual([unresolved]);
    const uncounted = { ...reported, code: 'uncounted-melt', limit: 10 * NOISE };
    expect(melts([], withSettings(MELT, { minThreshold: fall.height + 0.01 }))).toEqual([uncounted]);
    expect(codesOf([], withNoise(MELT, fall.size / 20.1))).toEqual(['unresolved-melt']);
    expect(codesOf([], withNoise(MELT, fall.size / 19.9))).toEqual(['uncounted-melt']);
    expect(codesOf([], PHASE)).toEqual([]);
  });

  it('is searched for even without any candidate', () => {
    const none = { ...MELT, phase: { ...MELT.phase, candidates: { fitted: [], strongest: null } } };
    expect(codesOf([], none)).toEqual(['unresolved-melt']);
  });

  it('is explained by a counted peak, one within a template, or a jump, up to their reach', () => {
    const tm = fall.temperature + 4;
    const width = tm - fall.temperature - 2.5;
    const [candidate] = MELT.phase.candidates.fitted;
    const candidates = { fitted: [candidate!, candidate!], strongest: null };
    const more = { ...MELT, phase: { ...MELT.phase, candidates } };
    for (const reason of [null, 'within-template', 'too-narrow'] as const) {
      const peak = { tm, width, reason, height: 1, accepted: reason === null };
      const reportedAt = (ofWidth: number) =>
        melts([rejectedPeak({ ...peak, width: ofWidth })], more)[0]?.temperature;
      expect(reportedAt(width)).not.toBe(fall.temperature);
      expect(reportedAt(width - 0.01)).toBe(fall.temperature);
      expect(reportedAt(width + 9)).toBeUndefined();
    }
    const jump = { tm, width, height: 1, reason: 'too-narrow', significance: 4.71 } as const;
    expect(codesOf([rejectedPeak(jump)])).toEqual(['unresolved-melt']);
  });

  describe('without a counted peak', () => {
    const minThreshold = fall.height + 1;
    const tm = fall.temperature + 4;
    const width = 2 * (tm - fall.temperature) - 5;
    const high = { tm, width, height: minThreshold, reason: 'too-wide' } as const;
    const beside = (...peaks: readonly Partial<Peak>[]) =>
      codesOf(peaks.map(rejectedPeak), withSettings(MELT, { minThreshold }))[0];

    it('is as steep as an unexplained peak there', () => {
      expect(beside()).toBe('uncounted-melt');
      for (const reason of ['too-wide', 'tm-uncertain', 'quality-below-threshold'] as const)
        expect(beside({ ...high, reason })).toBe('unresolved-melt');
      expect(beside({ ...high, height: 9 }, high, { ...high, height: 10 })).toBe('unresolved-melt');
    });

    it('is not as steep as a peak that is elsewhere, lower, or rejected for its height', () => {
      expect(beside({ ...high, width: width - 0.01 })).toBe('uncounted-melt');
      expect(beside({ ...high, height: minThreshold - 0.1 })).toBe('uncounted-melt');
      expect(beside({ ...high, reason: 'small-beside-highest' })).toBe('uncounted-melt');
    });
  });

  describe('beside a counted peak', () => {
    const TWO = phaseOf([
      [50, 800],
      [70, 400],
    ]);
    const second = greatestFall(
      TWO.phase.detected!,
      TWO.phase.clean.fluorescence,
      (temperature) => temperature < 60,
    )!;
    const counted = (height: number) => countedPeak({ tm: 50, height });

    it('is unresolved from a quarter of the highest height', () => {
      expect(codesOf([counted(4 * second.height)], TWO)).toEqual(['unresolved-melt']);
      expect(codesOf([counted(4 * second.height + 0.1)], TWO)).toEqual(['uncounted-melt']);
    });

    it('is ignored if it is lower than a peak must be, whatever is unexplained there', () => {
      const least = (minThreshold: number) =>
        codesOf(
          [counted(100), rejectedPeak({ tm: 70, height: 900, area: 0, significance: 0, reason: 'too-wide' })],
          withSettings(TWO, { minThreshold }),
        );
      expect([least(second.height), least(second.height + 0.01)]).toEqual([['unresolved-melt'], []]);
    });

    it('does not exist if every candidate counts', () => {
      const [first] = TWO.phase.candidates.fitted;
      const candidates = { fitted: [first!], strongest: null };
      expect(codesOf([counted(100)], { ...TWO, phase: { ...TWO.phase, candidates } })).toEqual([]);
    });
  });
});

describe('a peak narrower than any melt', () => {
  const jump = { tm: 55, area: 12, reason: 'too-narrow', significance: 4.72 } as const;

  it('is a jump of the signal if it is significant', () => {
    expect(ofCode(flagsOf([rejectedPeak(jump), countedPeak()]), 'step')).toEqual([
      { ...about, code: 'step', temperature: 55, measured: -12 },
    ]);
    expect(places(flagsOf([rejectedPeak({ ...jump, significance: 4.71 })]), 'step')).toEqual([]);
    expect(places(flagsOf([rejectedPeak({ ...jump, reason: 'too-wide' })]), 'step')).toEqual([]);
  });
});

describe('a peak wider than products', () => {
  const wide = { tm: 70, width: 7.51, height: 90 };
  const wideAt = (...peaks: readonly Peak[]) => places(flagsOf(peaks), 'wide-peak');

  it('is reported if it counts', () => {
    expect(ofCode(flagsOf([countedPeak(wide)]), 'wide-peak')).toEqual([
      { ...about, code: 'wide-peak', zone: 'A', temperature: 70, measured: 7.51, limit: 7.5 },
    ]);
    expect(wideAt(countedPeak({ ...wide, width: 7.5 }), countedPeak({ tm: 50 }))).toEqual([]);
  });

  it('is reported if it is too wide to count, and higher than all counted ones', () => {
    const hump = rejectedPeak({ ...wide, reason: 'too-wide' });
    const [low, high] = [countedPeak({ tm: 50, height: 50 }), countedPeak({ tm: 60, height: 90 })];
    expect([wideAt(hump, low), wideAt(low, high, hump), wideAt(high, low, hump)]).toEqual([[70], [], []]);
    expect(wideAt(low, rejectedPeak({ ...wide, reason: 'tm-uncertain' }))).toEqual([]);
    expect(wideAt(low, { ...hump, width: 7 })).toEqual([]);
    expect(wideAt(hump)).toEqual([]);
  });
});

describe('a value near its limit', () => {
  const zones = [zoneOf('A', 58, 62, { minThreshold: 50 }), zoneOf('B', 62, 66)];
  const ZONED = withSettings(PHASE, { zones });
  const of = (code: CallFlag['code'], peak: Peak, phase = ZONED, version = '1.1.0') =>
    ofCode(phaseFlags(phase, { peaks: [peak], found: [] }, callPolicyOf(version)), code);
  const limitsOf = (peak: Peak, phase = ZONED) =>
    of('borderline-threshold', peak, phase).map(({ zone, measured, limit }) => [zone, measured, limit]);

  it('is reported for a zone limit within two standard errors of a counted peak, for every zone', () => {
    const edge = { ...about, code: 'borderline-zone' };
    expect(of('borderline-zone', countedPeak({ tm: 58.25, tmError: 0.125 }))).toEqual([
      { ...edge, zone: 'A', measured: 58.25, limit: 58 },
    ]);
    expect(of('borderline-zone', countedPeak({ tm: 62, tmError: null }))).toEqual([
      { ...edge, zone: 'A', measured: 62, limit: 62 },
      { ...edge, zone: 'B', measured: 62, limit: 62 },
    ]);
    expect(of('borderline-zone', countedPeak({ tm: 58.25, tmError: 0.12 }))).toEqual([]);
    expect(of('borderline-zone', countedPeak({ tm: 57.75, tmError: 0.125 }))).toHaveLength(1);
    expect(of('borderline-zone', rejectedPeak({ tm: 58 }))).toEqual([]);
  });

  it('is reported for a height within a tenth of the threshold, on either side', () => {
    expect(of('borderline-threshold', countedPeak({ zone: 'B', height: 33 }))).toEqual([
      { ...about, code: 'borderline-threshold', zone: 'B', measured: 33, limit: 30 },
    ]);
    expect(limitsOf(countedPeak({ zone: 'B', height: 33.01 }))).toEqual([]);
    expect(limitsOf(rejectedPeak({ height: 27 }))).toEqual([[null, 27, 30]]);
    expect(limitsOf(rejectedPeak({ height: 26.99 }))).toEqual([]);
    expect(limitsOf(rejectedPeak({ height: 30, reason: 'too-wide' }))).toEqual([]);
  });

  it('is reported for the threshold of the zone if that is higher', () => {
    const reason = 'zone-height-below-threshold';
    expect(limitsOf(rejectedPeak({ zone: 'A', height: 46, reason }))).toEqual([['A', 46, 50]]);
    expect(limitsOf(countedPeak({ height: 33 }))).toEqual([]);
    expect(limitsOf(countedPeak({ height: 33 }), PHASE)).toEqual([['A', 33, 30]]);
    const low = withSettings(PHASE, { zones: [zoneOf('A', 58, 62, { minThreshold: 20 })] });
    expect(limitsOf(countedPeak({ height: 33 }), low)).toEqual([['A', 33, 30]]);
  });

  it('is reported for a quality less than a tenth above the minimum', () => {
    const flagged = { ...about, code: 'low-quality', measured: 0.49, limit: 0.5 };
    expect(of('low-quality', countedPeak({ quality: 0.49 }))).toEqual([{ ...flagged, zone: 'A' }]);
    expect(of('low-quality', countedPeak({ quality: 0.49, zone: null }), PHASE)).toEqual([flagged]);
    expect(of('low-quality', countedPeak({ quality: 0.5 }))).toEqual([]);
    expect(of('low-quality', countedPeak({ quality: 0.5 }), PHASE)).toEqual([]);
    expect(of('low-quality', rejectedPeak({ quality: 0.3 }))).toEqual([]);
  });

  it('version 1.0.0 reports each counted peak outside all zones, if the phase has zones', () => {
    const outside = countedPeak({ tm: 75, zone: null });
    expect(of('unexpected-peak', outside, ZONED, '1.0.0')).toEqual([
      { ...about, code: 'unexpected-peak', measured: 75 },
    ]);
    expect(of('unexpected-peak', outside)).toEqual([]);
    expect(of('unexpected-peak', { ...outside, quality: 0.45 }, PHASE, '1.0.0')).toEqual([]);
    expect(of('unexpected-peak', countedPeak(), ZONED, '1.0.0')).toEqual([]);
  });
});

it('with too few readings, only that and the peaks’ own flags are reported', () => {
  const few = phaseOf([[70, 400]], 10);
  const peaks = [countedPeak({ tm: 41 }), rejectedPeak({ reason: 'tm-uncertain', height: 90, area: 900 })];
  const found = [foundPeak({ doubted: [{ tm: 72.5, area: 400 }] }), foundPeak()];
  expect(flagsOf(peaks, found, few).map(({ code }) => code)).toEqual(['too-few-readings']);
});
