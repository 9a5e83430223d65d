import { CHANNEL_DYE, platePositions } from '@curvewell/domain/reading';
import type { ChannelName, PhaseType, PlateType, Position, SampleType } from '@curvewell/domain';

import type { AmplificationCurve, RunCurve, RunWell } from '../../src/run-file.ts';
import { seededRandom } from './random.ts';
import type { Random } from './random.ts';

/** A synthetic run with known melting temperatures, to be written in any vendor's layout. */
export interface SyntheticRun {
  readonly plateType: PlateType;
  readonly plateId: string | null;
  /** ISO 8601, UTC, whole seconds. */
  readonly runDate: string;
  readonly serial: string;
  readonly wells: readonly RunWell[];
  /** All wells have the same temperatures in a phase. */
  readonly curves: readonly RunCurve[];
  /** Written as RDML and as the reports of CFX software; omitted: none. */
  readonly amplification?: readonly AmplificationCurve[];
}

/** One melting product: a step of the fluorescence. */
export interface SyntheticMelt {
  readonly channel: ChannelName;
  /** °C, in both phases. */
  readonly tm: number;
  /** Loss of fluorescence by melting. */
  readonly amplitude: number;
  /** °C from 27 % to 50 % melted; 0.5 to 1.5 for a probe. */
  readonly width: number;
}

export interface SyntheticWell {
  readonly position: Position;
  readonly name: string | null;
  readonly sampleType: SampleType | null;
  readonly melts: readonly SyntheticMelt[];
}

export interface SyntheticRunOptions {
  readonly plateType: PlateType;
  readonly wells: readonly SyntheticWell[];
  readonly channels: readonly ChannelName[];
  readonly phases: readonly PhaseType[];
  /** °C */
  readonly temperature: { readonly from: number; readonly to: number; readonly step: number };
  /** Standard deviation of the fluorescence. */
  readonly noise: number;
  readonly seed: number;
  readonly plateId?: string;
  readonly runDate?: string;
  readonly serial?: string;
}

/** Synthetic curves: a sloping baseline, one sigmoid for each melt, and noise. */
export function syntheticRun(options: SyntheticRunOptions): SyntheticRun {
  const { plateType, wells, channels, phases, seed } = options;
  const random = seededRandom(seed);
  const rising = temperatureAxis(options.temperature);
  const falling = rising.toReversed();
  const curves = channels.flatMap((channel) =>
    phases.flatMap((phase) => {
      const temperature = phase === 'MELT' ? rising : falling;
      return wells.map((well): RunCurve => ({
        position: well.position,
        channel,
        dye: CHANNEL_DYE[channel],
        phase,
        quantity: 'fluorescence',
        temperature,
        value: fluorescence(temperature, {
          melts: well.melts.filter((melt) => melt.channel === channel),
          noise: options.noise,
          random,
        }),
      }));
    }),
  );
  return {
    plateType,
    plateId: options.plateId ?? null,
    runDate: options.runDate ?? '2026-01-15T08:30:00Z',
    serial: options.serial ?? 'CW000001',
    wells: wells.map(({ position, name, sampleType }) => ({ position, name, sampleType })),
    curves,
  };
}

function temperatureAxis({ from, to, step }: SyntheticRunOptions['temperature']): Float64Array {
  const count = Math.round((to - from) / step) + 1;
  // Rounded to hundredths, as analysers print temperatures.
  return Float64Array.from({ length: count }, (_, index) => Math.round((from + index * step) * 100) / 100);
}

const BASE = 4000;
/** Loss of fluorescence for each °C, independent of melting. */
const BASE_SLOPE = 8;

interface Signal {
  readonly melts: readonly SyntheticMelt[];
  readonly noise: number;
  readonly random: Random;
}

function fluorescence(temperature: Float64Array, { melts, noise, random }: Signal): Float64Array {
  return temperature.map((now) => {
    const bound = melts.reduce(
      (sum, { tm, amplitude, width }) => sum + amplitude / (1 + Math.exp((now - tm) / width)),
      0,
    );
    return BASE - BASE_SLOPE * now + bound + noise * random.normal();
  });
}

/** The Tm of the two alleles of each channel's probe, °C. */
const ALLELES = {
  FAM: [55.3, 60.8],
  TEXAS_RED: [58.1, 64.2],
  HEX: [57.2, 62.5],
  CY5: [59.4, 65.1],
  CY5_5: [56.6, 61.9],
  ROX: [58.8, 63.6],
  TAMRA: [54.9, 60.1],
  INTERCALATING: [79.5, 85.3],
} as const satisfies Record<ChannelName, readonly [number, number]>;

export interface SyntheticWellsOptions {
  readonly plateType: PlateType;
  readonly channels: readonly ChannelName[];
  readonly seed: number;
}

/**
 * A full plate of homozygous and heterozygous samples; its last two wells are a positive control with both
 * alleles, and a negative one.
 */
export function syntheticWells({ plateType, channels, seed }: SyntheticWellsOptions): SyntheticWell[] {
  const random = seededRandom(seed);
  const positions = platePositions(plateType);
  return positions.map((position, index): SyntheticWell => {
    const fromEnd = positions.length - 1 - index;
    if (fromEnd === 0) return { position, name: 'NTC', sampleType: 'NEGATIVE_TEST', melts: [] };
    const isControl = fromEnd === 1;
    const melts = channels.flatMap((channel) => {
      const genotype = isControl ? 1 : Math.floor(random.uniform() * 3);
      const alleles = ALLELES[channel].filter((_, allele) => genotype === 1 || genotype === allele * 2);
      return alleles.map((tm) => ({
        channel,
        tm: tm + 0.15 * random.normal(),
        amplitude: (900 + 100 * random.normal()) / alleles.length,
        width: 0.9,
      }));
    });
    return isControl
      ? { position, name: 'Heterozygous control', sampleType: 'POSITIVE_TEST', melts }
      : { position, name: `Sample ${index + 1}`, sampleType: null, melts };
  });
}
