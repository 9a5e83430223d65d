import { unpackPoints, type ChartData, type Peak, type Position } from '@curvewell/domain';

import type { Domain, Point, Range } from '../chart/chart-scale.ts';
import { extentOf } from '../chart/extent.ts';

/** A curve and its result. */
export interface Curve {
  readonly position: Position;
  readonly name: string;
  /** Code and name of the shown diagnostic. */
  readonly code: string;
  readonly diagnostic: string;
  /** Its curve tone in the theme, `#rrggbb`. */
  readonly tone: string;
  /** False draws the curve dashed: the well has no call. */
  readonly isCalled: boolean;
  readonly points: readonly Point[];
  readonly peaks: readonly Peak[];
}

/** Dash and gap, px. */
export const NO_CALL_DASH: number[] = [5, 3];

const unpacked = new WeakMap<ChartData, readonly Point[]>();

/** The points of a curve, unpacked on first use. */
export function pointsOf(data: ChartData): readonly Point[] {
  const known = unpacked.get(data) ?? unpackPoints(data.chartPoints);
  unpacked.set(data, known);
  return known;
}

/** The most curves drawn as SVG lines; more are drawn on a canvas. */
export const MAX_LINES = 12;
/** Margin above and below the curves, as a fraction of their range. */
const MARGIN = 0.08;
/** Margin above a single curve, whose peaks have temperature labels. */
const LABEL_MARGIN = 0.24;
/** The smallest visible range, °C. */
export const MIN_TEMPERATURE_SPAN = 2;

/** The range of the visible curves with margins, extended to the threshold. */
export function curvesDomain(curves: readonly Curve[], threshold: number | null): Domain | null {
  if (curves.length === 0) return null;
  const { x, y } = extentOf(curves.map(({ points }) => points));
  const top = Math.max(y[1], threshold ?? y[1]);
  const height = top - y[0];
  const above = curves.length === 1 ? LABEL_MARGIN : MARGIN;
  return { x, y: [y[0] - (height * MARGIN || 1), top + (height * above || 1)] };
}

/** The zoomed domain. Limits outside the whole domain or too close together are corrected. */
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

/** Codes drawn above all others. */
const ON_TOP = ['?', 'KO'];

/** Curves in drawing order: largest group first, `?` and `KO` last. */
export function drawOrder(curves: readonly Curve[]): readonly Curve[] {
  const sizes = new Map<string, number>();
  for (const { code } of curves) sizes.set(code, (sizes.get(code) ?? 0) + 1);
  const rank = ({ code }: Curve): number =>
    ON_TOP.includes(code) ? -1 - ON_TOP.indexOf(code) : (sizes.get(code) ?? 0);
  return [...curves].sort((first, second) => rank(second) - rank(first));
}

/** The interpolated value of a curve; null outside its range. */
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

/** The curve nearest to a value at a temperature, within a maximum distance. */
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

/** The highest visible point of a curve, where its code is placed; null if no part is visible. */
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
