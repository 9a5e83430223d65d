import { at } from '../at.ts';
import { exp } from '../elementary.ts';
import { COLUMN, columns } from '../fit-kernel/layout.ts';
import type { FitWindow } from './fit-window.ts';

/**
 * What a fit leaves over beyond noise is smooth: a Gaussian process, here with Matérn's covariance of order 5/2. From
 * the residuals around a Tm it tells how the misfit bends there, and how well that is known: both what to correct and
 * how far to trust it. Working memory of one process at a time.
 *
 * @see C. E. Rasmussen, C. K. I. Williams, Gaussian Processes for Machine Learning (2006), chapters 2 and 4
 */
export interface MisfitProcess {
  /** Averaged readings that are looked at. */
  readonly readings: number;
  /** Variance of the misfit, RFU². */
  readonly variance: number;
  /** √5 over the distance at which the misfit forgets itself, 1/°C. */
  readonly scale: number;
}

/** Most averaged readings that are looked at around a Tm. */
const MOST = 64;
const temperature = new Float64Array(MOST);
const weights = new Float64Array(MOST);
const bend = new Float64Array(MOST);
const factor = new Float64Array(MOST * MOST);

/** Cholesky factor of the covariance in place, on its diagonal the reciprocals; false when it has none. */
function factorise(count: number): boolean {
  for (let i = 0; i < count; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = at(factor, i * MOST + j);
      for (let k = 0; k < j; k++) sum -= at(factor, i * MOST + k) * at(factor, j * MOST + k);
      if (i !== j) factor[i * MOST + j] = sum * at(factor, j * MOST + j);
      else if (sum > 0) factor[i * MOST + i] = 1 / Math.sqrt(sum);
      else return false;
    }
  }
  return true;
}

/** Solves with the factor: the first half of solving the equations. */
function solveForward(count: number, values: Float64Array): void {
  for (let i = 0; i < count; i++) {
    let sum = at(values, i);
    for (let k = 0; k < i; k++) sum -= at(factor, i * MOST + k) * at(values, k);
    values[i] = sum * at(factor, i * MOST + i);
  }
}

/** Solves with the factor's transpose: the second half. */
function solveBackward(count: number, values: Float64Array): void {
  for (let i = count - 1; i >= 0; i--) {
    let sum = at(values, i);
    for (let k = i + 1; k < count; k++) sum -= at(factor, k * MOST + i) * at(values, k);
    values[i] = sum * at(factor, i * MOST + i);
  }
}

/** Copies the residuals within `reach` of a temperature; returns how many they are. */
function residualsNear(window: FitWindow, residual: number, near: { centre: number; reach: number }): number {
  let count = 0;
  for (let i = 0; i < window.length && count < MOST; i++) {
    const t = at(window.temperature, i);
    if (Math.abs(t - near.centre) > near.reach) continue;
    temperature[count] = t;
    weights[count] = at(columns, residual * COLUMN + i);
    count++;
  }
  return count;
}

/**
 * Learns the process from the residuals in working memory.
 *
 * @param residual - number of their column
 * @param reach - °C around `centre` that are looked at
 * @param correlation - distance at which the misfit forgets itself, °C
 * @param variance - of the misfit, RFU²
 * @returns null when the readings do not tell it
 */
export function misfitLearn(
  window: FitWindow,
  residual: number,
  {
    centre,
    reach,
    correlation,
    variance,
  }: {
    readonly centre: number;
    readonly reach: number;
    readonly correlation: number;
    readonly variance: number;
  },
): MisfitProcess | null {
  const readings = residualsNear(window, residual, { centre, reach });
  const scale = Math.sqrt(5) / correlation;
  for (let i = 0; i < readings; i++) {
    for (let j = 0; j < i; j++) {
      const a = Math.abs(at(temperature, i) - at(temperature, j)) * scale;
      factor[i * MOST + j] = variance * (1 + a + (a * a) / 3) * exp(-a);
    }
    factor[i * MOST + i] = variance + window.variance;
  }
  if (readings < 4 || !factorise(readings)) return null;
  solveForward(readings, weights);
  solveBackward(readings, weights);
  return { readings, variance, scale };
}

/** Second and third derivative of the misfit by temperature, as the readings tell it. */
export function misfitBend(
  { readings, variance, scale }: MisfitProcess,
  place: number,
): { readonly second: number; readonly third: number } {
  let second = 0;
  let third = 0;
  for (let i = 0; i < readings; i++) {
    const distance = place - at(temperature, i);
    const a = Math.abs(distance) * scale;
    const weight = at(weights, i) * exp(-a);
    second -= weight * (1 + a - a * a);
    third += weight * Math.sign(distance) * (3 * a - a * a);
  }
  const perSquare = (variance * scale * scale) / 3;
  return { second: second * perSquare, third: third * perSquare * scale };
}

/**
 * How well the second derivative is known.
 *
 * @returns its variance beside the readings, and that as a part of what it would be without them
 */
export function misfitBendVariance(
  { readings, variance, scale }: MisfitProcess,
  place: number,
): { readonly left: number; readonly part: number } {
  const perSquare = (variance * scale * scale) / 3;
  for (let i = 0; i < readings; i++) {
    const a = Math.abs(place - at(temperature, i)) * scale;
    bend[i] = -perSquare * (1 + a - a * a) * exp(-a);
  }
  solveForward(readings, bend);
  let known = 0;
  for (let i = 0; i < readings; i++) known += at(bend, i) * at(bend, i);
  const unknown = variance * scale * scale * scale * scale;
  const left = Math.max(0, unknown - known);
  return { left, part: left / unknown };
}
