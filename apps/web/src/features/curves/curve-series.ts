import { unpackPoints, type ChartData, type ChartPoints, type Peak, type Position } from '@curvewell/domain';

import type { DiagnosticLook } from '../../shared/colour/diagnostic-palette.ts';
import type { Domain, Point, Range } from '../chart/chart-scale.ts';
import { extentOf } from '../chart/extent.ts';

/**
 * What a curve shows: the slope, the measured fluorescence, this between 100 % before and 0 % after the melt, or the
 * difference of the latter from a reference; or the fluorescence of each cycle before the melt.
 */
export type CurveKind = 'slope' | 'fluorescence' | 'normalised' | 'difference' | 'amplification';

/** Whether curves are normalised. */
export const isShapeKind = (kind: CurveKind): boolean => kind === 'normalised' || kind === 'difference';

/** A curve and its result. */
export interface Curve {
  readonly position: Position;
  readonly name: string;
  /** Of the shown diagnostic. Without a fill the well has no call, and its curve is dashed. */
  readonly look: DiagnosticLook;
  /** The well has a mark of its own, so it is drawn apart from its group. */
  readonly isMarked: boolean;
  /** °C and RFU/°C, RFU or %. */
  readonly points: readonly Point[];
  readonly peaks: readonly Peak[];
  /** Beside its value at the cross-hair: its Cq; omitted: none. */
  readonly note?: string;
}

/** The width of a line in a group of this size, px. */
export const lineWidth = (groupSize: number): number => (groupSize < 7 ? 1.75 : 1.25);

/** Dash and gap, px. */
export const NO_CALL_DASH: number[] = [5, 3];

const unpacked = new WeakMap<ChartPoints, readonly Point[]>();

/** Points, unpacked on first use. */
export function unpackedPoints(packed: ChartPoints): readonly Point[] {
  const known = unpacked.get(packed) ?? unpackPoints(packed);
  unpacked.set(packed, known);
  return known;
}

export const pointsOf = ({ chartPoints }: Pick<ChartData, 'chartPoints'>): readonly Point[] =>
  unpackedPoints(chartPoints);

/** The most curves drawn as SVG lines; more are drawn on a canvas, in groups. */
export const MAX_LINES = 12;
/** Margin above and below the curves, as a fraction of their range. */
const MARGIN = 0.08;
/** Margin above a single curve, whose peaks have temperature labels. */
const LABEL_MARGIN = 0.24;
/** The smallest visible range, °C. */
export const MIN_TEMPERATURE_SPAN = 2;

/** The range of the curves with margins, extended to the threshold and to the lines that they are compared with. */
export function curvesDomain(
  curves: readonly Curve[],
  threshold: number | null,
  compared: readonly (readonly Point[])[] = [],
): Domain | null {
  if (curves.length === 0) return null;
  const { x } = extentOf(curves.map(({ points }) => points));
  const { y } = extentOf([...curves.map(({ points }) => points), ...compared]);
  const top = Math.max(y[1], threshold ?? y[1]);
  const height = top - y[0];
  const above = curves.length === 1 ? LABEL_MARGIN : MARGIN;
  return { x, y: [y[0] - (height * MARGIN || 1), top + (height * above || 1)] };
}

/**
 * The zoomed domain. Limits outside the whole domain or too close together are corrected. A zoom that shows nothing of the
 * domain, as of another phase or channel, shows all of it.
 */
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
  if (!wanted || wanted[1] <= whole[0] || wanted[0] >= whole[1]) return whole;
  const from = Math.max(whole[0], Math.min(wanted[0], whole[1] - least));
  const to = Math.min(whole[1], Math.max(wanted[1], from + least));
  return [from, to];
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
