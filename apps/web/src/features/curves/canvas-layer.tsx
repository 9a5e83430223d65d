import { useLayoutEffect, useRef } from 'react';

import { MARGIN, type ChartScale } from './chart-scale.ts';
import classes from './curve-chart.module.css';
import type { Curve } from './curve-series.ts';
import { curveTrace } from './curve-smooth.ts';

interface Stroke {
  readonly color: string;
  readonly width: number;
  readonly opacity?: number;
}

function strokeCurve(
  context: CanvasRenderingContext2D,
  { points }: Curve,
  { scale, stroke }: { readonly scale: ChartScale; readonly stroke: Stroke },
): void {
  context.strokeStyle = stroke.color;
  context.lineWidth = stroke.width;
  context.globalAlpha = stroke.opacity ?? 1;
  context.beginPath();
  curveTrace(
    context,
    points.map(({ x, y }) => ({ x: scale.toX(x), y: scale.toY(y) })),
  );
  context.stroke();
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

/** The curves that are too many for elements, and the grey controls behind. */
const MANY = 48;

interface CanvasLayerProps {
  readonly scale: ChartScale;
  /** In the order they are drawn. */
  readonly curves: readonly Curve[];
  readonly behind: readonly Curve[];
  readonly isFaded: boolean;
}

export function CanvasLayer({ scale, curves, behind, isFaded }: CanvasLayerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    paint(canvas.current, scale, (context, color) => {
      const grey: Stroke = { color: color('--control'), width: 1, opacity: 0.55 };
      for (const curve of behind) strokeCurve(context, curve, { scale, stroke: grey });
      const many = curves.length > MANY;
      for (const curve of curves) {
        const stroke = { color: curve.tone, width: many ? 1 : 1.5, opacity: many ? 0.55 : 1 };
        strokeCurve(context, curve, { scale, stroke });
      }
    });
  }, [scale, curves, behind]);
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
