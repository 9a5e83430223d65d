import { platePositions, type BuiltInDiagnostic, type Position, type SampleType } from '@curvewell/domain';
import type { SyntheticMelt, SyntheticWell } from '@curvewell/instruments/generate';

/** The channels of the kit LCT-13910. */
type DemoChannel = 'FAM' | 'TEXAS_RED';

/** A well of the demo plate: its content, and the expected call in each channel. */
export interface DemoWell {
  readonly position: Position;
  readonly name: string;
  readonly sampleType: SampleType;
  readonly truth: Readonly<Record<DemoChannel, BuiltInDiagnostic>>;
}

/** Melting temperatures of the products for each result, °C, within the zones of the kit LCT-13910. */
const PRODUCTS: Readonly<Record<DemoChannel, Partial<Record<BuiltInDiagnostic, readonly number[]>>>> = {
  FAM: {
    NEGATIVE: [],
    HOMOZYGOUS_WILD_TYPE: [55.3],
    HOMOZYGOUS_MUTATED: [60.8],
    HETEROZYGOUS: [55.3, 60.8],
  },
  TEXAS_RED: {
    NEGATIVE: [],
    HOMOZYGOUS_WILD_TYPE: [58.6],
    HETEROZYGOUS_13915: [58.6, 64.1],
    HETEROZYGOUS_14009: [54.4, 58.6],
    HETEROZYGOUS_14010: [50.6, 58.6],
    HOMOZYGOUS_MUTATED_13915: [64.1],
  },
};

/** Frequencies of the −13910 genotypes, close to those of 220 Austrians (Bodlaj et al. 2006). */
const GENOTYPES = [
  'HETEROZYGOUS',
  'HOMOZYGOUS_MUTATED',
  'HOMOZYGOUS_WILD_TYPE',
  'HETEROZYGOUS',
  'HOMOZYGOUS_MUTATED',
  'HETEROZYGOUS',
  'HOMOZYGOUS_MUTATED',
  'HETEROZYGOUS',
  'HOMOZYGOUS_WILD_TYPE',
  'HOMOZYGOUS_MUTATED',
  'HETEROZYGOUS',
] as const satisfies readonly BuiltInDiagnostic[];

/** Rare neighbouring variants, by sample index. */
const NEIGHBOURS: Readonly<Record<number, BuiltInDiagnostic>> = {
  17: 'HETEROZYGOUS_14010',
  34: 'HETEROZYGOUS_13915',
  52: 'HETEROZYGOUS_14009',
  71: 'HOMOZYGOUS_MUTATED_13915',
};

type UnplacedWell = Omit<DemoWell, 'position'>;

const control = (name: string, sampleType: SampleType, FAM: BuiltInDiagnostic): UnplacedWell => ({
  name,
  sampleType,
  truth: { FAM, TEXAS_RED: 'HOMOZYGOUS_WILD_TYPE' },
});

const negative = (name: string): UnplacedWell => ({
  name,
  sampleType: 'NEGATIVE_TEST',
  truth: { FAM: 'NEGATIVE', TEXAS_RED: 'NEGATIVE' },
});

const CONTROLS: Readonly<Record<Position, UnplacedWell>> = {
  A12: control('STD WT', 'STANDARD', 'HOMOZYGOUS_WILD_TYPE'),
  B12: control('STD HET', 'STANDARD', 'HETEROZYGOUS'),
  C12: control('STD MUT', 'STANDARD', 'HOMOZYGOUS_MUTATED'),
  D12: control('PC 1', 'POSITIVE_TEST', 'HETEROZYGOUS'),
  E12: control('PC 2', 'POSITIVE_TEST', 'HETEROZYGOUS'),
  F12: negative('NTC 1'),
  G12: negative('NTC 2'),
  H12: negative('NTC 3'),
};

const FIRST_SAMPLE = 20_614;

/** The 96 wells of the demo run: 88 samples, and standards and controls in the last column. */
export function demoWells(): DemoWell[] {
  let sample = -1;
  return platePositions('RECTANGULAR_96').map((position) => {
    const control = CONTROLS[position];
    if (control !== undefined) return { position, ...control };
    sample += 1;
    return {
      position,
      name: `S-${FIRST_SAMPLE + 7 * sample}`,
      sampleType: sample % 9 === 4 ? 'DNA' : 'BLOOD',
      truth: {
        FAM: GENOTYPES[(sample * 4 + Math.floor(sample / 11)) % GENOTYPES.length] ?? 'HETEROZYGOUS',
        TEXAS_RED: NEIGHBOURS[sample] ?? 'HOMOZYGOUS_WILD_TYPE',
      },
    };
  });
}

/** The fluorescence that a sample's probe loses by melting; amplification varies between samples. */
const amplitudeOf = (index: number) => 900 + 80 * ((index * 7) % 13);
const PROBE_WIDTH = 0.75;

/** The deviation of a plate from the nominal temperatures. */
export interface Deviation {
  /** °C */
  readonly shift: (position: Position, channel: DemoChannel) => number;
  /** Unexpected products in wells. */
  readonly stray: Readonly<Record<Position, SyntheticMelt>>;
}

const NONE: Deviation = { shift: () => 0, stray: {} };

/** A product of the tolerance allele in a well where it should not be. */
export const strayProduct = (amplitude: number): SyntheticMelt => ({
  channel: 'FAM',
  tm: PRODUCTS.FAM.HOMOZYGOUS_MUTATED?.[0] ?? 0,
  amplitude,
  width: PROBE_WIDTH,
});

/** The content of the wells, for the file generator. */
export function demoSynthesis(wells: readonly DemoWell[], { shift, stray } = NONE): SyntheticWell[] {
  return wells.map(({ position, name, sampleType, truth }, index) => ({
    position,
    name,
    sampleType,
    melts: [
      ...(['FAM', 'TEXAS_RED'] as const).flatMap((channel) =>
        meltsOf(channel, truth[channel], amplitudeOf(index)).map((melt) => ({
          ...melt,
          tm: melt.tm + shift(position, channel),
        })),
      ),
      ...(stray[position] === undefined ? [] : [stray[position]]),
    ],
  }));
}

function meltsOf(channel: DemoChannel, result: BuiltInDiagnostic, amplitude: number): SyntheticMelt[] {
  const temperatures = PRODUCTS[channel][result] ?? [];
  return temperatures.map((tm) => ({
    channel,
    tm,
    amplitude: amplitude / temperatures.length,
    width: PROBE_WIDTH,
  }));
}
