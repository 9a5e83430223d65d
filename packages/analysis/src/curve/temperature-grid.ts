import { at } from '../at.ts';
import { MIN_READINGS, SLOPE } from '../settings.ts';

/**
 * The local quadratic at every reading of a grid. Its slope at reading i is `w0·Σ F + w1·Σ xF + w2·Σ x²F`
 * over the readings `low` to `high` − 1, with x the temperature relative to the grid's centre: three running
 * sums for any window size.
 */
export interface SlopeWindow {
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly w0: Float64Array;
  readonly w1: Float64Array;
  readonly w2: Float64Array;
  /** Standard error of the slope for readings of unit noise, per °C. */
  readonly gain: Float64Array;
  readonly leastGain: number;
}

/** Values that depend only on the temperatures, shared by all curves that were read at them. */
export interface TemperatureGrid {
  readonly temperature: Float64Array;
  /** Mean distance of readings, °C. */
  readonly step: number;
  readonly centre: number;
  /** Four weights for each reading: the third divided difference, scaled to unit noise gain. */
  readonly noiseWeights: Float64Array;
  /** One for each half window of `SLOPE.halfWindows`. */
  readonly windows: readonly SlopeWindow[];
}

/** Least-squares slope weights of the quadratic in the window around each reading. */
function windowMake(temperature: Float64Array, centre: number, halfWindow: number): SlopeWindow {
  const length = temperature.length;
  const low = new Int32Array(length);
  const high = new Int32Array(length);
  const w0 = new Float64Array(length);
  const w1 = new Float64Array(length);
  const w2 = new Float64Array(length);
  const gain = new Float64Array(length);
  // Slightly more than the window, so that a reading on its edge is included on both sides.
  const reach = halfWindow * 1.0001;
  let from = 0;
  let to = 0;
  for (let i = 0; i < length; i++) {
    const here = at(temperature, i);
    while (here - at(temperature, from) > reach) from++;
    while (to + 1 < length && at(temperature, to + 1) - here <= reach) to++;
    let left = from;
    let right = to;
    while (right - left + 1 < SLOPE.fewestReadings && (left > 0 || right < length - 1)) {
      const leftIsNearer =
        right === length - 1 ||
        (left > 0 && here - at(temperature, left - 1) <= at(temperature, right + 1) - here);
      if (leftIsNearer) left--;
      else right++;
    }
    let [s0, s1, s2, s3, s4] = [0, 0, 0, 0, 0];
    for (let j = left; j <= right; j++) {
      const x = at(temperature, j) - here;
      s0++;
      s1 += x;
      s2 += x * x;
      s3 += x * x * x;
      s4 += x * x * x * x;
    }
    // Second row of the inverse of the 3 × 3 moment matrix.
    const c0 = s2 * s3 - s1 * s4;
    const c1 = s0 * s4 - s2 * s2;
    const c2 = s1 * s2 - s0 * s3;
    const scale = -1 / (s0 * (s2 * s4 - s3 * s3) + s1 * c0 + s2 * (s1 * s3 - s2 * s2));
    let square = 0;
    for (let j = left; j <= right; j++) {
      const x = at(temperature, j) - here;
      square += (scale * (c0 + x * (c1 + x * c2))) ** 2;
    }
    const x = here - centre;
    low[i] = left;
    high[i] = right + 1;
    w0[i] = scale * (c0 - c1 * x + c2 * x * x);
    w1[i] = scale * (c1 - 2 * c2 * x);
    w2[i] = scale * c2;
    gain[i] = Math.sqrt(square);
  }
  return { low, high, w0, w1, w2, gain, leastGain: Math.min(...gain) };
}

/** Weights of the third divided difference over four neighbours, each set scaled to unit noise gain. */
export function noiseWeightsMake(temperature: Float64Array): Float64Array {
  const count = Math.max(0, temperature.length - 3);
  const weights = new Float64Array(4 * count);
  for (let i = 0; i < count; i++) {
    let square = 0;
    for (let j = 0; j < 4; j++) {
      let product = 1;
      for (let k = 0; k < 4; k++) {
        if (k !== j) product *= at(temperature, i + j) - at(temperature, i + k);
      }
      weights[4 * i + j] = 1 / product;
      square += 1 / (product * product);
    }
    const norm = Math.sqrt(square);
    for (let j = 0; j < 4; j++) weights[4 * i + j] = at(weights, 4 * i + j) / norm;
  }
  return weights;
}

function gridMake(temperature: Float64Array): TemperatureGrid {
  const length = temperature.length;
  const first = at(temperature, 0);
  const last = at(temperature, length - 1);
  const centre = 0.5 * (first + last);
  return {
    temperature,
    step: (last - first) / (length - 1),
    centre,
    noiseWeights: noiseWeightsMake(temperature),
    windows: SLOPE.halfWindows.map((halfWindow) => windowMake(temperature, centre, halfWindow)),
  };
}

const isSame = (a: Float64Array, b: Float64Array): boolean => {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (at(a, i) !== at(b, i)) return false;
  return true;
};

/** A plate has one grid or, on some instruments, one for each well and phase; older ones are recomputed. */
const CACHED_GRIDS = 8;
const cached: TemperatureGrid[] = [];

/** The cached weights for a set of temperatures, most recently used first; null: not cached. */
export function gridKnown(temperature: Float64Array): TemperatureGrid | null {
  const place = cached.findIndex((grid) => isSame(grid.temperature, temperature));
  const grid = cached[place];
  if (grid === undefined) return null;
  if (place > 0) {
    cached.splice(place, 1);
    cached.unshift(grid);
  }
  return grid;
}

/**
 * The weights for a set of rising temperatures, computed once; null for fewer than `MIN_READINGS`. The cache
 * affects the time, never the result.
 */
export function gridOf(temperature: Float64Array): TemperatureGrid | null {
  if (temperature.length < MIN_READINGS) return null;
  const known = gridKnown(temperature);
  if (known !== null) return known;
  // A copy, because the caller may reuse its array.
  const made = gridMake(temperature.slice());
  cached.unshift(made);
  cached.length = Math.min(cached.length, CACHED_GRIDS);
  return made;
}

/** Index of the first reading at or above a temperature; of the last if there is none. */
export function readingAt(temperature: Float64Array, value: number): number {
  let low = 0;
  let high = temperature.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(temperature, middle) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
