import { at, indexAt } from '../at.ts';
import { FALL } from '../settings.ts';
import type { CurveSlope } from './curve-slope.ts';
import { fallPlaces, PER_PLACE } from './fall-places.ts';

/** A part of a curve where the signal falls by more than a quadratic background explains. */
export interface Fall {
  /** Its middle, °C. */
  readonly temperature: number;
  /** RFU. */
  readonly size: number;
  /** Its steepest slope above that of the background, RFU/°C. */
  readonly height: number;
}

/** 1: the signal as it is. −1: inverted. */
type Sign = 1 | -1;

/** Readings, which way up they are looked at, and the fall that single ones must show, RFU. */
interface Signal {
  readonly temperature: Float64Array;
  readonly fluorescence: Float64Array;
  readonly sign: Sign;
  readonly least: number;
}

/** Mean of a reading and its neighbours, which reduces noise and preserves a straight line. */
function meanAround({ fluorescence, sign }: Signal, i: number, halves: Int32Array): number {
  const half = indexAt(halves, i);
  let sum = 0;
  for (let j = i - half; j <= i + half; j++) sum += at(fluorescence, j);
  return (sign * sum) / (2 * half + 1);
}

/** Whether the slope is so constant that no fall or rise within 5 °C can exceed the noise. */
function isTooFlat({ slope, noise }: Pick<CurveSlope, 'slope' | 'noise'>): boolean {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < slope.length; i++) {
    const here = at(slope, i);
    if (here < low) low = here;
    if (here > high) high = here;
  }
  return (high - low) * FALL.within < FALL.noises * noise;
}

/** Whether single readings do not show that nothing falls at a place by `least`, which averaging could raise. */
function isSuspicious(
  places: Int32Array,
  place: number,
  { temperature, fluorescence, sign, least }: Signal,
): boolean {
  const outerLeft = indexAt(places, place);
  const i = indexAt(places, place + 1);
  const innerRight = indexAt(places, place + 2);
  const outerRight = indexAt(places, place + 3);
  const rough =
    1.5 * (at(fluorescence, i) - at(fluorescence, innerRight)) -
    0.5 * (at(fluorescence, outerLeft) - at(fluorescence, outerRight));
  return (
    sign * rough >= least ||
    // Beside short flanks this figure means nothing.
    at(temperature, i) - at(temperature, outerLeft) <= FALL.wholeFlank ||
    at(temperature, outerRight) - at(temperature, innerRight) <= FALL.wholeFlank
  );
}

/**
 * The highest slope between two readings above a background that changes linearly between two levels, RFU/°C.
 */
function heightAbove(
  { grid: { temperature }, slope }: Pick<CurveSlope, 'grid' | 'slope'>,
  { from, to, left, right, sign }: { from: number; to: number; left: number; right: number; sign: Sign },
): number {
  const length = at(temperature, to) - at(temperature, from);
  let height = -Infinity;
  for (let i = from; i <= to; i++) {
    const part = (at(temperature, i) - at(temperature, from)) / length;
    // The levels are those at the middles of the flanks.
    height = Math.max(height, sign * at(slope, i) - (left + (0.25 + 0.5 * part) * (right - left)));
  }
  return height;
}

/** The orientation of the search, and whether a counted peak explains a fall. */
interface Looking {
  readonly sign: Sign;
  readonly isCounted: (temperature: number) => boolean;
}

function greatestOf(
  curve: CurveSlope,
  fluorescence: Float64Array,
  { sign, isCounted }: Looking,
): Fall | null {
  const { temperature } = curve.grid;
  const least = FALL.noises * curve.noise;
  if (isTooFlat(curve)) return null;
  const { places, halves } = fallPlaces(curve.grid);
  const readings = { temperature, fluorescence, sign, least: least - FALL.roughly * curve.noise };
  let greatest: Fall | null = null;
  for (let place = 0; place < places.length; place += PER_PLACE) {
    if (!isSuspicious(places, place, readings)) continue;
    const outerLeft = indexAt(places, place);
    const i = indexAt(places, place + 1);
    const innerRight = indexAt(places, place + 2);
    const outerRight = indexAt(places, place + 3);
    const here = at(temperature, i);
    const before = here - at(temperature, outerLeft);
    const after = at(temperature, outerRight) - at(temperature, innerRight);
    const middle = 0.5 * (here + at(temperature, innerRight));
    const start = meanAround(readings, i, halves);
    const end = meanAround(readings, innerRight, halves);
    const left = (meanAround(readings, outerLeft, halves) - start) / before;
    const right = (end - meanAround(readings, outerRight, halves)) / after;
    const width = at(temperature, innerRight) - here;
    const size = start - end - 0.5 * width * (left + right);
    // Short flanks predict poorly.
    const doubt = FALL.errors * curve.noise * width * (1 / before + 1 / after - 2 / FALL.within);
    if (size < least + Math.max(0, doubt) || size <= (greatest?.size ?? 0)) continue;
    if (isCounted(middle)) continue;
    const height = heightAbove(curve, { from: i, to: innerRight, left, right, sign });
    greatest = { temperature: middle, size, height };
  }
  return greatest;
}

/**
 * The greatest fall of the signal within 5 °C beyond a quadratic background, which the 5 °C on either side
 * determine: the third difference.
 *
 * @param isCounted - whether a counted peak explains the fall around a temperature
 * @returns null when none exceeds the noise
 */
export const greatestFall = (
  curve: CurveSlope,
  fluorescence: Float64Array,
  isCounted: (temperature: number) => boolean,
): Fall | null => greatestOf(curve, fluorescence, { sign: 1, isCounted });

/** The greatest fall of the inverted curve. */
export const greatestRise = (curve: CurveSlope, fluorescence: Float64Array): Fall | null =>
  greatestOf(curve, fluorescence, { sign: -1, isCounted: () => false });

/** A fall at an end of the readings beyond what the 5 °C before it predict: a truncated melt. */
export function fallAtEnd(
  { grid, slope, noise }: CurveSlope,
  fluorescence: Float64Array,
  end: 'first' | 'last',
): Fall | null {
  const { temperature } = grid;
  const { ends } = fallPlaces(grid);
  if (ends === null) return null;
  const { edge, inner, outer } = ends[end];
  const side = end === 'first' ? 1 : -1;
  const inside = at(fluorescence, inner);
  const ground = (inside - at(fluorescence, outer)) / (at(temperature, outer) - at(temperature, inner));
  const beyond = (at(fluorescence, edge) - inside) / (at(temperature, inner) - at(temperature, edge));
  const size = Math.abs(at(temperature, inner) - at(temperature, edge)) * (beyond - ground);
  if (size < FALL.noises * noise) return null;
  let height = -Infinity;
  for (
    let i = edge;
    i !== inner && Math.abs(at(temperature, i) - at(temperature, edge)) <= FALL.edge;
    i += side
  )
    height = Math.max(height, at(slope, i) - ground);
  return { temperature: at(temperature, edge), size, height };
}
