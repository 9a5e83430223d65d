import type { CallExplanation, SampleType } from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import { plateAnalyse, type ChannelConfiguration } from '../src/index.ts';
import { GENOTYPING, plateWell, syntheticCurve } from './synthetic.ts';

const REFERENCES: Readonly<Record<string, number>> = { A: 60, B: 68 };
/** Zones of 60 ± 0.5 and 68 ± 0.5 °C. */
const NARROW: ChannelConfiguration = {
  ...GENOTYPING,
  phases: GENOTYPING.phases.map((phase) => ({
    ...phase,
    zones: phase.zones.map((zone) => {
      const referenceTm = REFERENCES[zone.name] ?? 0;
      return { ...zone, minTemp: referenceTm - 0.5, maxTemp: referenceTm + 0.5, referenceTm };
    }),
  })),
  tmShift: { limit: 0.8 },
};

interface Plate {
  readonly shift: number;
  readonly controls?: number;
  readonly configuration?: ChannelConfiguration;
  readonly algorithmVersion?: string;
}

const typed = (
  position: string,
  sampleType: SampleType,
  products: readonly (readonly [number, number])[],
) => ({
  ...plateWell(position, syntheticCurve({ products, noise: 2, seed: position.charCodeAt(0) })),
  sampleType,
});

/** Samples of A, of B and without product, and positive controls of A. */
function callsOf({ shift, controls = 3, configuration = NARROW, algorithmVersion = '1.1.0' }: Plate) {
  const wells = [
    typed('A1', 'BLOOD', [[60 + shift, 1000]]),
    typed('B1', 'BLOOD', [[68 + shift, 1000]]),
    typed('C1', 'BLOOD', []),
    ...['E1', 'F1', 'G1'].slice(0, controls).map((at) => typed(at, 'POSITIVE_TEST', [[60 + shift, 1000]])),
  ];
  const [calls] = plateAnalyse({ assays: [{ configuration, wells }], algorithmVersion });
  return calls!.map(({ explanation }) => explanation);
}

const called = (explanations: readonly CallExplanation[]) => explanations.map(({ diagnostic }) => diagnostic);
const RIGHT = ['HOMOZYGOUS_MUTATED', 'HOMOZYGOUS_WILD_TYPE', 'NEGATIVE'];
const OK = ['TEST_OK', 'TEST_OK', 'TEST_OK'];

describe('TMC-01 a shifted plate', () => {
  it.each([0.6, -0.6])('of %d °C is called like one without a shift', (shift) => {
    const calls = callsOf({ shift });
    expect(called(calls)).toEqual([...RIGHT, ...OK]);
    expect(calls[0]!.tmShift!.moved).toBeCloseTo(shift, 1);
    expect(called(callsOf({ shift, configuration: { ...NARROW, tmShift: null } })).slice(0, 2)).toEqual([
      null,
      null,
    ]);
  });

  it('without controls is called with the kit’s zones, and says so', () => {
    const calls = callsOf({ shift: 0.6, controls: 0 });
    expect(called(calls)).toEqual([null, null, 'NEGATIVE']);
    expect(calls.map(({ tmShift }) => tmShift?.decision)).toEqual(Array(3).fill('no-controls'));
  });

  it('is flagged near the shifted limits', () => {
    const [first] = callsOf({ shift: 0.6 });
    expect(first!.flags).toEqual([]);
    const [atEdge] = callsOf({ shift: 0.5, configuration: { ...NARROW, tmShift: null } });
    expect(atEdge!.flags.map(({ code }) => code)).toContain('borderline-zone');
  });
});

describe('TMC-02 a plate shifted beyond the limit', () => {
  const calls = callsOf({ shift: 1.2 });

  it('moves no zones and fails its controls', () => {
    expect(calls.map(({ tmShift }) => tmShift)).toEqual(
      Array(6).fill(expect.objectContaining({ decision: 'beyond-limit', moved: 0 })),
    );
    expect(called(calls).slice(3)).toEqual(['TEST_KO', 'TEST_KO', 'TEST_KO']);
    expect(calls[3]!.flags).toContainEqual(
      expect.objectContaining({ code: 'tm-shift-beyond', measured: calls[0]!.tmShift!.median, limit: 0.8 }),
    );
  });

  it('marks every sample', () => {
    for (const { flags } of calls) expect(flags.map(({ code }) => code)).toContain('failed-control');
    expect(calls[0]!.flags.map(({ code }) => code)).not.toContain('tm-shift-beyond');
  });

  it('fails even if a control still lies in its zone', () => {
    const wide = {
      ...NARROW,
      phases: NARROW.phases.map((phase) => ({
        ...phase,
        zones: phase.zones.map((zone) => ({ ...zone, minTemp: zone.minTemp - 2, maxTemp: zone.maxTemp + 2 })),
      })),
    };
    expect(called(callsOf({ shift: 1.2, configuration: wide })).slice(3)).toEqual(Array(3).fill('TEST_KO'));
  });
});

describe('TMC-03 a control', () => {
  it('that is alone does not pass because of its own shift', () => {
    const calls = callsOf({ shift: 0.6, controls: 1 });
    expect(called(calls)).toEqual([...RIGHT, 'TEST_KO']);
    expect(calls[0]!.flags.map(({ code }) => code)).toContain('failed-control');
  });
});

it('TMC-04 algorithm 1.0.0 has no Tm shift correction', () => {
  const asked = callsOf({ shift: 0.6, algorithmVersion: '1.0.0' });
  const plain = callsOf({
    shift: 0.6,
    algorithmVersion: '1.0.0',
    configuration: { ...NARROW, tmShift: null },
  });
  expect(asked).toEqual(plain);
});
