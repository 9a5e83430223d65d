import { curveCardinal, line } from 'd3-shape';

import type { Point } from './chart-scale.ts';

/** How round a drawn line is, 0 straight to 1. */
const SMOOTHING = 0.6;

/** A cardinal spline; it passes through each of its points. */
const trace = line<Point>(
  ({ x }) => x,
  ({ y }) => y,
).curve(curveCardinal.tension(1 - SMOOTHING));

/** What a line is drawn with: a path on a canvas. */
export type Pen = Pick<Path2D, 'moveTo' | 'lineTo' | 'bezierCurveTo' | 'closePath'>;

/** Draws a smoothed line through all points. */
export function curveTrace(pen: Pen, points: readonly Point[]): void {
  // d3 asks for a whole context and calls only these.
  trace.context(pen as CanvasRenderingContext2D)(points);
}

/** The same as the `d` of an SVG path. */
export const curvePath = (points: readonly Point[]): string => trace.context(null)(points) ?? '';
