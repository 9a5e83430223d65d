import { area, curveCardinal, line } from 'd3-shape';

import type { Point } from './chart-scale.ts';

/** Amount of smoothing, from 0 (straight) to 1. */
const SMOOTHING = 0.6;

/** A cardinal spline, which passes through all points. */
const trace = line<Point>(
  ({ x }) => x,
  ({ y }) => y,
).curve(curveCardinal.tension(1 - SMOOTHING));

/** A lower and an upper value at one x. */
interface Span {
  readonly x: number;
  readonly low: number;
  readonly high: number;
}

const band = area<Span>()
  .x(({ x }) => x)
  .y0(({ low }) => low)
  .y1(({ high }) => high)
  .curve(curveCardinal.tension(1 - SMOOTHING));

/** The canvas methods needed to draw a path. */
export type Pen = Pick<Path2D, 'moveTo' | 'lineTo' | 'bezierCurveTo' | 'closePath'>;

/** Draws a smoothed line through all points. */
export function curveTrace(pen: Pen, points: readonly Point[]): void {
  // d3 declares a full context but calls only these methods.
  trace.context(pen as CanvasRenderingContext2D)(points);
}

/** Draws the outline of the area between two lines with the same x. */
export function bandTrace(pen: Pen, low: readonly Point[], high: readonly Point[]): void {
  const spans = low.map(({ x, y }, index) => ({ x, low: y, high: high[index]?.y ?? y }));
  band.context(pen as CanvasRenderingContext2D)(spans);
}

/** The smoothed line as the `d` attribute of an SVG path. */
export const curvePath = (points: readonly Point[]): string => trace.context(null)(points) ?? '';
