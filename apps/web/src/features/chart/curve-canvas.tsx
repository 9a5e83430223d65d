import { useComputedColorScheme } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';

import { type ChartScale, plotPlace, type Point } from './chart-scale.ts';
import classes from './chart.module.css';
import { bandTrace, curveTrace } from './smooth-path.ts';

/** A line and its style. The colour is `#rrggbb` or a theme variable, `var(--name)`. */
export interface Stroke {
  readonly points: readonly Point[];
  readonly color: string;
  /** px */
  readonly width: number;
  readonly opacity?: number;
  /** Dash and gap, px. */
  readonly dash?: readonly number[];
}

/** The area between two lines with the same x. */
export interface Band {
  readonly low: readonly Point[];
  readonly high: readonly Point[];
  readonly color: string;
  readonly opacity: number;
}

/** A round mark, filled unless it has an outline. */
export interface Dot extends Point {
  /** px */
  readonly radius: number;
  readonly fill: string;
  readonly line?: string;
  readonly opacity: number;
}

interface CurveCanvasProps {
  readonly scale: ChartScale;
  /** Drawn below the strokes. */
  readonly bands?: readonly Band[];
  /** In drawing order. */
  readonly strokes: readonly Stroke[];
  /** Drawn above the strokes. */
  readonly dots?: readonly Dot[];
  readonly isFaded?: boolean;
}

const NO_BANDS: readonly Band[] = [];
const NO_DOTS: readonly Dot[] = [];

/** Draws curves too many for SVG. Repaints only when scale, theme or curves change. */
export function CurveCanvas({
  scale,
  bands = NO_BANDS,
  strokes,
  dots = NO_DOTS,
  isFaded = false,
}: CurveCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scheme = useComputedColorScheme('light');
  useLayoutEffect(() => {
    const context = canvas.current && prepareCanvas(canvas.current, scale);
    if (!canvas.current || !context) return;
    const style = getComputedStyle(canvas.current);
    const colorOf = (color: string): string =>
      color.startsWith('var(') ? style.getPropertyValue(color.slice(4, -1)).trim() : color;
    for (const band of bands) fillBand(context, { ...band, color: colorOf(band.color) }, scale);
    for (const stroke of strokes) strokeLine(context, { ...stroke, color: colorOf(stroke.color) }, scale);
    context.setLineDash([]);
    for (const { x, y, radius, fill, line, opacity } of dots) {
      context.globalAlpha = opacity;
      context.beginPath();
      context.arc(scale.toX(x), scale.toY(y), radius, 0, 2 * Math.PI);
      context.fillStyle = colorOf(fill);
      context.fill();
      if (line === undefined) continue;
      context.strokeStyle = colorOf(line);
      context.lineWidth = 1.2;
      context.stroke();
    }
    // Theme colours are resolved while painting.
  }, [scale, bands, strokes, dots, scheme]);
  return (
    <canvas
      ref={canvas}
      className={classes['canvas']}
      data-curves={strokes.length}
      data-faded={isFaded || undefined}
      style={plotPlace(scale)}
    />
  );
}

/** Clears the canvas and scales it to the device resolution; drawing uses CSS pixels. */
function prepareCanvas(
  canvas: HTMLCanvasElement,
  { plotWidth, plotHeight }: ChartScale,
): CanvasRenderingContext2D | null {
  const context = canvas.getContext('2d');
  if (!context) return null;
  const ratio = window.devicePixelRatio;
  canvas.width = Math.round(plotWidth * ratio);
  canvas.height = Math.round(plotHeight * ratio);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.lineJoin = 'round';
  return context;
}

/** Paths in data units, so that the spline of a line is computed once for all scales. */
const paths = new WeakMap<readonly Point[], Path2D>();

function linePath(points: readonly Point[]): Path2D {
  const known = paths.get(points);
  if (known) return known;
  const path = new Path2D();
  curveTrace(path, points);
  paths.set(points, path);
  return path;
}

/** By the upper line, which belongs to one band. */
const bandPaths = new WeakMap<readonly Point[], Path2D>();

function bandPath({ low, high }: Pick<Band, 'low' | 'high'>): Path2D {
  const known = bandPaths.get(high);
  if (known) return known;
  const path = new Path2D();
  bandTrace(path, low, high);
  bandPaths.set(high, path);
  return path;
}

/** Scales the path instead of the context, so that the line width does not depend on the zoom. */
function scaled(path: Path2D, { toX, toY }: ChartScale): Path2D {
  const drawn = new Path2D();
  drawn.addPath(path, { a: toX(1) - toX(0), d: toY(1) - toY(0), e: toX(0), f: toY(0) });
  return drawn;
}

function fillBand(context: CanvasRenderingContext2D, band: Band, scale: ChartScale): void {
  context.fillStyle = band.color;
  context.globalAlpha = band.opacity;
  context.fill(scaled(bandPath(band), scale));
}

function strokeLine(
  context: CanvasRenderingContext2D,
  { points, color, width, opacity = 1, dash = [] }: Stroke,
  scale: ChartScale,
): void {
  context.strokeStyle = color;
  context.lineWidth = width;
  context.globalAlpha = opacity;
  context.setLineDash([...dash]);
  context.stroke(scaled(linePath(points), scale));
}
