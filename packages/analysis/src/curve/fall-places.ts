import { at } from '../at.ts';
import { FALL } from '../settings.ts';
import type { TemperatureGrid } from './temperature-grid.ts';

/** The readings that describe an end: the last one, and those 5 and 10 °C inside. */
interface EndPlace {
  readonly edge: number;
  readonly inner: number;
  readonly outer: number;
}

/** The places of the search for falls, which depend only on the temperatures. */
export interface FallPlaces {
  /**
   * `PER_PLACE` readings for each place: first of the left flank, first and last of the fall, last of the
   * right flank.
   */
  readonly places: Int32Array;
  /** For every reading, the number of neighbours on either side that are averaged with it. */
  readonly halves: Int32Array;
  /** Null: the range of the readings is too small. */
  readonly ends: { readonly first: EndPlace; readonly last: EndPlace } | null;
}

export const PER_PLACE = 4;

/** Index of the reading nearest to a temperature, at or after `from`. */
function nearestAfter(temperature: Float64Array, wanted: number, from: number): number {
  let i = from;
  while (i + 1 < temperature.length && at(temperature, i + 1) <= wanted) i++;
  const isNextNearer =
    i + 1 < temperature.length && at(temperature, i + 1) - wanted < wanted - at(temperature, i);
  return isNextNearer ? i + 1 : i;
}

/** The number of neighbours on either side of a reading within `FALL.average`. */
function halfAround(temperature: Float64Array, i: number): number {
  const isNear = (j: number): boolean =>
    j >= 0 && j < temperature.length && Math.abs(at(temperature, j) - at(temperature, i)) <= FALL.average;
  let half = 0;
  while (isNear(i - half - 1) && isNear(i + half + 1)) half++;
  return half;
}

function placesMake(temperature: Float64Array): Int32Array {
  const last = at(temperature, temperature.length - 1);
  const places: number[] = [];
  let next = -Infinity;
  let outerLeft = 0;
  let innerRight = 0;
  for (let i = 0; i < temperature.length && at(temperature, i) + FALL.within <= last; i++) {
    const here = at(temperature, i);
    if (here < next) continue;
    next = here + FALL.stride;
    outerLeft = nearestAfter(temperature, here - FALL.within, outerLeft);
    innerRight = nearestAfter(temperature, here + FALL.within, Math.max(i, innerRight));
    const outerRight = nearestAfter(temperature, here + 2 * FALL.within, innerRight);
    const before = here - at(temperature, outerLeft);
    const after = at(temperature, outerRight) - at(temperature, innerRight);
    if (before < FALL.leastFlank || after < FALL.leastFlank) continue;
    places.push(outerLeft, i, innerRight, outerRight);
  }
  return Int32Array.from(places);
}

function endsMake(temperature: Float64Array): FallPlaces['ends'] {
  const edge = temperature.length - 1;
  const first = at(temperature, 0);
  const last = at(temperature, edge);
  if (last - first < 2 * FALL.within) return null;
  const nearest = (wanted: number): number => nearestAfter(temperature, wanted, 0);
  return {
    first: { edge: 0, inner: nearest(first + FALL.within), outer: nearest(first + 2 * FALL.within) },
    last: { edge, inner: nearest(last - FALL.within), outer: nearest(last - 2 * FALL.within) },
  };
}

const made = new WeakMap<TemperatureGrid, FallPlaces>();

/** The places of a grid, cached for each grid. */
export function fallPlaces(grid: TemperatureGrid): FallPlaces {
  const known = made.get(grid);
  if (known !== undefined) return known;
  const { temperature } = grid;
  const places = {
    places: placesMake(temperature),
    halves: Int32Array.from(temperature, (_, i) => halfAround(temperature, i)),
    ends: endsMake(temperature),
  };
  made.set(grid, places);
  return places;
}
