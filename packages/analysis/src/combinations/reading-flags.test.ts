import type { Peak } from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import { countedPeak, phaseWith, zoneOf } from '../../test/peaks.ts';
import { GENOTYPING, meltPhase, syntheticCurve, type SyntheticCurve } from '../../test/synthetic.ts';
import type { PhaseConfiguration } from '../configuration.ts';
import { greatestRise } from '../curve/falls.ts';
import type { ReadingFaults } from '../curve/reading-faults.ts';
import { wellAnalyse, type MeltCurve } from '../index.ts';
import { phaseDetect, type ConfiguredPhase, type DetectedPhase } from '../phase-analyse.ts';
import { callPolicyOf } from '../versions/call-policy.ts';
import { readingFlags } from './reading-flags.ts';

/** Only zone B, from 66 to 70 °C; the readings of zone A do not matter. */
const ONLY_B = { ...GENOTYPING, rules: GENOTYPING.rules.filter(({ zones }) => !zones.includes('A')) };
const codesOf = (curve: MeltCurve): string[] =>
  wellAnalyse({
    phases: meltPhase(curve),
    configuration: ONLY_B,
    sampleType: 'BLOOD',
    algorithmVersion: '1.1.0',
  }).explanation.flags.map(({ code }) => code);
const curveOf = (products: SyntheticCurve['products'], more: Partial<SyntheticCurve> = {}) =>
  syntheticCurve({ products, ...more });
/** A detector whose limit is the curve's signal at a temperature. */
function limited(curve: MeltCurve, celsius: number): MeltCurve {
  const limit = curve.fluorescence[curve.temperature.findIndex((t) => t >= celsius)] ?? 0;
  return { ...curve, fluorescence: curve.fluorescence.map((value) => Math.min(value, limit)) };
}

it('REVIEW-192 a peak within its width of clipped readings may lack its top', () => {
  const wild = curveOf([[68, 1000]]);
  expect(codesOf(limited(wild, 67))).toContain('saturated-melt');
  const far = codesOf(limited(wild, 60));
  expect(far).toContain('saturated');
  expect(far).not.toContain('saturated-melt');
});

it('REVIEW-192 the same applies to clipped readings between others', () => {
  const risen = curveOf([
    [50, -800],
    [68, 1000],
  ]);
  const codes = codesOf(limited(risen, 66));
  expect(codes).toContain('saturated-melt');
});

it('REVIEW-192 a rise smaller than the minimum height, or within noise, does not mean an inverted curve', () => {
  expect(codesOf(curveOf([[60, -400]]))).toContain('rising-melt');
  expect(codesOf(curveOf([[60, -40]]))).not.toContain('rising-melt');
  expect(codesOf(curveOf([[60, -400]], { noise: 30 }))).not.toContain('rising-melt');
});

it('REVIEW-192 the three largest of many spikes are flagged', () => {
  const { temperature, fluorescence, quantity } = curveOf([[68, 1000]]);
  const spiked = fluorescence.map((value, i) => (i % 25 === 10 && i < 130 ? value + 300 + i : value));
  const codes = codesOf({ temperature, fluorescence: spiked, quantity });
  expect(codes.filter((code) => code === 'spike')).toHaveLength(3);
});

const about = { phase: 'MELT', zone: null, temperature: null, measured: null, limit: null } as const;
const SETTINGS = phaseWith([]);
const phaseOf = (curve: MeltCurve, settings = SETTINGS): ConfiguredPhase => ({
  phase: phaseDetect(curve, SETTINGS),
  settings,
});
/** Readings from 40 to 95 °C without a melt. */
const QUIET = phaseOf(curveOf([]));
const withPhase = (configured: ConfiguredPhase, change: Partial<DetectedPhase>): ConfiguredPhase => ({
  ...configured,
  phase: { ...configured.phase, ...change },
});
const withNoise = (configured: ConfiguredPhase, noise: number): ConfiguredPhase =>
  withPhase(configured, { detected: { ...configured.phase.detected!, noise } });
const withSettings = (configured: ConfiguredPhase, change: Partial<PhaseConfiguration>): ConfiguredPhase => ({
  ...configured,
  settings: { ...configured.settings, ...change },
});
const flagsOf = (configured: ConfiguredPhase, accepted: readonly Peak[] = [], version = '1.1.0') =>
  readingFlags(configured, accepted, callPolicyOf(version));

it('a quiet curve has no flags', () => {
  for (const version of ['1.0.0', '1.1.0'])
    expect([flagsOf(QUIET, [], version), flagsOf(QUIET, [countedPeak()], version)]).toEqual([[], []]);
});

it('with too few readings only that is reported', () => {
  expect(flagsOf(phaseOf(curveOf([], { step: 10 })))).toEqual([
    { ...about, code: 'too-few-readings', measured: 6, limit: 8 },
  ]);
});

describe('single outliers', () => {
  const fault = (temperature: number, size: number) => ({ temperature, size });
  const faults: ReadingFaults = {
    spikes: [fault(50, 90), fault(51, -80), fault(52, 70), fault(53, 60)],
    steps: [fault(60, -30)],
    clipped: 3,
  };
  const reported = [
    { ...about, code: 'saturated', measured: 3 },
    { ...about, code: 'spike', temperature: 50, measured: 90 },
    { ...about, code: 'spike', temperature: 51, measured: -80 },
    { ...about, code: 'spike', temperature: 52, measured: 70 },
    { ...about, code: 'step', temperature: 60, measured: -30 },
  ];

  it('are reported, up to three of each kind, largest first', () => {
    for (const version of ['1.0.0', '1.1.0'])
      expect(flagsOf(withPhase(QUIET, { faults }), [], version)).toEqual(reported);
    expect(flagsOf(withPhase(QUIET, { faults: { ...faults, clipped: 0 } }))).toEqual(reported.slice(1));
  });

  it('that are clipped are reported for peaks within their width, by place', () => {
    const peaks = [
      countedPeak({ tm: 45, width: 5 }),
      countedPeak({ tm: 46, width: 5 }),
      countedPeak({ tm: 90, width: 5 }),
    ];
    const clipped = (count: number, configured = QUIET) =>
      flagsOf(withPhase(configured, { faults: { spikes: [], steps: [], clipped: count } }), peaks).slice(
        count === 0 ? 0 : 1,
      );
    const melt = { ...about, code: 'saturated-melt', zone: 'A', measured: 3 };
    expect(clipped(3)).toEqual([
      { ...melt, temperature: 45 },
      { ...melt, temperature: 90 },
    ]);
    expect(clipped(0)).toEqual([]);
    const { temperature, fluorescence, quantity } = curveOf([]);
    const isRead = (_: number, i: number) => i < 50 || i > 60;
    // No readings between 49.8 and 52.2 °C.
    const gap = phaseOf({
      temperature: temperature.filter(isRead),
      fluorescence: fluorescence.filter(isRead),
      quantity,
    });
    expect(clipped(3, gap).map((flag) => flag.temperature)).toEqual([45, 46, 90]);
  });
});

it('version 1.0.0 reports zones that extend beyond the readings, each once', () => {
  const zones = [
    zoneOf('A', 30, 50),
    zoneOf('B', 40, 95),
    zoneOf('C', 90, 100),
    zoneOf('D', 30, 100),
    zoneOf('E', 60, 70),
  ];
  const uncovered = { ...about, code: 'zone-not-covered' };
  expect(flagsOf(withSettings(QUIET, { zones }), [], '1.0.0')).toEqual([
    { ...uncovered, zone: 'A', measured: 40, limit: 30 },
    { ...uncovered, zone: 'C', measured: 95, limit: 100 },
    { ...uncovered, zone: 'D', measured: 40, limit: 30 },
  ]);
  expect(flagsOf(withSettings(QUIET, { zones }))).toEqual([]);
});

describe('REVIEW-192 a rising signal without counted peaks', () => {
  const RISING = phaseOf(curveOf([[60, -400]]));
  const { clean, detected } = RISING.phase;
  const rise = greatestRise(detected!, clean.fluorescence)!;
  const codes = (configured: ConfiguredPhase, accepted: readonly Peak[] = []) =>
    flagsOf(configured, accepted).map(({ code }) => code);

  it('is reported with place and size, above the minimum height and the noise', () => {
    const reported = {
      ...about,
      code: 'rising-melt',
      temperature: rise.temperature,
      measured: rise.size,
      limit: 20 * detected!.noise,
    };
    expect(flagsOf(RISING)).toEqual([reported]);
    expect(flagsOf(withSettings(RISING, { minThreshold: rise.height }))).toEqual([reported]);
    expect(codes(withSettings(RISING, { minThreshold: rise.height + 0.01 }))).toEqual([]);
    expect(codes(withNoise(RISING, rise.size / 20.1))).toContain('rising-melt');
    expect(codes(withNoise(RISING, rise.size / 19.9))).not.toContain('rising-melt');
  });

  it('has another cause beside a counted peak', () => {
    expect(codes(RISING, [countedPeak()])).toEqual(['rising-signal']);
  });

  it('is not a signal if half of the readings are at the maximum', () => {
    const plateau = withPhase(RISING, {
      clean: { ...clean, fluorescence: clean.fluorescence.map((value, i) => (i < 130 ? value : 2000)) },
    });
    expect(codes(plateau)).toEqual(['no-signal']);
  });
});

describe('REVIEW-192 a signal without dye', () => {
  const COUNT = QUIET.phase.clean.temperature.length;
  const signal = (valueAt: (i: number) => number, derivative: Float64Array | null = null) =>
    withPhase(QUIET, {
      clean: {
        ...QUIET.phase.clean,
        fluorescence: Float64Array.from({ length: COUNT }, (_, i) => valueAt(i)),
        derivative,
      },
    });
  /** Every other reading of the first ones is at a limit below or above all others. */
  const limited = (equal: number, limit: number) =>
    signal((i) => (i % 2 === 0 && i / 2 < equal ? limit : 500 + i));

  it('has half of its readings at the minimum or maximum', () => {
    expect(COUNT).toBe(276);
    for (const limit of [100, 2000]) {
      expect(flagsOf(limited(138, limit))).toEqual([{ ...about, code: 'no-signal', limit: 50 }]);
      expect(flagsOf(limited(137, limit)).map(({ code }) => code)).not.toContain('no-signal');
    }
    expect(flagsOf(signal(() => 500))).toEqual([{ ...about, code: 'no-signal', limit: 100 }]);
    // A frequent value between the extremes is not a limit.
    const between = signal((i) => (i === 100 ? 100 : 500 + (i === 200 ? 1500 : 0)));
    expect(flagsOf(between).map(({ code }) => code)).not.toContain('no-signal');
  });

  it('is nearly constant, unless it is a vendor’s slope', () => {
    const small = (i: number) => 500 + 0.25 * (i % 4);
    const [flag, ...others] = flagsOf(signal(small));
    expect([flag, others]).toEqual([{ ...about, code: 'no-signal', measured: flag?.measured }, []]);
    expect(flag?.measured).toBeCloseTo((100 * 0.75) / 500.375, 9);
    expect(flagsOf(signal(small, new Float64Array(COUNT)))).toEqual([]);
  });

  it('is not reported beside a counted peak', () => {
    expect(
      flagsOf(
        signal(() => 500),
        [countedPeak()],
      ),
    ).toEqual([]);
  });
});
