/** Lower and upper limit. */
export type Range = readonly [number, number];

/** °C and −dF/dT in RFU/°C for melting curves; run number and reading for control charts. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The visible range of both axes. */
export interface Domain {
  readonly x: Range;
  readonly y: Range;
}

/** px */
export interface ChartSize {
  readonly width: number;
  readonly height: number;
}

/** Margins around the plot for ticks, titles and labels, px. */
export interface Margin {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Maps data to pixels of the plot and back, for a chart of a given size. */
export interface ChartScale {
  readonly size: ChartSize;
  readonly margin: Margin;
  readonly shown: Domain;
  readonly plotWidth: number;
  readonly plotHeight: number;
  readonly toX: (x: number) => number;
  readonly toY: (y: number) => number;
  readonly fromX: (pixels: number) => number;
  readonly fromY: (pixels: number) => number;
}

export function chartScale(
  size: ChartSize,
  { margin, shown }: { readonly margin: Margin; readonly shown: Domain },
): ChartScale {
  const plotWidth = Math.max(1, size.width - margin.left - margin.right);
  const plotHeight = Math.max(1, size.height - margin.top - margin.bottom);
  const [xFrom, xTo] = shown.x;
  const [yFrom, yTo] = shown.y;
  return {
    size,
    margin,
    shown,
    plotWidth,
    plotHeight,
    toX: (x) => ((x - xFrom) / (xTo - xFrom)) * plotWidth,
    toY: (y) => plotHeight - ((y - yFrom) / (yTo - yFrom)) * plotHeight,
    fromX: (pixels) => xFrom + (pixels / plotWidth) * (xTo - xFrom),
    fromY: (pixels) => yFrom + ((plotHeight - pixels) / plotHeight) * (yTo - yFrom),
  };
}

export const plotPlace = ({ margin, plotWidth, plotHeight }: ChartScale) => ({
  left: margin.left,
  top: margin.top,
  width: plotWidth,
  height: plotHeight,
});

interface ZoomBy {
  readonly whole: Range;
  /** Below 1 shows less. */
  readonly factor: number;
  /** The smallest range. */
  readonly least: number;
  /** Stays where it is; default: the centre. */
  readonly about?: number;
}

/** A range scaled by `factor` about a value, kept within the whole; null if it shows everything. */
export function zoomedBy([from, to]: Range, { whole, factor, least, about }: ZoomBy): Range | null {
  const at = Math.max(from, Math.min(to, about ?? (from + to) / 2));
  const width = Math.max(least, (to - from) * factor);
  const start = at - (width * (at - from)) / (to - from);
  const next: Range = [Math.max(whole[0], start), Math.min(whole[1], start + width)];
  return next[0] <= whole[0] && next[1] >= whole[1] ? null : next;
}
