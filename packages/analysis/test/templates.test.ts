import { MIN_TEMPLATE_WELLS, TEMPLATE_SPREADS, type CallExplanation, type Peak } from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import { type ChannelConfiguration, plateAnalyse, type PlateWell } from '../src/index.ts';
import { TEMPLATE } from '../src/plate-settings.ts';
import { phaseWith, zoneOf } from './peaks.ts';
import { plateWell, syntheticCurve } from './synthetic.ts';

/** A at 76 °C starts to melt at 70 °C, near B, which melts at 72 °C. */
const KIT: ChannelConfiguration = {
  channel: 'FAM',
  phases: [phaseWith([zoneOf('A', 74.5, 78), zoneOf('B', 69, 73.5)])],
  rules: [
    { zones: [], diagnostic: 'NEGATIVE', expressions: [] },
    { zones: ['A'], diagnostic: 'HOMOZYGOUS_MUTATED', expressions: [] },
    { zones: ['B'], diagnostic: 'HOMOZYGOUS_WILD_TYPE', expressions: [] },
    { zones: ['A', 'B'], diagnostic: 'HETEROZYGOUS', expressions: [] },
  ],
};
const ASKED: ChannelConfiguration = { ...KIT, meltTemplates: { from: 'plate' } };
const [MAIN, SHOULDER] = [1000, 200];

/** Some amount of A with its early part, and an amount of B. */
const melt = (seed: number, { amount = 1, beside = 0 } = {}) =>
  syntheticCurve({
    products: [[76, amount * MAIN], [70, amount * SHOULDER], ...(beside > 0 ? [[72, beside] as const] : [])],
    noise: 2,
    width: 2.5,
    step: 0.5,
    seed,
  });

const standard = (position: string, seed: number, amount: number): PlateWell => ({
  ...plateWell(position, melt(seed, { amount })),
  sampleType: 'STANDARD',
  expectedDiagnostic: 'HOMOZYGOUS_MUTATED',
});
const STANDARDS = [0.8, 0.9, 1, 1.1, 1.2].map((amount, k) => standard(`A${k + 1}`, k + 2, amount));
const SHOULDERED = plateWell('B1', melt(20, { amount: 0.7 }));
/** One part of B to five of A, 4 °C apart. */
const MIXED = plateWell('B2', melt(21, { beside: MAIN / 5 }));
const PLATE = [...STANDARDS, SHOULDERED, MIXED];

interface Options {
  readonly configuration?: ChannelConfiguration;
  readonly algorithmVersion?: string;
}

/** By position. */
function callsOf(
  wells: readonly PlateWell[],
  { configuration = ASKED, algorithmVersion = '1.1.0' }: Options = {},
) {
  const [calls] = plateAnalyse({ assays: [{ configuration, wells }], algorithmVersion });
  return new Map(calls!.map(({ position, explanation }) => [position, explanation]));
}

const peakNear = ({ phases }: CallExplanation, tm: number): Peak =>
  phases[0]!.peaks.find((peak) => Math.abs(peak.tm - tm) < 1.2)!;
const codes = ({ flags }: CallExplanation) => flags.map(({ code }) => code);

describe('TPL-01 a peak that a template explains', () => {
  const calls = callsOf(PLATE);
  const shouldered = calls.get('B1')!;

  it('counts without templates', () => {
    const without = callsOf(PLATE, { configuration: KIT }).get('B1')!;
    expect(peakNear(without, 70)).toMatchObject({ zone: 'B', accepted: true });
    expect(without.diagnostic).toBe('HETEROZYGOUS');
  });

  it('does not count, and the flag says by how much', () => {
    const peak = peakNear(shouldered, 70);
    expect(peak).toMatchObject({ zone: 'B', accepted: false, reason: 'within-template' });
    expect(peak.measured!).toBeLessThanOrEqual(peak.limit!);
    expect(peak.measured!).toBeGreaterThan(0.75 * peak.limit!);
    expect(shouldered.diagnostic).toBe('HOMOZYGOUS_MUTATED');
  });

  it('is a doubt with its place and figures, and nothing else there is unexplained', () => {
    const { tm, measured, limit } = peakNear(shouldered, 70);
    expect(shouldered.flags).toContainEqual({
      code: 'within-template',
      phase: 'MELT',
      zone: 'B',
      temperature: tm,
      measured,
      limit,
    });
    expect(codes(shouldered)).not.toContain('unresolved-melt');
    expect(codes(shouldered)).not.toContain('uncounted-melt');
  });

  it('is not an unexplained melt, however far from the product', () => {
    const far = (position: string, seed: number, amount: number): PlateWell => {
      const products = [
        [76, 1000 * amount],
        [60, 300 * amount],
      ] as const;
      return plateWell(position, syntheticCurve({ products, noise: 2, width: 2.5, step: 0.5, seed }));
    };
    const phases = [phaseWith([zoneOf('A', 74.5, 78), zoneOf('B', 58, 62)])];
    const wells = [
      ...STANDARDS.map((one, k) => ({ ...one, phases: far('', k, 1).phases })),
      far('B1', 9, 0.8),
    ];
    const { diagnostic, flags } = callsOf(wells, { configuration: { ...ASKED, phases } }).get('B1')!;
    expect(diagnostic).toBe('HOMOZYGOUS_MUTATED');
    expect(flags.map(({ code }) => code)).toEqual(['within-template']);
  });

  it('names the template and its wells', () => {
    expect(shouldered.templates).toMatchObject([{ phase: 'MELT', zone: 'A', wells: 5 }]);
    expect(Math.abs(shouldered.templates![0]!.tm - 76)).toBeLessThan(0.2);
  });
});

describe('TPL-02 a product that exceeds the template', () => {
  it('counts: one part for five, 4 °C away', () => {
    const mixed = callsOf(PLATE).get('B2')!;
    expect(peakNear(mixed, 72)).toMatchObject({ zone: 'B', accepted: true, reason: null });
    expect(mixed.diagnostic).toBe('HETEROZYGOUS');
    expect(codes(mixed)).not.toContain('within-template');
  });

  it('counts if it is the higher one, with the template of its own target', () => {
    const wells = [
      ...STANDARDS,
      plateWell(
        'C1',
        syntheticCurve({
          products: [
            [72, 900],
            [76, 500],
          ],
          seed: 5,
        }),
      ),
    ];
    expect(callsOf(wells).get('C1')!.diagnostic).toBe('HETEROZYGOUS');
  });
});

describe('TPL-03 without the setting', () => {
  it.each([undefined, null])('%s is as before, to the bit', (meltTemplates) => {
    const configuration = meltTemplates === undefined ? KIT : { ...KIT, meltTemplates };
    const calls = callsOf(PLATE, { configuration });
    expect([...calls.values()].every((one) => !('templates' in one))).toBe(true);
    expect(JSON.stringify([...calls])).toBe(JSON.stringify([...callsOf(PLATE, { configuration: KIT })]));
  });

  it('algorithm 1.0.0 has no templates', () => {
    const asked = callsOf(PLATE, { algorithmVersion: '1.0.0' });
    expect(asked).toEqual(callsOf(PLATE, { algorithmVersion: '1.0.0', configuration: KIT }));
  });
});

describe('TPL-04 the wells of a template', () => {
  it('do not depend on the order of wells', () => {
    const rotated = [...PLATE.slice(3), ...PLATE.slice(0, 3)].toReversed();
    expect(callsOf(rotated)).toEqual(callsOf(PLATE));
  });

  it('exclude the well itself: a standard with more signal at 72 °C is not hidden by its own curve', () => {
    const odd: PlateWell = { ...standard('A6', 30, 1), phases: MIXED.phases };
    const calls = callsOf([...STANDARDS, odd]);
    expect(peakNear(calls.get('A6')!, 72).accepted).toBe(true);
    expect(calls.get('A6')!.templates).toMatchObject([{ zone: 'A', wells: 5 }, { zone: 'B' }]);
    expect(peakNear(calls.get('A1')!, 70).accepted).toBe(false);
  });

  it('include single samples, but not mixtures or wells that are expected to have two targets', () => {
    const single = (position: string, seed: number) =>
      plateWell(position, syntheticCurve({ products: [[76, 1000]], width: 2.5, step: 0.5, seed }));
    const singles = ['D1', 'D2', 'D3', 'D4'].map((position, k) => single(position, 40 + k));
    expect(callsOf(singles).get('D1')!.templates).toMatchObject([{ zone: 'A', wells: 3, shape: null }]);
    const both: PlateWell[] = ['E1', 'E2', 'E3', 'E4', 'E5'].map((position, k) => ({
      ...plateWell(position, melt(50 + k, { beside: 300 })),
      sampleType: 'STANDARD',
      expectedDiagnostic: 'HETEROZYGOUS',
    }));
    const calls = callsOf([...singles, ...both, SHOULDERED]);
    expect(calls.get('B1')!.templates).toMatchObject([
      { zone: 'A', wells: 4 },
      { zone: 'B', wells: 0 },
    ]);
    expect(calls.get('B1')!.diagnostic).toBe('HETEROZYGOUS');
  });
});

it('TPL-04 one of four wells with the target has no template: three others are too few', () => {
  const calls = callsOf(STANDARDS.slice(0, 4));
  expect(calls.get('A1')!.templates).toMatchObject([{ zone: 'A', wells: 3, teaches: true, shape: null }, {}]);
  expect(peakNear(calls.get('A1')!, 70).reason).not.toBe('within-template');
});

it('TPL-04 an insignificant peak is not used for learning', () => {
  const weak = ['F1', 'F2', 'F3', 'F4', 'F5'].map((position, k) =>
    plateWell(
      position,
      syntheticCurve({ products: [[76, 140]], noise: 16, width: 2.5, step: 0.5, seed: 60 + k }),
    ),
  );
  const calls = callsOf(weak);
  const peaks = [...calls.values()].flatMap(({ phases }) => phases[0]!.peaks.filter((peak) => peak.accepted));
  expect(peaks.length).toBeGreaterThan(3);
  expect(peaks.every(({ significance }) => significance < TEMPLATE.significance)).toBe(true);
  for (const { templates } of calls.values()) for (const { wells } of templates ?? []) expect(wells).toBe(0);
});

describe('TPL-05 too few wells', () => {
  it('explain nothing, and are reported', () => {
    const calls = callsOf([...STANDARDS.slice(0, 3), SHOULDERED]);
    expect(peakNear(calls.get('B1')!, 70).accepted).toBe(true);
    expect(calls.get('B1')!.templates).toMatchObject([
      { zone: 'A', wells: 3, shape: null },
      { zone: 'B', wells: 0, shape: null },
    ]);
  });

  it('are fewer than four', () => {
    const calls = callsOf([...STANDARDS.slice(0, 4), SHOULDERED]);
    expect(peakNear(calls.get('B1')!, 70).accepted).toBe(false);
  });
});

it('TPL-05 the limits are those shown on screens', () => {
  expect(TEMPLATE).toMatchObject({ fewest: MIN_TEMPLATE_WELLS, spreads: TEMPLATE_SPREADS });
});
