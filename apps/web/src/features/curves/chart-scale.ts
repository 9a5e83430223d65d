import type { Domain } from './curve-series.ts';

/** Margins of the plot, px: ticks and title left, zone labels, y slider, ticks with title and x slider. */
export const MARGIN = { left: 52, top: 24, right: 30, bottom: 62 } as const;
/** Ticks and title of the x axis. */
export const X_AXIS_HEIGHT = 31;

export interface ChartSize {
  readonly width: number;
  readonly height: number;
}

/** From data to pixels of the plot area and back. */
export interface ChartScale {
  readonly plotWidth: number;
  readonly plotHeight: number;
  readonly toX: (temperature: number) => number;
  readonly toY: (value: number) => number;
  readonly fromX: (pixels: number) => number;
  readonly fromY: (pixels: number) => number;
  /** Of one pixel in height. */
  readonly valuePerPixel: number;
}

export function chartScale({ width, height }: ChartSize, { x, y }: Domain): ChartScale {
  const plotWidth = Math.max(1, width - MARGIN.left - MARGIN.right);
  const plotHeight = Math.max(1, height - MARGIN.top - MARGIN.bottom);
  const [xFrom, xTo] = x;
  const [yFrom, yTo] = y;
  return {
    plotWidth,
    plotHeight,
    toX: (temperature) => ((temperature - xFrom) / (xTo - xFrom)) * plotWidth,
    toY: (value) => plotHeight - ((value - yFrom) / (yTo - yFrom)) * plotHeight,
    fromX: (pixels) => xFrom + (pixels / plotWidth) * (xTo - xFrom),
    fromY: (pixels) => yFrom + ((plotHeight - pixels) / plotHeight) * (yTo - yFrom),
    valuePerPixel: (yTo - yFrom) / plotHeight,
  };
}
