import type { Point } from '../chart/chart-scale.ts';

/** More temperatures than a plot has pixels to show them take time for nothing. */
const MAX_TEMPERATURES = 240;

/** Rising temperatures that all curves cover, °C; at most `MAX_TEMPERATURES`. */
export function sharedGrid(lines: readonly (readonly Point[])[]): Float64Array {
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
export function onGrid(points: readonly Point[], grid: Float64Array): Float64Array {
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
export function sortedColumns(lines: readonly Float64Array[]): readonly Float64Array[] {
  return Array.from(lines[0] ?? [], (_, at) => Float64Array.from(lines, (line) => line[at] ?? 0).sort());
}

/** A quantile at each place, linear between neighbours. */
export const quantileOf = (columns: readonly Float64Array[], quantile: number): Float64Array =>
  Float64Array.from(columns, (column) => {
    const place = quantile * (column.length - 1);
    const below = column[Math.floor(place)] ?? 0;
    const above = column[Math.ceil(place)] ?? 0;
    return below + (above - below) * (place - Math.floor(place));
  });
