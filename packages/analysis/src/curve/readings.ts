import { at } from '../at.ts';
import { noiseWeightsMake } from './temperature-grid.ts';

/** Readings in order of temperature. */
export interface Readings {
  readonly temperature: Float64Array;
  readonly value: Float64Array;
}

/** A place with faulty readings: °C and RFU. */
export interface Fault {
  readonly temperature: number;
  readonly size: number;
}

/** The third difference of each reading and the next three, in σ. */
export function roughnessOf({ temperature, value }: Readings, sigma: number): Float64Array {
  const weights = noiseWeightsMake(temperature);
  const roughness = new Float64Array(weights.length >> 2);
  for (let i = 0; i < roughness.length; i++) {
    let difference = 0;
    for (let j = 0; j < 4; j++) difference += at(weights, 4 * i + j) * (at(value, i + j) - at(value, i));
    roughness[i] = Math.abs(difference) / sigma;
  }
  return roughness;
}

/** Whether one of the third differences from `from` to `to` (inclusive) exceeds a limit. */
export function isRough(
  roughness: Float64Array,
  { from, to, limit }: { readonly from: number; readonly to: number; readonly limit: number },
): boolean {
  for (let i = Math.max(0, from); i <= to && i < roughness.length; i++)
    if (at(roughness, i) > limit) return true;
  return false;
}

/** The range of values, RFU. */
export function rangeOf(values: Float64Array | readonly number[]): number {
  let least = Infinity;
  let most = -Infinity;
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return most - least;
}
