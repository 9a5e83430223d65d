import { curveCardinal, line } from 'd3-shape';

/** How round a drawn line is, 0 straight to 1. */
const SMOOTHING = 0.6;

/** A cardinal spline; it passes through each of its points. */
export const smoothCurve = curveCardinal.tension(1 - SMOOTHING);

interface Point {
  readonly x: number;
  readonly y: number;
}

const trace = line<Point>(
  ({ x }) => x,
  ({ y }) => y,
).curve(smoothCurve);

/** Draws a smoothed line through all points. */
export function curveTrace(pen: CanvasRenderingContext2D, points: readonly Point[]): void {
  trace.context(pen)(points);
}
