import { at } from '../../src/at.ts';
import { type Duplex, duplexEnergies, type Solution } from './nearest-neighbour.ts';
import { meltTable } from './poland-scheraga.ts';

/** 50 mM K⁺ and 1.7 mM free Mg²⁺ are equivalent to 0.2 M Na⁺; product after the last cycle, 0.2 µM. */
export const REACTION: Solution = { sodium: 0.2, strands: 2e-7 };

/** Step of the search for maxima, °C. */
const SCAN = 0.02;

/** The melting of a duplex: a natural cubic spline through its table. */
export interface Melt {
  /** Closed fraction, and its fall per °C. */
  readonly closed: (temperature: number) => number;
  readonly fall: (temperature: number) => number;
  /** Steepest point, °C. */
  readonly tm: number;
}

/** Second derivatives of the natural cubic spline through uneven knots. */
function splineBends(x: Float64Array, y: Float64Array): Float64Array {
  const n = x.length;
  const bends = new Float64Array(n);
  const upper = new Float64Array(n);
  for (let i = 1; i < n - 1; i++) {
    const left = at(x, i) - at(x, i - 1);
    const right = at(x, i + 1) - at(x, i);
    const pivot = 2 * (left + right) - left * at(upper, i - 1);
    const rise = (at(y, i + 1) - at(y, i)) / right - (at(y, i) - at(y, i - 1)) / left;
    upper[i] = right / pivot;
    bends[i] = (6 * rise - left * at(bends, i - 1)) / pivot;
  }
  for (let i = n - 2; i > 0; i--) bends[i] = at(bends, i) - at(upper, i) * at(bends, i + 1);
  return bends;
}

/** Index of the last knot at or below a temperature within the table. */
function knotBelow(x: Float64Array, temperature: number): number {
  let low = 0;
  let high = x.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (at(x, middle) <= temperature) low = middle;
    else high = middle;
  }
  return low;
}

function steepest(fall: (temperature: number) => number, from: number, to: number): number {
  let best = from;
  for (let t = from; t <= to; t += SCAN) if (fall(t) > fall(best)) best = t;
  return best;
}

/** Takes about 10 ms for 150 pairs. */
export function meltOf(duplex: Duplex, solution: Solution = REACTION): Melt {
  const { temperature: x, closed: y } = meltTable(duplexEnergies(duplex, solution), solution);
  const bends = splineBends(x, y);
  const part = (temperature: number) => {
    const i = knotBelow(x, temperature);
    const step = at(x, i + 1) - at(x, i);
    const b = Math.min(1, Math.max(0, (temperature - at(x, i)) / step));
    return { i, step, a: 1 - b, b };
  };
  const closed = (temperature: number): number => {
    const { i, step, a, b } = part(temperature);
    const bend = (a ** 3 - a) * at(bends, i) + (b ** 3 - b) * at(bends, i + 1);
    return a * at(y, i) + b * at(y, i + 1) + (bend * step * step) / 6;
  };
  const fall = (temperature: number): number => {
    const { i, step, a, b } = part(temperature);
    const bend = (3 * a * a - 1) * at(bends, i) - (3 * b * b - 1) * at(bends, i + 1);
    return (at(y, i) - at(y, i + 1)) / step + (bend * step) / 6;
  };
  return { closed, fall, tm: steepest(fall, at(x, 1), at(x, x.length - 2)) };
}
