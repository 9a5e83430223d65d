import { useLayoutEffect, useRef } from 'react';

import { MARGIN, type ChartScale } from './chart-scale.ts';
import classes from './curve-chart.module.css';
import { NO_CALL_DASH, type Curve, type CurvePoint } from './curve-series.ts';
import { curveTrace } from './curve-smooth.ts';

interface Stroke {
  readonly color: string;
  readonly width: number;
  readonly opacity?: number;
}

/** Curves in °C and RFU/°C: whatever the scale, a spline is made once. */
const paths = new WeakMap<readonly CurvePoint[], Path2D>();

function pathOf(points: readonly CurvePoint[]): Path2D {
  const known = paths.get(points);
  if (known) return known;
  const path = new Path2D();
  curveTrace(path, points);
  paths.set(points, path);
  return path;
}

function strokeCurve(
  context: CanvasRenderingContext2D,
  { points, isCalled }: Curve,
  { scale, stroke }: { readonly scale: ChartScale; readonly stroke: Stroke },
): void {
  context.strokeStyle = stroke.color;
  context.lineWidth = stroke.width;
  context.globalAlpha = stroke.opacity ?? 1;
  context.setLineDash(isCalled ? [] : NO_CALL_DASH);
  const a = scale.toX(1) - scale.toX(0);
  const d = scale.toY(1) - scale.toY(0);
  // The path is scaled, not the pen: a line is as wide however far it is zoomed.
  const drawn = new Path2D();
  drawn.addPath(pathOf(points), { a, d, e: scale.toX(0), f: scale.toY(0) });
  context.stroke(drawn);
}

/** Clears the canvas at the screen's own resolution and draws on it in CSS pixels. */
function paint(
  canvas: HTMLCanvasElement | null,
  { plotWidth, plotHeight }: ChartScale,
  draw: (context: CanvasRenderingContext2D, color: (variable: string) => string) => void,
): void {
  const context = canvas?.getContext('2d');
  if (!canvas || !context) return;
  const ratio = window.devicePixelRatio;
  canvas.width = Math.round(plotWidth * ratio);
  canvas.height = Math.round(plotHeight * ratio);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.lineJoin = 'round';
  const style = getComputedStyle(canvas);
  draw(context, (variable) => style.getPropertyValue(variable).trim());
}

const place = ({ plotWidth, plotHeight }: ChartScale) => ({
  left: MARGIN.left,
  top: MARGIN.top,
  width: plotWidth,
  height: plotHeight,
});

interface LayerProps {
  readonly scale: ChartScale;
  /** In the order they are drawn. */
  readonly curves: readonly Curve[];
}

/** The controls, grey, under the curves of the wells. */
export function BehindLayer({ scale, curves }: LayerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    paint(canvas.current, scale, (context, color) => {
      const stroke: Stroke = { color: color('--control'), width: 1, opacity: 0.6 };
      for (const curve of curves) strokeCurve(context, curve, { scale, stroke });
    });
  }, [scale, curves]);
  return (
    <canvas ref={canvas} className={classes['canvas']} data-behind={curves.length} style={place(scale)} />
  );
}

/** From here on curves are thin and let those below shine through. */
const MANY = 48;

/** The curves that are too many for elements. */
export function CanvasLayer({ scale, curves, isFaded }: LayerProps & { readonly isFaded: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    paint(canvas.current, scale, (context) => {
      const many = curves.length > MANY;
      for (const curve of curves) {
        const stroke = { color: curve.tone, width: many ? 1 : 1.5, opacity: many ? 0.55 : 1 };
        strokeCurve(context, curve, { scale, stroke });
      }
    });
  }, [scale, curves]);
  return (
    <canvas
      ref={canvas}
      className={classes['canvas']}
      data-faded={isFaded || undefined}
      style={place(scale)}
    />
  );
}

/** The curve under the pointer, on a canvas of its own. */
export function HighlightLayer({
  scale,
  curve,
}: {
  readonly scale: ChartScale;
  readonly curve: Curve | null;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    paint(canvas.current, scale, (context, color) => {
      if (!curve) return;
      strokeCurve(context, curve, { scale, stroke: { color: color('--surface'), width: 5 } });
      strokeCurve(context, curve, { scale, stroke: { color: curve.tone, width: 2.5 } });
    });
  }, [scale, curve]);
  return <canvas ref={canvas} className={classes['canvas']} style={place(scale)} />;
}
