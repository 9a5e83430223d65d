import { at, itemAt } from '../../src/at.ts';
import { type DuplexEnergies, KELVIN, lnWeight, type Solution } from './nearest-neighbour.ts';

/**
 * The weight of a closed loop of m open pairs is σ·(2m + 2)^−c.
 *
 * @see R. Blossey, E. Carlon, Phys. Rev. E 68 (2003) 061911, doi:10.1103/PhysRevE.68.061911: c of a loop in a chain,
 *   and the matching cooperativity
 */
const COOPERATIVITY = 1.26e-4;
const LOOP_EXPONENT = 2.15;
/** Γ(2.15). */
const GAMMA = 1.073;

/** Steps and bounds of ln t, for loops of 4 to 1000 bases. */
const STEP = 0.7;
const LEAST = -11.5;
const MOST = 1.6;

/**
 * A power as a sum of exponentials, from x^−c = 1/Γ(c) ∫ t^c e^(−xt) d(ln t). The weight of a loop then
 * follows from that of a shorter one, so that a duplex needs as many steps as it has pairs.
 *
 * @see M. Fixman, J. J. Freire, Biopolymers 16 (1977) 2693, doi:10.1002/bip.1977.360161209
 */
const exponentials = Array.from({ length: Math.floor((MOST - LEAST) / STEP) + 1 }, (_, n) => {
  const rate = Math.exp(LEAST + STEP * n);
  return { weight: (COOPERATIVITY * STEP * rate ** LOOP_EXPONENT) / GAMMA, rate };
});
const loopWeights = Float64Array.from(exponentials, ({ weight }) => weight);
/** For each open pair, that is for two bases. */
const loopFactors = Float64Array.from(exponentials, ({ rate }) => Math.exp(-2 * rate));

/** Weight of a loop with this number of open pairs, by the sum of exponentials. */
export const loopWeight = (open: number): number =>
  exponentials.reduce((sum, { weight, rate }) => sum + weight * Math.exp(-rate * (2 * open + 2)), 0);

interface Weights {
  /** Of the stack between a pair and the next, and of a helix end at a pair. */
  readonly stacks: Float64Array;
  readonly ends: Float64Array;
  /** Each pair's weight is divided by e to this power, because the weight of a long duplex overflows. */
  readonly lnScale: number;
}

/** For each pair, the sum over all states in which it is closed, of the part on one side of it. */
function closedSums({ stacks, ends, lnScale }: Weights): Float64Array {
  const pairs = ends.length;
  const terms = loopFactors.length;
  const scale = Math.exp(-lnScale);
  const open = new Float64Array(terms);
  const sums = new Float64Array(pairs);
  for (let i = 0; i < pairs; i++) {
    let sum = at(ends, i) * Math.exp(-lnScale * i);
    if (i > 0) sum += at(sums, i - 1) * at(stacks, i - 1);
    const begun = i > 1 ? at(sums, i - 2) : 0;
    for (let n = 0; n < terms; n++) {
      const factor = at(loopFactors, n) * scale;
      const loops = factor * (at(open, n) + factor * begun);
      open[n] = loops;
      sum += at(loopWeights, n) * loops;
    }
    sums[i] = sum;
  }
  return sums;
}

/** Bound fraction of the strands, from ln(K·concentration) of their reaction. */
function boundPart(lnBinding: number): number {
  const x = Math.exp(-lnBinding);
  return 1 + x / 2 - Math.sqrt(x + (x * x) / 4);
}

function weightsAt({ stacks, ends }: DuplexEnergies, kelvin: number): Weights {
  const lnStacks = stacks.map((stack) => lnWeight(stack, kelvin));
  const lnScale = Math.max(0, lnStacks.reduce((sum, one) => sum + one, 0) / lnStacks.length);
  return {
    stacks: Float64Array.from(lnStacks, (one) => Math.exp(one - lnScale)),
    ends: Float64Array.from(ends, (end) => Math.exp(lnWeight(end, kelvin))),
    lnScale,
  };
}

export interface Helicity {
  /** Fraction of bound strands. */
  readonly together: number;
  /** Fraction of closed pairs. */
  readonly closed: number;
}

/**
 * The closed fraction of a duplex at a temperature, °C: the helix–coil model of Poland and Scheraga, summed
 * over all states, with the equilibrium of the strands.
 *
 * @see D. Poland, H. A. Scheraga, J. Chem. Phys. 45 (1966) 1456, doi:10.1063/1.1727785; D. Poland, Biopolymers 13
 *   (1974) 1859, doi:10.1002/bip.1974.360130916 (the recursion)
 */
export function helicity(energies: DuplexEnergies, temperature: number, { strands }: Solution): Helicity {
  const weights = weightsAt(energies, temperature + KELVIN);
  const { stacks, ends, lnScale } = weights;
  const last = ends.length - 1;
  const left = closedSums(weights);
  const right = closedSums({ stacks: stacks.toReversed(), ends: ends.toReversed(), lnScale });
  let whole = 0;
  let closed = 0;
  for (let i = 0; i <= last; i++) {
    whole += at(left, i) * at(ends, i) * Math.exp(-lnScale * (last - i));
    closed += at(left, i) * at(right, last - i);
  }
  const together = boundPart(Math.log(whole * strands) + lnScale * last);
  return { together, closed: (together * closed) / whole / ends.length };
}

/** Knots of a melt, °C; farther apart where almost nothing melts. */
const FROM = 30;
const TO = 99;
const COARSE = 1.5;
const FINE = 0.125;
const ALMOST = 0.004;

/** Closed fraction over temperature, at uneven temperatures. */
export interface MeltTable {
  readonly temperature: Float64Array;
  readonly closed: Float64Array;
}

export function meltTable(energies: DuplexEnergies, solution: Solution): MeltTable {
  const rough = Array.from({ length: Math.floor((TO - FROM) / COARSE) + 1 }, (_, i) => {
    const temperature = FROM + i * COARSE;
    return { temperature, closed: helicity(energies, temperature, solution).closed };
  });
  const melts = (i: number): boolean => {
    const here = itemAt(rough, i);
    const next = rough[i + 1];
    return next !== undefined && here.closed - next.closed > ALMOST;
  };
  const knots = rough.flatMap((here, i) => {
    if (!melts(i) && !(i > 0 && melts(i - 1)) && !(i + 1 < rough.length && melts(i + 1))) return [here];
    return Array.from({ length: Math.round(COARSE / FINE) }, (_, k) => {
      const temperature = here.temperature + k * FINE;
      return k === 0 ? here : { temperature, closed: helicity(energies, temperature, solution).closed };
    });
  });
  return {
    temperature: Float64Array.from(knots, (knot) => knot.temperature),
    closed: Float64Array.from(knots, (knot) => knot.closed),
  };
}
