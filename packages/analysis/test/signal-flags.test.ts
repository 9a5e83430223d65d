import type { CallFlagCode } from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import { type MeltCurve, plateAnalyse, wellAnalyse } from '../src/index.ts';
import { GENOTYPING, meltPhase, noiseSequence, plateWell, syntheticCurve } from './synthetic.ts';

const FAULTS: readonly CallFlagCode[] = [
  'no-signal',
  'coarse-readings',
  'rising-signal',
  'too-noisy',
  'copied-melt',
  'apart-from-zone',
];
const called = (curve: MeltCurve, algorithmVersion = '1.1.0') => {
  const well = { phases: meltPhase(curve), configuration: GENOTYPING, sampleType: 'BLOOD' as const };
  const { diagnostic, flags } = wellAnalyse({ ...well, algorithmVersion }).explanation;
  return [diagnostic, flags.map(({ code }) => code).filter((code) => FAULTS.includes(code))] as const;
};
const wild = syntheticCurve({ products: [[68, 1000]] });
const mapped = (curve: MeltCurve, change: (value: number, t: number) => number): MeltCurve => ({
  ...curve,
  fluorescence: curve.fluorescence.map((value, i) => change(value, curve.temperature[i]!)),
});

describe('REVIEW-243 readings that could show no melt permit no call, or are flagged', () => {
  const random = noiseSequence(3);
  it.each([
    ['a counter between two steps', mapped(wild, () => 700 + (random() > 0.2 ? 1 : 0)), 'no-signal'],
    ['noise around a level', mapped(wild, () => 700 + 6 * random()), 'no-signal'],
    ['a straight line', mapped(wild, (_, t) => 700 + 0.02 * t), 'no-signal'],
    [
      'readings of which most are at a limit',
      mapped(wild, (_, t) => (t < 90 ? 700 : 690 - random())),
      'no-signal',
    ],
    ['readings 1.2 °C apart', syntheticCurve({ products: [], step: 1.2 }), 'coarse-readings'],
  ] as const)('%s', (_, curve, code) => {
    expect(called(curve)).toEqual([null, [code]]);
    expect(called(curve, '1.0.0')[1]).toEqual([]);
  });

  it('such as a signal that rises beside a melt, and noise that hides peaks of the minimum height', () => {
    const bubble = mapped(wild, (value, t) => value + 150 * Math.exp(-((t - 55) ** 2) / 8));
    expect(called(bubble)[1]).toEqual(['rising-signal']);
    const well = { phases: meltPhase(bubble), configuration: GENOTYPING, sampleType: 'BLOOD' as const };
    const flag = wellAnalyse(well).explanation.flags.find(({ code }) => code === 'rising-signal');
    const before = bubble.fluorescence.filter((_, i) => bubble.temperature[i]! <= 55);
    // From where it begins to rise, not from where it is steep.
    expect(flag?.measured).toBeGreaterThan(0.96 * (Math.max(...before) - Math.min(...before)));
    expect(called(syntheticCurve({ products: [[68, 1000]], noise: 60 }))[1]).toEqual(['too-noisy']);
    expect(called(wild)[1]).toEqual([]);
    expect(called(syntheticCurve({ products: [], step: 1 }))[1]).toEqual([]);
  });
});

const plate = (
  heights: Readonly<Record<string, readonly (readonly [number, number])[]>>,
  channel = GENOTYPING,
) => ({
  configuration: channel,
  wells: Object.entries(heights).map(([position, products], i) =>
    plateWell(position, syntheticCurve({ products, seed: i + 1 })),
  ),
});
const flagged = (assays: Parameters<typeof plateAnalyse>[0]['assays'], code: CallFlagCode) =>
  plateAnalyse({ assays }).flatMap((calls) =>
    calls.flatMap(({ position, explanation: { channel, flags } }) =>
      flags.filter((flag) => flag.code === code).map(({ source }) => ({ position, channel, source })),
    ),
  );

describe('REVIEW-252 a small peak at the Tm of a larger adjacent one may be cross-talk, and is flagged', () => {
  it('if it is of an adjacent well, also diagonally, or of another channel of the well', () => {
    const strong = plate({ A1: [[68, 1000]], B2: [[68.1, 160]], D4: [[68, 160]] });
    expect(flagged([strong], 'copied-melt')).toEqual([
      { position: 'B2', channel: 'FAM', source: { position: 'A1', channel: 'FAM' } },
    ]);
    const red = plate({ A1: [[68, 160]] }, { ...GENOTYPING, channel: 'TEXAS_RED' });
    expect(flagged([plate({ A1: [[68, 1000]] }), red], 'copied-melt')).toEqual([
      { position: 'A1', channel: 'TEXAS_RED', source: { position: 'A1', channel: 'FAM' } },
    ]);
  });

  it('but not if it is higher than a quarter, melts elsewhere, or is farther away', () => {
    const wells = { A1: [[68, 1000]], A2: [[68, 300]], B1: [[60, 160]], A4: [[68, 160]] } as const;
    expect(flagged([plate(wells)], 'copied-melt')).toEqual([]);
  });
});

describe('REVIEW-281 a small peak beside a strong well is flagged only if the plate shows cross-talk in that direction', () => {
  /** Rows of a strong well beside an empty one, except for one with a weak product of its own. */
  const rows = (shown: readonly string[]) => {
    const wells: Record<string, readonly (readonly [number, number])[]> = {};
    for (const row of 'ABCDEFGHIJKLMNOP') {
      wells[`${row}1`] = [[68, 1000]];
      wells[`${row}2`] = shown.includes(row) ? [[68, 160]] : [];
    }
    return wells;
  };
  const flaggedWells = (shown: readonly string[]) =>
    flagged([plate(rows(shown))], 'copied-melt').map(({ position }) => position);

  it('one of sixteen is a weak product, as common as a strong one', () => {
    expect(flaggedWells(['D'])).toEqual([]);
  });

  it('a quarter of them is cross-talk', () => {
    expect(flaggedWells(['A', 'D', 'H', 'K'])).toEqual(['A2', 'D2', 'H2', 'K2']);
  });
});

it('REVIEW-253 a peak away from the others of its zone on the plate is flagged', () => {
  const wells = Object.fromEntries(
    Array.from({ length: 8 }, (_, i) => [`A${i + 1}`, [[68 + 0.05 * i, 900] as const]] as const),
  );
  const apart = (tm: number) => flagged([plate({ ...wells, C1: [[tm, 900]] })], 'apart-from-zone');
  expect(apart(69.2).map(({ position }) => position)).toEqual(['C1']);
  expect(apart(68.4)).toEqual([]);
  const few = plate({ A1: [[68, 900]], A2: [[68, 900]], C1: [[69.2, 900]] });
  expect(flagged([few], 'apart-from-zone')).toEqual([]);
});
