import { sgg } from 'ml-savitzky-golay-generalized';

import { at } from '../../src/at.ts';
import { type Maxima, type Readings, readingsIn, slopeError, type Top, type Window } from './maxima.ts';

function smoothedSlope(readings: Readings, smoothing: Window): Float64Array {
  const { temperature, fluorescence } = readings;
  const windowSize = readingsIn(readings, smoothing);
  const options = { windowSize, polynomial: smoothing.polynomial, derivative: 1 };
  return sgg(fluorescence, temperature, options).map((one) => -one);
}

/** Height of a maximum above the higher of the two adjacent valleys. */
function prominenceOf(slope: Float64Array, place: number): number {
  const top = at(slope, place);
  const valley = (side: 1 | -1): number => {
    let low = top;
    for (let i = place + side; i >= 0 && i < slope.length && at(slope, i) <= top; i += side)
      low = Math.min(low, at(slope, i));
    return low;
  };
  return top - Math.max(valley(1), valley(-1));
}

/** Maxima of a slope, refined by a parabola through the three highest points. */
function topsOf({ temperature }: Readings, slope: Float64Array): Top[] {
  const found: Top[] = [];
  for (let i = 1; i < slope.length - 1; i++) {
    const [left, here, right] = [at(slope, i - 1), at(slope, i), at(slope, i + 1)];
    if (left >= here || right > here || here <= 0) continue;
    const bend = left - 2 * here + right;
    const place = bend < 0 ? (0.5 * (left - right)) / bend : 0;
    const tm = at(temperature, i) + place * (at(temperature, i + 1) - at(temperature, i));
    const prominence = prominenceOf(slope, i);
    found.push({ tm, prominence, size: prominence });
  }
  return found;
}

/** Savitzky–Golay with a search for maxima, as commonly implemented. */
export const smoothedMaxima = (readings: Readings, smoothing: Window): Maxima => ({
  tops: topsOf(readings, smoothedSlope(readings, smoothing)),
  error: slopeError(readings, smoothing),
});
