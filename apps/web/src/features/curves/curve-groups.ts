import type { DiagnosticLook } from '../../shared/colour/diagnostic-palette.ts';
import type { Point } from '../chart/chart-scale.ts';
import type { Curve } from './curve-series.ts';
import { onGrid, quantilesOn, sharedGrid } from './curve-grid.ts';

/** Curves with the same result. */
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
  return [...Map.groupBy(curves, keyOf)]
    .flatMap(([key, of]) => (of[0] ? [{ key, look: of[0].look, curves: of }] : []))
    .sort((first, second) => rank(second) - rank(first));
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
  const [first] = group.curves;
  if (first !== undefined && group.curves.length === 1)
    return { ...group, median: first.points, summary: null };
  const plain = group.curves.filter(({ isMarked }) => !isMarked);
  // A marked curve that is cut off does not shorten the others.
  const grid = sharedGrid((plain.length >= MIN_BAND ? plain : group.curves).map(({ points }) => points));
  const lines = group.curves.map(({ points }) => onGrid(points, grid));
  const asPoints = (values: Float64Array): Point[] =>
    Array.from(grid, (x, index) => ({ x, y: values[index] ?? 0 }));
  // Curves without common temperatures have no median.
  if (!isSummed(group) || grid.length < 2) {
    const [median] = quantilesOn(lines, [0.5]);
    return { ...group, median: asPoints(median ?? new Float64Array()), summary: null };
  }
  const isOutlier = outliersOf(group.curves, { grid, lines });
  const [low, median, high] = quantilesOn(
    lines.filter((_, index) => !isOutlier[index]),
    QUANTILES,
  ).map(asPoints);
  return {
    ...group,
    median: median ?? [],
    summary: {
      low: low ?? [],
      high: high ?? [],
      outliers: group.curves.filter((_, index) => isOutlier[index]),
    },
  };
}

const QUANTILES = [0.05, 0.5, 0.95];

interface OnGrid {
  /** °C, rising. */
  readonly grid: Float64Array;
  /** The values of each curve. */
  readonly lines: readonly Float64Array[];
}

/** For each curve, whether it has a mark or lies beyond the fences of the others. */
function outliersOf(curves: readonly Curve[], { grid, lines }: OnGrid): readonly boolean[] {
  const plain = lines.filter((_, index) => curves[index]?.isMarked !== true);
  const [lower, median, upper] = quantilesOn(plain, QUARTILES);
  if (!lower || !median || !upper) return curves.map(() => false);
  const least = LEAST_FENCE * (median.reduce(larger, -Infinity) - median.reduce(smaller, Infinity));
  return lines.map((line, index) => {
    if (curves[index]?.isMarked === true) return true;
    let outside = 0;
    for (let at = 1; at < grid.length; at++) {
      const [bottom = 0, top = 0, value = 0] = [lower[at], upper[at], line[at]];
      const fence = Math.max(least, FENCE * (top - bottom));
      if (value < bottom - fence || value > top + fence) outside += (grid[at] ?? 0) - (grid[at - 1] ?? 0);
    }
    return outside > MAX_OUTSIDE;
  });
}

const QUARTILES = [0.25, 0.5, 0.75];
const larger = (a: number, b: number): number => Math.max(a, b);
const smaller = (a: number, b: number): number => Math.min(a, b);
