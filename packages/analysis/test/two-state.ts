import type { MeltCurve } from '../src/index.ts';
import { noiseSequence } from './synthetic.ts';

/** The gas constant, cal/(mol·K). */
const R = 1.987;
const KELVIN = 273.15;

/** A duplex by its van 't Hoff enthalpy, cal/mol, and Tm, °C. */
export interface Duplex {
  readonly enthalpy: number;
  readonly tm: number;
  /** Its part of the signal. */
  readonly part: number;
}

/**
 * The double-stranded fraction θ of two different strands of equal concentration in two-state equilibrium:
 * θ/(1 − θ)² = 2·exp((−ΔH/R)·(1/T − 1/Tm)), which is ½ at Tm.
 *
 * @see J. L. Mergny, L. Lacroix, Oligonucleotides 13 (2003) 515, doi:10.1089/154545703322860825
 */
function foldedFraction({ enthalpy, tm }: Duplex, temperature: number): number {
  const reciprocal = 1 / (temperature + KELVIN) - 1 / (tm + KELVIN);
  const constant = 2 * Math.exp((-enthalpy / R) * reciprocal);
  const middle = 1 + 2 * constant;
  // The smaller root, in the form without the difference of two large numbers.
  return (2 * constant) / (middle + Math.sqrt(middle * middle - 4 * constant * constant));
}

/** A curve of duplexes with a signal that also falls with temperature, by 1 % per °C. */
export function twoStateCurve(
  duplexes: readonly Duplex[],
  {
    seed = 1,
    noise = 0.5,
    shift = 0,
    amplitude = 1000,
    from = 70,
    to = 92,
    step = 0.2,
  }: {
    readonly seed?: number;
    /** Half the width of the even distribution of readings, RFU. */
    readonly noise?: number;
    /** °C */
    readonly shift?: number;
    readonly amplitude?: number;
    readonly from?: number;
    readonly to?: number;
    readonly step?: number;
  } = {},
): MeltCurve {
  const random = noiseSequence(seed);
  const count = Math.round((to - from) / step) + 1;
  const temperature = Float64Array.from({ length: count }, (_, i) => from + i * step);
  const fluorescence = temperature.map((t) => {
    const folded = duplexes.reduce((sum, duplex) => {
      const shifted = { ...duplex, tm: duplex.tm + shift };
      return sum + duplex.part * foldedFraction(shifted, t);
    }, 0);
    return amplitude * (0.2 + folded) * (1 - 0.01 * (t - from)) + 2 * noise * random();
  });
  return { temperature, fluorescence, quantity: 'fluorescence' };
}

/**
 * Genotypes of an amplicon of 100 base pairs. The steepest place of the heterozygous curve lies 0.1 °C from that of the
 * homozygous mutant.
 */
export const GENOTYPES = {
  wild: [{ enthalpy: -300_000, tm: 83.3, part: 1 }],
  mutant: [{ enthalpy: -300_000, tm: 82.6, part: 1 }],
  /** Half of the strands are in two heteroduplexes, which melt earlier. */
  hetero: [
    { enthalpy: -300_000, tm: 83.3, part: 0.25 },
    { enthalpy: -300_000, tm: 82.6, part: 0.25 },
    { enthalpy: -260_000, tm: 82.2, part: 0.25 },
    { enthalpy: -260_000, tm: 81.8, part: 0.25 },
  ],
} as const satisfies Record<string, readonly Duplex[]>;
