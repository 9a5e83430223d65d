import { itemAt } from '../../src/at.ts';

/** kcal/(mol·K). */
export const GAS_CONSTANT = 1.987204e-3;
export const KELVIN = 273.15;

/** ΔH, kcal/mol, and ΔS, cal/(mol·K), at 1 M Na⁺. */
interface Energy {
  readonly enthalpy: number;
  readonly entropy: number;
}

const energy = (enthalpy: number, entropy: number): Energy => ({ enthalpy, entropy });

/**
 * Stacking of two pairs, by the two bases of one strand, 5′ to 3′; both strands of a stack are listed.
 *
 * @see J. SantaLucia, Proc. Natl. Acad. Sci. 95 (1998) 1460, table 2, doi:10.1073/pnas.95.4.1460
 */
const STACKS: Readonly<Record<string, Energy>> = {
  AA: energy(-7.9, -22.2),
  TT: energy(-7.9, -22.2),
  AT: energy(-7.2, -20.4),
  TA: energy(-7.2, -21.3),
  CA: energy(-8.5, -22.7),
  TG: energy(-8.5, -22.7),
  GT: energy(-8.4, -22.4),
  AC: energy(-8.4, -22.4),
  CT: energy(-7.8, -21.0),
  AG: energy(-7.8, -21.0),
  GA: energy(-8.2, -22.2),
  TC: energy(-8.2, -22.2),
  CG: energy(-10.6, -27.2),
  GC: energy(-9.8, -24.4),
  GG: energy(-8.0, -19.9),
  CC: energy(-8.0, -19.9),
};

/** Initiation of a helix at a pair; same source. */
const ENDS: Readonly<Record<string, Energy>> = {
  A: energy(2.3, 4.1),
  T: energy(2.3, 4.1),
  G: energy(0.1, -2.8),
  C: energy(0.1, -2.8),
};

/**
 * Either stack of a single mismatch: ΔG(37 °C) = +0.4 kcal/mol, the middle of the measured range.
 *
 * @see J. SantaLucia, D. Hicks, Annu. Rev. Biophys. 33 (2004) 415,
 * doi:10.1146/annurev.biophys.32.110601.141800
 */
const MISMATCHED = energy(-0.6, -3.2);

/** ΔS of a stack per ln [Na⁺], cal/(mol·K); the first source. */
const SALT_ENTROPY = 0.368;

/** The solution in which strands melt. */
export interface Solution {
  /** [Na⁺] equivalent to all cations, M. */
  readonly sodium: number;
  /** Of each strand, M. */
  readonly strands: number;
}

/** Two strands: the bases of one, and the mismatched pairs. */
export interface Duplex {
  readonly sequence: string;
  readonly mismatches: readonly number[];
}

/** The energies of a duplex: of its stacks, and of a helix end at each pair. */
export interface DuplexEnergies {
  readonly stacks: readonly Energy[];
  readonly ends: readonly Energy[];
}

/** @throws TypeError for other letters than A, C, G and T */
function energyOf(table: Readonly<Record<string, Energy>>, key: string): Energy {
  const found = table[key];
  if (found === undefined) throw new TypeError(`no nearest neighbour ${key}`);
  return found;
}

export function duplexEnergies({ sequence, mismatches }: Duplex, { sodium }: Solution): DuplexEnergies {
  const salt = SALT_ENTROPY * Math.log(sodium);
  const isMismatch = (pair: number): boolean => mismatches.includes(pair);
  const stacks = Array.from({ length: sequence.length - 1 }, (_, i) => {
    const isMatched = !isMismatch(i) && !isMismatch(i + 1);
    const { enthalpy, entropy } = isMatched ? energyOf(STACKS, sequence.slice(i, i + 2)) : MISMATCHED;
    return energy(enthalpy, entropy + salt);
  });
  return { stacks, ends: Array.from(sequence, (base) => energyOf(ENDS, base)) };
}

/** ln of a Boltzmann weight at a temperature, K. */
export const lnWeight = ({ enthalpy, entropy }: Energy, kelvin: number): number =>
  -(enthalpy - (kelvin * entropy) / 1000) / (GAS_CONSTANT * kelvin);

/**
 * Tm, °C, of a duplex in the two-state model: ΔH/(ΔS + R ln(strands/2)), both strands equally concentrated.
 */
export function twoStateTm(duplex: Duplex, solution: Solution): number {
  const { stacks, ends } = duplexEnergies(duplex, solution);
  const all = [...stacks, itemAt(ends, 0), itemAt(ends, ends.length - 1)];
  const enthalpy = all.reduce((sum, one) => sum + one.enthalpy, 0);
  const entropy = all.reduce((sum, one) => sum + one.entropy, 0);
  return (1000 * enthalpy) / (entropy + 1000 * GAS_CONSTANT * Math.log(solution.strands / 2)) - KELVIN;
}
