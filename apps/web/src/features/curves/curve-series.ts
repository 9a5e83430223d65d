import { unpackPoints, type ChartData, type Peak, type Position } from '@curvewell/domain';

/** °C, and −dF/dT in RFU/°C. */
export interface CurvePoint {
  readonly x: number;
  readonly y: number;
}

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
  readonly points: readonly CurvePoint[];
  readonly peaks: readonly Peak[];
}

/** px: drawn, left out. */
export const NO_CALL_DASH: number[] = [5, 3];

const unpacked = new WeakMap<ChartData, readonly CurvePoint[]>();

/** The points of a curve, unpacked when it is first drawn. */
export function pointsOf(data: ChartData): readonly CurvePoint[] {
  const known = unpacked.get(data) ?? unpackPoints(data.chartPoints);
  unpacked.set(data, known);
  return known;
}

export type Range = readonly [number, number];

/** What part of the curves is shown. */
export interface Domain {
  readonly x: Range;
  readonly y: Range;
}

/** The most curves that are drawn as elements; more go on the canvas. */
export const MAX_LINES = 12;
/** Room above and below the curves, as a share of their range. */
const MARGIN = 0.08;
/** Room above a single curve, whose peaks carry their temperatures. */
const LABEL_MARGIN = 0.24;
/** The least zoom. */
export const MIN_TEMPERATURE_SPAN = 2;

const domains = new WeakMap<readonly CurvePoint[], Domain>();

/** What part of the plane the points of a curve take, found once; they are never none. */
function extentOf(points: readonly CurvePoint[]): Domain {
  const known = domains.get(points);
  if (known) return known;
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of points) {
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < bottom) bottom = y;
    if (y > top) top = y;
  }
  const domain: Domain = { x: [left, right], y: [bottom, top] };
  domains.set(points, domain);
  return domain;
}

function union(curves: readonly Curve[], axis: 'x' | 'y'): Range {
  const ranges = curves.map(({ points }) => extentOf(points)[axis]);
  return [Math.min(...ranges.map(([from]) => from)), Math.max(...ranges.map(([, to]) => to))];
}

/** Range of the shown curves; the y axis has 8 % of room, more for labels, and reaches the threshold. */
export function curvesDomain(curves: readonly Curve[], threshold: number | null): Domain | null {
  if (curves.length === 0) return null;
  const x = union(curves, 'x');
  const y = union(curves, 'y');
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

/** Round values inside a range, `count` or a few less. */
export function axisTicks(
  [from, to]: Range,
  { count, steps }: { readonly count: number; readonly steps: readonly number[] },
): readonly number[] {
  const span = to - from;
  const step = steps.find((candidate) => span / candidate <= count) ?? steps.at(-1) ?? span;
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
}

/** 5 to 10 ticks of 1, 2 or 5 °C; finer ones only when zoomed in. */
export const temperatureTicks = (range: Range): readonly number[] =>
  axisTicks(range, { count: 11, steps: [0.2, 0.5, 1, 2, 5, 10, 20] });

/** About five round values. */
export function fluorescenceTicks(range: Range): readonly number[] {
  const magnitude = 10 ** Math.floor(Math.log10((range[1] - range[0]) / 5));
  return axisTicks(range, { count: 6, steps: [1, 2, 2.5, 5, 10, 20].map((step) => step * magnitude) });
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
export function valueAt(points: readonly CurvePoint[], temperature: number): number | null {
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
  points: readonly CurvePoint[],
  { x: [from, to], y: [bottom, top] }: Domain,
): CurvePoint | null {
  let highest: CurvePoint | null = null;
  for (const point of points) {
    if (point.x < from || point.x > to || point.y < bottom || point.y > top) continue;
    if (!highest || point.y > highest.y) highest = point;
  }
  return highest;
}
