import { unpackPoints, type ChartData, type Peak, type Position } from '@curvewell/domain';

import type { Domain, Point, Range } from '../chart/chart-scale.ts';
import { extentOf } from '../chart/extent.ts';

/** One curve with the result that it led to. */
export interface Curve {
  readonly position: Position;
  readonly name: string;
  /** Code and words of the shown diagnostic. */
  readonly code: string;
  readonly diagnostic: string;
  /** Its tone in the theme, `#rrggbb`. */
  readonly tone: string;
  /** A well without a call is dashed. */
  readonly isCalled: boolean;
  readonly points: readonly Point[];
  readonly peaks: readonly Peak[];
}

/** px: drawn, left out. */
export const NO_CALL_DASH: number[] = [5, 3];

const unpacked = new WeakMap<ChartData, readonly Point[]>();

/** The points of a curve, unpacked when it is first drawn. */
export function pointsOf(data: ChartData): readonly Point[] {
  const known = unpacked.get(data) ?? unpackPoints(data.chartPoints);
  unpacked.set(data, known);
  return known;
}

/** The most curves that are drawn as elements; more go on the canvas. */
export const MAX_LINES = 12;
/** Room above and below the curves, as a share of their range. */
const MARGIN = 0.08;
/** Room above a single curve, whose peaks carry their temperatures. */
const LABEL_MARGIN = 0.24;
/** The least zoom. */
export const MIN_TEMPERATURE_SPAN = 2;

/** Range of the shown curves; the y axis has 8 % of room, more for labels, and reaches the threshold. */
export function curvesDomain(curves: readonly Curve[], threshold: number | null): Domain | null {
  if (curves.length === 0) return null;
  const { x, y } = extentOf(curves.map(({ points }) => points));
  const top = Math.max(y[1], threshold ?? y[1]);
  const height = top - y[0];
  const above = curves.length === 1 ? LABEL_MARGIN : MARGIN;
  return { x, y: [y[0] - (height * MARGIN || 1), top + (height * above || 1)] };
}

/** The part of a domain that is shown; bounds that lie outside or too close give way. */
export function zoomedDomain(
  whole: Domain,
  zoom: { readonly x: Range | null; readonly y: Range | null },
): Domain {
  return {
    x: within(whole.x, { wanted: zoom.x, least: MIN_TEMPERATURE_SPAN }),
    y: within(whole.y, { wanted: zoom.y, least: (whole.y[1] - whole.y[0]) / 100 }),
  };
}

function within(
  whole: Range,
  { wanted, least }: { readonly wanted: Range | null; readonly least: number },
): Range {
  if (!wanted) return whole;
  const from = Math.max(whole[0], Math.min(wanted[0], whole[1] - least));
  const to = Math.min(whole[1], Math.max(wanted[1], from + least));
  return from < to ? [from, to] : whole;
}

/** Codes that lie on top of all others. */
const ON_TOP = ['?', 'KO'];

/** Curves in the order they are drawn: the largest groups first, `?` and `KO` last. */
export function drawOrder(curves: readonly Curve[]): readonly Curve[] {
  const sizes = new Map<string, number>();
  for (const { code } of curves) sizes.set(code, (sizes.get(code) ?? 0) + 1);
  const rank = ({ code }: Curve): number =>
    ON_TOP.includes(code) ? -1 - ON_TOP.indexOf(code) : (sizes.get(code) ?? 0);
  return [...curves].sort((first, second) => rank(second) - rank(first));
}

/** The value of a curve between its points; null outside. */
export function valueAt(points: readonly Point[], temperature: number): number | null {
  let low = 0;
  let high = points.length - 1;
  const first = points[low];
  const last = points[high];
  if (!first || !last) return null;
  const rising = first.x <= last.x;
  if (temperature < Math.min(first.x, last.x) || temperature > Math.max(first.x, last.x)) return null;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const isBefore = (points[middle]?.x ?? 0) <= temperature;
    if (isBefore === rising) low = middle;
    else high = middle;
  }
  const a = points[low];
  const b = points[high];
  if (!a || !b) return null;
  return a.x === b.x ? a.y : a.y + ((b.y - a.y) * (temperature - a.x)) / (b.x - a.x);
}

/** The curve whose value at a temperature is nearest, when it is near enough. */
export function nearestCurve(
  curves: readonly Curve[],
  { x, y, reach }: { readonly x: number; readonly y: number; readonly reach: number },
): { readonly curve: Curve; readonly value: number } | null {
  let nearest: { curve: Curve; value: number } | null = null;
  let distance = reach;
  for (const curve of curves) {
    const value = valueAt(curve.points, x);
    if (value === null || Math.abs(value - y) > distance) continue;
    distance = Math.abs(value - y);
    nearest = { curve, value };
  }
  return nearest;
}

/** The highest point of what is shown of a curve, where its code stands; null: nothing of it is shown. */
export function highestPoint(
  points: readonly Point[],
  { x: [from, to], y: [bottom, top] }: Domain,
): Point | null {
  let highest: Point | null = null;
  for (const point of points) {
    if (point.x < from || point.x > to || point.y < bottom || point.y > top) continue;
    if (!highest || point.y > highest.y) highest = point;
  }
  return highest;
}
