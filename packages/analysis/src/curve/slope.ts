import { at, indexAt, itemAt } from '../at.ts';
import { SLOPE } from '../settings.ts';
import type { SlopeWindow, TemperatureGrid } from './temperature-grid.ts';

/** The narrowest window whose slope noise permits detecting a peak of height `minThreshold`. */
export function slopeWindow(grid: TemperatureGrid, noise: number, minThreshold: number): SlopeWindow {
  const middle = grid.temperature.length >> 1;
  const quiet = grid.windows.find(({ gain }) => SLOPE.quiet * noise * at(gain, middle) <= minThreshold);
  return quiet ?? itemAt(grid.windows, grid.windows.length - 1);
}

let memory = new Float64Array(3 * 512);

/**
 * Slopes share blocks of memory of this many values, because allocating each separately costs as much as
 * filling it.
 */
const BLOCK = 8192;
let block = new Float64Array(0);
let used = 0;

/** Memory for a slope, never reused. */
function slopeMemory(length: number): Float64Array {
  if (used + length > block.length) {
    block = new Float64Array(Math.max(BLOCK, length));
    used = 0;
  }
  used += length;
  return new Float64Array(block.buffer, block.BYTES_PER_ELEMENT * (used - length), length);
}

/**
 * Negative derivative −dF/dT of a melting curve, whose maxima are where products melt.
 *
 * Each value is minus the slope, at that reading, of the quadratic fitted by least squares to the readings in
 * the window around it. On an even grid this equals the Savitzky–Golay first derivative of degree 2; an
 * uneven grid is weighted by its real temperatures, and at the ends the window is one-sided.
 *
 * @returns as many values as readings
 * @see A. Savitzky, M. J. E. Golay, Anal. Chem. 36 (1964) 1627, doi:10.1021/ac60214a047
 */
export function curveSlope(
  grid: TemperatureGrid,
  window: SlopeWindow,
  fluorescence: Float64Array,
): Float64Array {
  const { temperature, centre } = grid;
  const { low, high, w0, w1, w2 } = window;
  const length = temperature.length;
  if (memory.length < 3 * (length + 1)) memory = new Float64Array(3 * (length + 1));
  const sums = memory;
  // Relative to the first reading, so that a large offset costs no precision.
  const base = at(fluorescence, 0);
  let f = 0;
  let xf = 0;
  let xxf = 0;
  sums[0] = 0;
  sums[1] = 0;
  sums[2] = 0;
  for (let i = 0, q = 3; i < length; i++, q += 3) {
    const x = at(temperature, i) - centre;
    const reading = at(fluorescence, i) - base;
    f += reading;
    xf += x * reading;
    xxf += x * x * reading;
    sums[q] = f;
    sums[q + 1] = xf;
    sums[q + 2] = xxf;
  }
  const slope = slopeMemory(length);
  for (let i = 0; i < length; i++) {
    const from = 3 * indexAt(low, i);
    const to = 3 * indexAt(high, i);
    slope[i] =
      at(w0, i) * (at(sums, to) - at(sums, from)) +
      at(w1, i) * (at(sums, to + 1) - at(sums, from + 1)) +
      at(w2, i) * (at(sums, to + 2) - at(sums, from + 2));
  }
  return slope;
}
