import type { LineProps } from 'recharts';

/** How round a drawn line is, 0 straight to 1. */
export const SMOOTHING = 0.6;

/** Share of a chord that a control point reaches: a cardinal spline of tension 1 − smoothing. */
const REACH = SMOOTHING / 6;

interface Pen {
  moveTo: (x: number, y: number) => void;
  lineTo: (x: number, y: number) => void;
  bezierCurveTo: (x1: number, y1: number, x2: number, y2: number, x: number, y: number) => void;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Draws a smoothed line through all points; it passes through each of them. */
export function curveTrace(pen: Pen, points: readonly Point[]): void {
  points.forEach((point, index) => {
    const before = points[index - 1];
    if (!before) {
      pen.moveTo(point.x, point.y);
      return;
    }
    const earlier = points[index - 2] ?? before;
    const later = points[index + 1] ?? point;
    pen.bezierCurveTo(
      before.x + REACH * (point.x - earlier.x),
      before.y + REACH * (point.y - earlier.y),
      point.x - REACH * (later.x - before.x),
      point.y - REACH * (later.y - before.y),
      point.x,
      point.y,
    );
  });
}

type CurveFactory = Extract<LineProps['type'], (...given: never[]) => unknown>;

/** The same line for recharts. */
export const smoothCurve: CurveFactory = (context) => {
  let points: Point[] = [];
  return {
    areaStart: () => undefined,
    areaEnd: () => undefined,
    lineStart: () => {
      points = [];
    },
    lineEnd: () => {
      curveTrace(context, points);
    },
    point: (x, y) => {
      points.push({ x, y });
    },
  };
};
