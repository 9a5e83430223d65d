import type { DiagnosticLook } from '../../shared/colour/diagnostic-palette.ts';
import type { Point } from '../chart/chart-scale.ts';
import type { Curve } from './curve-series.ts';

/** More temperatures than a plot has pixels to show them take time for nothing. */
const MAX_TEMPERATURES = 240;

/** Rising temperatures that all curves cover, °C; at most `MAX_TEMPERATURES`. */
function sharedGrid(lines: readonly (readonly Point[])[]): Float64Array {
  const [first = []] = lines;
  let [from, to] = [-Infinity, Infinity];
  for (const line of lines) {
    const [a, b] = [line[0]?.x ?? 0, line.at(-1)?.x ?? 0];
    from = Math.max(from, Math.min(a, b));
    to = Math.min(to, Math.max(a, b));
  }
  const step = Math.max(1, Math.ceil(first.length / MAX_TEMPERATURES));
  const inside = first
    .filter(({ x }, index) => (index % step === 0 || index === first.length - 1) && x >= from && x <= to)
    .map(({ x }) => x);
  return Float64Array.from(inside).sort();
}

/** The values of a curve at rising temperatures within its range, interpolated. */
function onGrid(points: readonly Point[], grid: Float64Array): Float64Array {
  const last = points.length - 1;
  const isRising = (points[0]?.x ?? 0) <= (points[last]?.x ?? 0);
  const at = (index: number): Point => points[isRising ? index : last - index] ?? { x: 0, y: 0 };
  let next = 1;
  return grid.map((x) => {
    while (next < last && at(next).x < x) next++;
    const [a, b] = [at(next - 1), at(Math.min(next, last))];
    return a.x === b.x ? a.y : a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x);
  });
}

/** The values of several lines at each place, rising. */
function sortedColumns(lines: readonly Float64Array[]): readonly Float64Array[] {
  return Array.from(lines[0] ?? [], (_, at) => Float64Array.from(lines, (line) => line[at] ?? 0).sort());
}

/** A quantile at each place, linear between neighbours. */
const quantileOf = (columns: readonly Float64Array[], quantile: number): Float64Array =>
  Float64Array.from(columns, (column) => {
    const place = quantile * (column.length - 1);
    const below = column[Math.floor(place)] ?? 0;
    const above = column[Math.ceil(place)] ?? 0;
    return below + (above - below) * (place - Math.floor(place));
  });

export interface CurveGroup {
  /** Code and name of the result. */
  readonly key: string;
  readonly look: DiagnosticLook;
  readonly curves: readonly Curve[];
}

/** A group of many curves in place of its lines. */
export interface GroupSummary {
  /** The 5 and 95 % quantiles at each temperature. */
  readonly low: readonly Point[];
  readonly high: readonly Point[];
  /** Curves drawn as lines. */
  readonly outliers: readonly Curve[];
}

/** A group with its median; a single curve is its own. */
export interface DrawnGroup extends CurveGroup {
  readonly median: readonly Point[];
  /** Null: few curves, each drawn as a line. */
  readonly summary: GroupSummary | null;
}

/** From this number of curves on, a group is a median, a band and its outliers. */
const MIN_SUMMARY = 13;
/** Fewer inconspicuous curves make no band; all are lines then. */
const MIN_BAND = 7;
/** A curve beyond the fences over more than this is an outlier, °C. */
const MAX_OUTSIDE = 2;
/**
 * The distance of the fences from the quartiles, in interquartile ranges (Tukey, Exploratory Data Analysis,
 * 1977). The band itself is not a fence: by definition a tenth of the curves are outside at each temperature.
 */
const FENCE = 1.5;
/** The same at least, as a fraction of the height of the group: noise where all curves are alike. */
const LEAST_FENCE = 0.02;

/** Whether a group is drawn as median, band and outliers. Its marked curves are always lines. */
export const isSummed = ({ curves }: Pick<CurveGroup, 'curves'>): boolean =>
  curves.length >= MIN_SUMMARY && curves.filter(({ isMarked }) => !isMarked).length >= MIN_BAND;

export const keyOf = ({ look }: Pick<Curve, 'look'>): string => `${look.code} ${look.name}`;

/** Codes drawn above all others. */
const ON_TOP = ['?', 'KO'];

/** Curves by result in drawing order: largest group first, `?` and `KO` last. */
export function groupsOf(curves: readonly Curve[]): readonly CurveGroup[] {
  const rank = ({ look: { code }, curves: { length } }: CurveGroup): number =>
    ON_TOP.includes(code) ? -1 - ON_TOP.indexOf(code) : length;
  const groups = new Map<string, CurveGroup & { readonly curves: Curve[] }>();
  for (const curve of curves) {
    const key = keyOf(curve);
    const group = groups.get(key) ?? { key, look: curve.look, curves: [] };
    group.curves.push(curve);
    groups.set(key, group);
  }
  return [...groups.values()].sort((first, second) => rank(second) - rank(first));
}

/** The order of legends; other results are in between. */
const FIRST = ['W', 'X', 'M', 'N'];
const LAST = ['OK', 'KO', '?'];

/** Groups in the order of a legend, as under the plate. */
export function legendGroups(curves: readonly Curve[]): readonly CurveGroup[] {
  const rank = ({ look: { code } }: CurveGroup): number =>
    FIRST.includes(code) ? FIRST.indexOf(code) : FIRST.length + 1 + LAST.indexOf(code);
  return groupsOf(curves).toSorted((first, second) => rank(first) - rank(second));
}

/** By list of curves, since several parts of a chart need them. */
const known = new WeakMap<readonly Curve[], readonly DrawnGroup[]>();

/** Groups with their medians and, if they are large, bands and outliers. */
export function drawnGroups(curves: readonly Curve[]): readonly DrawnGroup[] {
  const groups = known.get(curves) ?? groupsOf(curves).map(drawnGroup);
  known.set(curves, groups);
  return groups;
}

function drawnGroup(group: CurveGroup): DrawnGroup {
  const { curves } = group;
  if (curves.length === 1) return { ...group, median: curves.flatMap(({ points }) => points), summary: null };
  const plain = curves.filter(({ isMarked }) => !isMarked);
  // A marked curve that is cut off does not shorten the others.
  const grid = sharedGrid((plain.length >= MIN_BAND ? plain : curves).map(({ points }) => points));
  const drawn = curves.map((curve) => ({ curve, line: onGrid(curve.points, grid) }));
  // Curves without common temperatures make no band.
  const isSummary = isSummed(group) && grid.length > 1;
  const isOutlier = isSummary ? outlierOf(drawn, grid) : () => false;
  const columns = sortedColumns(drawn.filter((one) => !isOutlier(one)).map(({ line }) => line));
  const at = (quantile: number): Point[] => {
    const values = quantileOf(columns, quantile);
    return Array.from(grid, (x, index) => ({ x, y: values[index] ?? 0 }));
  };
  return {
    ...group,
    median: at(0.5),
    summary: isSummary
      ? { low: at(0.05), high: at(0.95), outliers: drawn.filter(isOutlier).map(({ curve }) => curve) }
      : null,
  };
}

interface OnGrid {
  readonly curve: Curve;
  /** Its values at the temperatures of the group. */
  readonly line: Float64Array;
}

/** Whether a curve has a mark or lies beyond the fences of the others. */
function outlierOf(drawn: readonly OnGrid[], grid: Float64Array): (one: OnGrid) => boolean {
  const plain = sortedColumns(drawn.filter(({ curve }) => !curve.isMarked).map(({ line }) => line));
  const [lower, median, upper] = [quantileOf(plain, 0.25), quantileOf(plain, 0.5), quantileOf(plain, 0.75)];
  const least = LEAST_FENCE * (median.reduce(larger, -Infinity) - median.reduce(smaller, Infinity));
  return ({ curve, line }) => {
    if (curve.isMarked) return true;
    let outside = 0;
    for (let at = 1; at < grid.length; at++) {
      const [bottom = 0, top = 0, value = 0] = [lower[at], upper[at], line[at]];
      const fence = Math.max(least, FENCE * (top - bottom));
      if (value < bottom - fence || value > top + fence) outside += (grid[at] ?? 0) - (grid[at - 1] ?? 0);
    }
    return outside > MAX_OUTSIDE;
  };
}

const larger = (a: number, b: number): number => Math.max(a, b);
const smaller = (a: number, b: number): number => Math.min(a, b);
