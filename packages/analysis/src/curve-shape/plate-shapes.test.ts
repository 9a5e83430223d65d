import type { CurveShape } from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import { GENOTYPES, twoStateCurve } from '../../test/two-state.ts';
import { noiseSequence } from '../../test/synthetic.ts';
import {
  callEvaluate,
  type ChannelConfiguration,
  plateAnalyse,
  type PlateWell,
  wellReread,
} from '../index.ts';

type Genotype = keyof typeof GENOTYPES;
const NAMES = { wild: 'HOMOZYGOUS_WILD_TYPE', hetero: 'HETEROZYGOUS', mutant: 'HOMOZYGOUS_MUTATED' } as const;
const KINDS: readonly Genotype[] = ['wild', 'hetero', 'mutant'];

const SHAPE: CurveShape = {
  channel: 'FAM',
  phase: 'MELT',
  before: [75, 77],
  after: [86, 88],
  background: 'linear',
  alignAt: null,
  references: Object.values(NAMES),
  distance: 0.5,
  ratio: 2,
};
const zone = { name: 'A', minTemp: 80, maxTemp: 85, label: 'A', minThreshold: null, minQuality: null };
const KIT: ChannelConfiguration = {
  channel: 'FAM',
  phases: [
    {
      phaseType: 'MELT',
      minThreshold: 30,
      slopeThreshold: 4.72,
      minQuality: 0.4,
      inversed: false,
      zones: [zone],
    },
  ],
  rules: [
    ...KINDS.map((kind) => ({
      zones: ['A'],
      diagnostic: NAMES[kind],
      expressions: [
        {
          firstOperand: { shape: 'curve' as const },
          operator: 'IS' as const,
          secondOperand: { shape: { like: NAMES[kind] } },
        },
      ],
    })),
    { zones: [], diagnostic: 'NEGATIVE', expressions: [] },
  ],
  curveShape: SHAPE,
};

/** The scatter of the temperature over a plate, °C: half the width of its even distribution. */
const BLOCK = 0.03;

function well(
  index: number,
  kind: Genotype,
  { sampleType = 'DNA', ...options }: Partial<PlateWell> & { amplitude?: number; shift?: number } = {},
): PlateWell {
  const shift = 2 * BLOCK * noiseSequence(900 + index)();
  const curve = twoStateCurve(GENOTYPES[kind], { seed: index + 1, shift, ...options });
  return {
    position: `${'ABCDEFGH'[index % 8] ?? 'A'}${Math.floor(index / 8) + 1}`,
    sampleType,
    expectedDiagnostic: sampleType === 'STANDARD' ? NAMES[kind] : null,
    controlGroup: '',
    phases: [{ type: 'MELT', curve }],
  };
}
const standards = (most = 4): PlateWell[] =>
  KINDS.flatMap((kind, k) =>
    Array.from({ length: most }, (_, i) => well(most * k + i, kind, { sampleType: 'STANDARD' })),
  );
const samples = (count: number): PlateWell[] =>
  Array.from({ length: count }, (_, i) =>
    well(40 + i, KINDS[i % 3] ?? 'wild', { amplitude: 600 + 40 * (i % 12) }),
  );

const call = (wells: readonly PlateWell[], configuration = KIT, algorithmVersion = '1.1.0') =>
  plateAnalyse({ assays: [{ configuration, wells }], algorithmVersion })[0]!.map(
    ({ explanation }) => explanation,
  );

// With wells that scatter by 0.1 °C, wrong shapes occur: see the figures in docs/analysis.md.
describe('DIAG-76 a plate of three genotypes, two of them 0.1 °C apart, with wells within 0.03 °C', () => {
  const calls = call([...standards(), ...samples(36)]);

  it('is called by the shapes of its curves, or left without a call, none of them wrongly', () => {
    const got = calls.slice(12).map(({ diagnostic }, i) => [NAMES[KINDS[i % 3]!], diagnostic] as const);
    expect(got.filter(([wanted, called]) => called !== null && called !== wanted)).toEqual([]);
    expect(got.filter(([, called]) => called === null).length).toBeLessThanOrEqual(2);
  });

  it('has its steepest places 0.1 °C apart, which zones cannot distinguish', () => {
    const tmOf = (index: number) => calls[index]!.phases[0]!.peaks.find(({ accepted }) => accepted)!.tm;
    const mean = (from: number) => [0, 1, 2, 3].reduce((sum, i) => sum + tmOf(from + i), 0) / 4;
    expect(Math.abs(mean(4) - mean(8))).toBeLessThan(0.25);
  });

  it('can be called again from its explanations', () => {
    for (const explanation of calls) {
      const { zonesHit, combination, triedRules, diagnostic, score } = explanation;
      expect(callEvaluate(explanation)).toEqual({ zonesHit, combination, triedRules, diagnostic, score });
    }
    expect(wellReread(calls[20]!, KIT, KIT)).toBeNull();
  });

  it('does not depend on the order of its wells', () => {
    const wells = [...standards(), ...samples(6)];
    expect(call(wells.toReversed()).toReversed()).toEqual(call(wells));
  });
});

describe('DIAG-77 without grounds there is no call', () => {
  const outcomes = (wells: readonly PlateWell[], configuration = KIT) =>
    call(wells, configuration).map(({ shape, diagnostic }) => [shape?.outcome, shape?.fault, diagnostic]);

  it('if a genotype has no standards, or one', () => {
    const others = standards().filter(({ expectedDiagnostic }) => expectedDiagnostic !== NAMES.mutant);
    expect(outcomes([...others, ...samples(1)]).at(-1)).toEqual(['not-known', 'missing-reference', null]);
    const one = [...others, well(11, 'mutant', { sampleType: 'STANDARD' })];
    expect(outcomes([...one, ...samples(1)]).at(-1)).toEqual(['not-known', 'single-reference', null]);
  });

  it('when a curve is missing, short, saturated or without a melt', () => {
    const [sample] = samples(1) as [PlateWell];
    const { curve } = sample.phases[0]!;
    const changed = (changes: Partial<typeof curve>): PlateWell => ({
      ...sample,
      phases: [{ type: 'MELT', curve: { ...curve, ...changes } }],
    });
    const top = curve.fluorescence[60]!;
    const wells = [
      { ...sample, phases: [] },
      changed({ temperature: curve.temperature.slice(40), fluorescence: curve.fluorescence.slice(40) }),
      changed({ fluorescence: curve.fluorescence.map((value) => Math.min(value, top)) }),
      changed({ fluorescence: curve.fluorescence.map(() => NaN) }),
    ];
    expect(
      outcomes([...standards(), ...wells])
        .slice(-4)
        .map(([outcome, fault, diagnostic]) => [outcome, fault, diagnostic]),
    ).toEqual([
      ['not-known', 'no-curve', null],
      ['not-known', 'region-not-read', null],
      ['not-known', 'saturated', null],
      ['not-known', 'region-not-read', null],
    ]);
  });

  it('when a curve is moved by the heat of its well, unless the kit aligns curves', () => {
    const moved = well(50, 'wild', { shift: 0.35 });
    expect(outcomes([...standards(), moved]).at(-1)).toEqual(['unlike-any', null, null]);
    const aligned = { ...KIT, curveShape: { ...SHAPE, references: [NAMES.wild, NAMES.hetero], alignAt: 20 } };
    expect(outcomes([...standards(), moved], aligned).at(-1)).toEqual(['like', null, NAMES.wild]);
  });

  describe('by an “else” after a rule that the shape leaves open', () => {
    const shapeRule = (like: string, diagnostic: string, operator: 'IS' | 'IS_NOT' = 'IS') => ({
      zones: ['A'],
      diagnostic,
      expressions: [
        { firstOperand: { shape: 'curve' as const }, operator, secondOperand: { shape: { like } } },
      ],
    });
    const other = { zones: ['A'], diagnostic: NAMES.mutant, expressions: [] };
    const withRules = (...rules: ChannelConfiguration['rules']) => ({ ...KIT, rules });
    const ELSE = withRules(shapeRule(NAMES.hetero, NAMES.hetero), other);
    const last = (wells: readonly PlateWell[], kit = ELSE, version = '1.1.0') => {
      const explanation = call(wells, kit, version).at(-1)!;
      const { zonesHit, combination, triedRules, diagnostic, score } = explanation;
      expect(callEvaluate(explanation)).toEqual({ zonesHit, combination, triedRules, diagnostic, score });
      return [diagnostic, triedRules.length];
    };

    it('when standards are missing, by algorithm 1.0.0, or on a saturated curve', () => {
      const sample = well(60, 'mutant');
      expect(last([...standards(), sample])).toEqual([NAMES.mutant, 2]);
      expect(last([sample])).toEqual([null, 1]);
      expect(last([...standards(), sample], ELSE, '1.0.0')).toEqual([null, 1]);
      const { curve } = sample.phases[0]!;
      const top = curve.fluorescence[30]!;
      const fluorescence = curve.fluorescence.map((value) => Math.min(value, top));
      const cut = { ...sample, phases: [{ type: 'MELT' as const, curve: { ...curve, fluorescence } }] };
      expect(last([...standards(), cut])[0]).toBeNull();
    });

    it('when the curve is between two references', () => {
      const shape = call([...standards(), well(61, 'wild', { shift: -0.35 })]).at(-1)!.shape!;
      expect(shape.outcome).toBe('between');
      expect(last([...standards(), well(61, 'wild', { shift: -0.35 })])).toEqual([null, 1]);
    });

    it('but a rule that fails otherwise, or one that names the shape, leaves nothing open', () => {
      const high = { firstOperand: 'A', operator: 'GT' as const, secondOperand: 1e9 };
      const both = shapeRule(NAMES.hetero, NAMES.hetero);
      const closed = { ...both, expressions: [...both.expressions, high] };
      expect(last([well(60, 'mutant')], withRules(closed, other))).toEqual([NAMES.mutant, 2]);
      const between = {
        ...both,
        diagnostic: NAMES.wild,
        expressions: [{ ...both.expressions[0]!, secondOperand: { shape: 'between' as const } }],
      };
      const moved = well(61, 'wild', { shift: -0.35 });
      expect(last([...standards(), moved], withRules(both, between, other))).toEqual([NAMES.wild, 2]);
      const not = shapeRule(NAMES.wild, NAMES.mutant, 'IS_NOT');
      expect(last([...standards(), moved], withRules(not, between))).toEqual([null, 1]);
    });
  });

  it('by algorithm 1.0.0, which compares no shapes', () => {
    const [first] = call([...samples(1), ...standards()], KIT, '1.0.0');
    expect([first!.shape, first!.diagnostic]).toEqual([undefined, null]);
    expect(first!.triedRules.every(({ holds }) => !holds)).toBe(true);
  });
});

describe('DIAG-74 a standard with doubts', () => {
  const kind = (wells: readonly PlateWell[], at: number) => call(wells).at(at)!;
  const codes = ({ flags }: ReturnType<typeof kind>) => flags.map(({ code, phase }) => [code, phase]);

  it('is no reference when a flag prevents its call', () => {
    // Two of the three wild types also melt outside all zones, where their normalised curves do not differ.
    const odd = (i: number) => {
      const one = well(i, 'wild', { sampleType: 'STANDARD' });
      const [phase] = one.phases;
      const { temperature, fluorescence } = phase!.curve;
      const extra = (t: number) => 500 / (1 + Math.exp((t - 72.5) / 0.3));
      const changed = fluorescence.map((value, k) => value + extra(temperature[k]!));
      return { ...one, phases: [{ ...phase!, curve: { ...phase!.curve, fluorescence: changed } }] };
    };
    const wells = [odd(0), odd(1), well(2, 'wild', { sampleType: 'STANDARD' }), ...standards().slice(4)];
    expect(codes(kind([...wells, ...samples(1)], 0)).some(([code]) => code === 'unexpected-peak')).toBe(true);
    expect(kind([...wells, ...samples(1)], -1).shape).toMatchObject({
      fault: 'single-reference',
      faultOf: [NAMES.wild],
    });
  });

  it('is no reference when the negative control of its lot fails', () => {
    const ofLot = (wells: readonly PlateWell[], controlGroup: string) =>
      wells.map((one) => ({ ...one, controlGroup }));
    const negative = well(38, 'wild', { sampleType: 'NEGATIVE_TEST' });
    const sample = kind([...ofLot([...standards(), negative], 'other lot'), ...samples(1)], -1);
    expect([sample.shape!.fault, sample.diagnostic]).toEqual(['missing-reference', null]);
    expect(codes(sample)).toContainEqual(['failed-control', 'MELT']);
  });

  it('that fails marks the wells of other lots that are compared with it', () => {
    const swapped = {
      ...well(11, 'wild', { sampleType: 'STANDARD' as const }),
      expectedDiagnostic: NAMES.mutant,
    };
    const wells = [...standards().slice(0, 11), swapped].map((one) => ({
      ...one,
      controlGroup: 'other lot',
    }));
    expect(codes(kind([...wells, ...samples(1)], -1))).toContainEqual(['failed-control', 'MELT']);
    const good = standards().map((one) => ({ ...one, controlGroup: 'other lot' }));
    expect(codes(kind([...good, ...samples(1)], -1))).not.toContainEqual(['failed-control', 'MELT']);
  });
});

it('DIAG-78 a kit without references has the same explanations as before', () => {
  const { curveShape: _, ...plain } = KIT;
  const wells = [...standards(2), ...samples(4)];
  expect(call(wells, { ...KIT, curveShape: { ...SHAPE, references: [] } })).toEqual(call(wells, plain));
});
