import type { Domain, Point } from './chart-scale.ts';

const NOTHING: Domain = { x: [Infinity, -Infinity], y: [Infinity, -Infinity] };
const known = new WeakMap<readonly Point[], Domain>();

/** The extent of a line, cached for each line. */
function lineExtent(points: readonly Point[]): Domain {
  const found = known.get(points);
  if (found) return found;
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of points) {
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < low) low = y;
    if (y > high) high = y;
  }
  const extent: Domain = { x: [left, right], y: [low, high] };
  known.set(points, extent);
  return extent;
}

/** The common extent of several lines. Without points its lower limits exceed its upper ones. */
export function extentOf(lines: Iterable<readonly Point[]>): Domain {
  let { x, y } = NOTHING;
  for (const points of lines) {
    const line = lineExtent(points);
    x = [Math.min(x[0], line.x[0]), Math.max(x[1], line.x[1])];
    y = [Math.min(y[0], line.y[0]), Math.max(y[1], line.y[1])];
  }
  return { x, y };
}
