import { callFlagCodeSchema, FLAG_CONSEQUENCES, type SampleType } from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import {
  type ChannelConfiguration,
  type MeltCurve,
  plateAnalyse,
  wellAnalyse,
  wellReread,
} from '../src/index.ts';
import { callPolicyOf } from '../src/versions/call-policy.ts';
import { GENOTYPING, meltPhase, plateWell, syntheticCurve, type SyntheticCurve } from './synthetic.ts';

interface Asked {
  readonly sampleType?: SampleType;
  readonly configuration?: ChannelConfiguration;
  readonly version?: string;
}

const explain = (curve: MeltCurve | null, asked: Asked = {}) => {
  const { sampleType = 'BLOOD', configuration = GENOTYPING, version = '1.1.0' } = asked;
  const phases = curve === null ? [] : meltPhase(curve);
  return wellAnalyse({ phases, configuration, sampleType, algorithmVersion: version }).explanation;
};
const called = (curve: MeltCurve | null, asked: Asked = {}) => {
  const { diagnostic, flags } = explain(curve, asked);
  return [diagnostic, flags.map(({ code }) => code)] as const;
};
const curveOf = (products: SyntheticCurve['products'], more: Partial<SyntheticCurve> = {}) =>
  syntheticCurve({ products, ...more });
/** The readings between two temperatures, °C. */
const between = ({ temperature, fluorescence, quantity }: MeltCurve, from: number, to: number): MeltCurve => {
  const isInside = (_: number, i: number) => temperature[i]! >= from && temperature[i]! <= to;
  return { temperature: temperature.filter(isInside), fluorescence: fluorescence.filter(isInside), quantity };
};
const mapped = (curve: MeltCurve, change: (value: number) => number): MeltCurve => ({
  ...curve,
  fluorescence: curve.fluorescence.map(change),
});
// Zones: A from 58 to 62 °C, B from 66 to 70 °C.
const wild = curveOf([[68, 1000]]);
const empty = curveOf([]);

describe('REVIEW-190 a well has no call if a zone that its rules need was not read', () => {
  it.each([
    ['below the readings', between(empty, 72, 95), ['zone-not-read', 'zone-not-read']],
    ['above them', between(empty, 40, 64), ['zone-not-read']],
    ['begun before them', between(wild, 59, 95), ['zone-not-read']],
    ['ended behind them', between(empty, 40, 69), ['zone-not-read']],
  ] as const)('a zone %s', (_, curve, codes) => {
    expect(called(curve)).toEqual([null, codes]);
    // The released version called such a well.
    expect(explain(curve, { version: '1.0.0' }).diagnostic).not.toBeNull();
  });

  it('a zone may end one step beyond the last reading, but not two', () => {
    expect(called(between(empty, 40, 69.8))).toEqual(['NEGATIVE', []]);
    expect(called(between(empty, 40, 69.5))[0]).toBeNull();
  });

  it('missing readings in a zone are flagged with their place', () => {
    const { temperature, fluorescence, quantity } = empty;
    const isKept = (_: number, i: number) => temperature[i]! < 59 || temperature[i]! > 61;
    const gap = {
      temperature: temperature.filter(isKept),
      fluorescence: fluorescence.filter(isKept),
      quantity,
    };
    const { diagnostic, flags } = explain(gap);
    expect(diagnostic).toBeNull();
    expect(flags).toMatchObject([{ code: 'zone-not-read', zone: 'A' }]);
    expect(flags[0]?.temperature).toBeCloseTo(59, 0);
    expect(flags[0]?.limit).toBeCloseTo(61, 0);
  });

  it('a zone with a counted peak was read, and one that no rule names is not needed beside a peak', () => {
    const partly = between(curveOf([[60.5, 1000]]), 58.5, 95);
    expect(called(partly)).toEqual(['HOMOZYGOUS_MUTATED', ['zone-not-covered']]);
    const rules = GENOTYPING.rules.filter(({ zones }) => !zones.includes('A'));
    expect(called(between(wild, 59, 95), { configuration: { ...GENOTYPING, rules } })).toEqual([
      'HOMOZYGOUS_WILD_TYPE',
      ['zone-not-covered'],
    ]);
  });
});

describe('REVIEW-191 a well has no call if a counted peak lies outside all zones', () => {
  const outside = curveOf([[80, 600]]);
  const both = curveOf([
    [68, 1000],
    [80, 600],
  ]);
  const abnormal = { ...GENOTYPING, outsideDiagnostic: 'ABNORMAL' };

  it('whether alone, or beside one in a zone', () => {
    expect(called(outside)).toEqual([null, ['unexpected-peak']]);
    expect(called(both)).toEqual([null, ['unexpected-peak']]);
    expect(explain(both, { version: '1.0.0' }).diagnostic).toBe('HOMOZYGOUS_WILD_TYPE');
  });

  it('unless the kit version has a diagnostic for it, and no zone has a peak', () => {
    const explanation = explain(outside, { configuration: abnormal });
    expect(explanation).toMatchObject({
      diagnostic: 'ABNORMAL',
      outsideDiagnostic: 'ABNORMAL',
      triedRules: [],
    });
    expect(explanation.flags.map(({ code }) => code)).toEqual(['outside-peak']);
    expect(called(both, { configuration: abnormal })).toEqual([null, ['unexpected-peak']]);
    expect(called(empty, { configuration: abnormal })).toEqual(['NEGATIVE', []]);
    // A control must show a zone's product.
    expect(called(outside, { configuration: abnormal, sampleType: 'POSITIVE_TEST' })[0]).toBe('TEST_KO');
    expect(called(outside, { configuration: abnormal, sampleType: 'NEGATIVE_TEST' })[0]).toBe('TEST_KO');
  });
});

describe('REVIEW-192 a well has no call if its readings do not suffice', () => {
  it.each([
    ['a melt that the last reading cuts off', between(curveOf([[73.5, 1000]]), 40, 72.2), 'cut-off-melt'],
    ['a melt that the first reading cuts off', between(curveOf([[53.5, 1000]]), 54.2, 95), 'cut-off-melt'],
    ['five readings', between(wild, 67, 67.8), 'too-few-readings'],
    ['equal readings', mapped(wild, () => 700), 'no-signal'],
    ['a curve that is upside down', mapped(wild, (value) => 2000 - value), 'rising-melt'],
  ] as const)('%s', (_, curve, code) => {
    const [diagnostic, codes] = called(curve);
    expect(diagnostic).toBeNull();
    expect(codes).toContain(code);
  });

  it('because the file lacks a required phase', () => {
    expect(called(null)).toEqual([null, ['phase-not-read']]);
    const [phase] = GENOTYPING.phases;
    const two = { ...GENOTYPING, phases: [phase!, { ...phase!, phaseType: 'ANNEAL' as const, zones: [] }] };
    expect(called(wild, { configuration: two })).toEqual(['HOMOZYGOUS_WILD_TYPE', []]);
  });

  it('because a peak is beside clipped readings', () => {
    const clipped = mapped(wild, (value) => Math.min(value, explainLevel(wild, 67)));
    const [diagnostic, codes] = called(clipped);
    expect(diagnostic).toBeNull();
    expect(codes).toContain('saturated');
  });

  it('because all clear melts on the plate are far below the minimum height', () => {
    const wells = [wild, curveOf([[60, 800]]), empty].map((curve, i) => plateWell(`A${i + 1}`, curve));
    const highest = (factor: number) => {
      const phases = GENOTYPING.phases.map((phase) => ({ ...phase, minThreshold: factor * 250 }));
      const configuration = { ...GENOTYPING, phases };
      const [calls = []] = plateAnalyse({ assays: [{ configuration, wells }] });
      return calls.map(({ explanation: { diagnostic, flags } }) => [
        diagnostic,
        flags.some(({ code }) => code === 'threshold-scale'),
      ]);
    };
    expect(highest(1000)).toEqual([
      [null, true],
      [null, true],
      [null, true],
    ]);
    // Below the minimum height by a factor that a weak plate can have, so the kit's threshold applies.
    expect(highest(4).map(([, isScale]) => isScale)).toEqual([false, false, false]);
  });
});

/** The reading nearest to a temperature, RFU. */
function explainLevel({ temperature, fluorescence }: MeltCurve, wanted: number): number {
  return fluorescence[temperature.findIndex((t) => t >= wanted)]!;
}

it.each([
  ['NEGATIVE_TEST', between(empty, 72, 95)],
  ['NEGATIVE_TEST', null],
  ['POSITIVE_TEST', between(wild, 63, 95)],
] as const)('REVIEW-193 a control without a call fails: %s', (sampleType, curve) => {
  expect(called(curve, { sampleType })[0]).toBe('TEST_KO');
});

describe('REVIEW-194 NONE is called if all zones were read and nothing melts there or elsewhere', () => {
  it('in samples and in negative controls', () => {
    expect(called(empty)).toEqual(['NEGATIVE', []]);
    expect(called(empty, { sampleType: 'NEGATIVE_TEST' })).toEqual(['TEST_OK', []]);
  });

  it('all zones include those that no rule names, in every phase', () => {
    const rules = GENOTYPING.rules.filter(({ zones }) => !zones.includes('A'));
    const withoutA = { ...GENOTYPING, rules };
    const unread = between(empty, 64, 95);
    expect(called(unread, { configuration: withoutA })).toEqual([null, ['zone-not-read']]);
    expect(called(unread, { configuration: withoutA, sampleType: 'NEGATIVE_TEST' })[0]).toBe('TEST_KO');
    const [phase] = GENOTYPING.phases;
    const zones = phase!.zones.map((zone) => ({ ...zone, name: `${zone.name}2` }));
    const annealed = { ...phase!, phaseType: 'ANNEAL' as const, zones };
    const two = { ...GENOTYPING, phases: [phase!, annealed] };
    expect(called(empty, { configuration: two })).toEqual([null, ['phase-not-read']]);
    expect(called(wild, { configuration: two })).toEqual(['HOMOZYGOUS_WILD_TYPE', []]);
  });

  it('in a channel without zones, no peak is explained', () => {
    const phases = GENOTYPING.phases.map((phase) => ({ ...phase, zones: [] }));
    expect(called(wild, { configuration: { ...GENOTYPING, phases } })).toEqual([null, ['unexpected-peak']]);
  });
});

it('REVIEW-195 the table of consequences and the engine agree on the flags that prevent a call', () => {
  const { stops } = callPolicyOf('1.1.0');
  const table = callFlagCodeSchema.options.filter((code) => !FLAG_CONSEQUENCES[code].callable);
  expect([...stops].sort()).toEqual([...table].sort());
  expect([...callPolicyOf('1.0.0').stops]).toEqual(['unresolved-melt']);
});

it('REVIEW-196 with other zones a call from peaks equals the call from readings, including its grounds', () => {
  const curves = [wild, empty, between(wild, 59, 95), between(empty, 40, 69), curveOf([[80, 600]])];
  const [phase] = GENOTYPING.phases;
  const moved = (by: number): ChannelConfiguration => ({
    ...GENOTYPING,
    outsideDiagnostic: by > 0 ? 'ABNORMAL' : null,
    phases: [
      {
        ...phase!,
        zones: phase!.zones.map((zone) => ({
          ...zone,
          minTemp: zone.minTemp + by,
          maxTemp: zone.maxTemp + by,
        })),
      },
    ],
  });
  for (const curve of curves) {
    for (const by of [-25, -2, 0, 3, 12, 28]) {
      const now = moved(by);
      const { diagnostic, combination, triedRules } = explain(curve, { configuration: now });
      const reread = wellReread(explain(curve), GENOTYPING, now);
      expect(reread).toMatchObject({ diagnostic, combination, triedRules });
    }
  }
});
