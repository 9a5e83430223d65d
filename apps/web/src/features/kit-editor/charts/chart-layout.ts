import type { PhaseType } from '@curvewell/domain';

import { EMPTY_X, EMPTY_Y, type PhaseLines } from './phase-lines.ts';

/** Margins of the charts, px: ticks and title left, threshold grips right, names of zones above each, temperatures below. */
export const MARGIN = { left: 52, right: 52, strip: 30, bottom: 36 } as const;
const GAP = 8;

export type Range = readonly [number, number];

/** Where one phase is drawn, and from data to pixels of the whole and back. */
export interface PhasePlot {
  readonly phase: PhaseType;
  readonly top: number;
  readonly height: number;
  readonly left: number;
  readonly width: number;
  readonly y: Range;
  readonly toX: (temperature: number) => number;
  readonly toY: (value: number) => number;
  readonly fromX: (pixels: number) => number;
  readonly fromY: (pixels: number) => number;
}

interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly phases: readonly { readonly phaseType: PhaseType; readonly minThreshold: number | null }[];
  readonly curves: ReadonlyMap<PhaseType, PhaseLines> | null;
  /** What temperatures are shown; null: all. */
  readonly zoom: Range | null;
}

/** The temperatures of all phases together: a product stands above itself. */
export function wholeRange(curves: Drawn['curves']): Range {
  const ranges = [...(curves?.values() ?? [])].map(({ domain }) => domain.x);
  if (ranges.length === 0) return EMPTY_X;
  return [Math.min(...ranges.map(([from]) => from)), Math.max(...ranges.map(([, to]) => to))];
}

/** One plot a phase, one above the other, on one temperature axis; a single phase takes all the height. */
export function phasePlots({ width, height, phases, curves, zoom }: Drawn): PhasePlot[] {
  const [from, to] = zoom ?? wholeRange(curves);
  const plotWidth = Math.max(1, width - MARGIN.left - MARGIN.right);
  const count = Math.max(1, phases.length);
  const plotHeight = Math.max(1, (height - MARGIN.bottom - count * MARGIN.strip - (count - 1) * GAP) / count);
  return phases.map(({ phaseType, minThreshold }, index) => {
    const top = MARGIN.strip + index * (plotHeight + MARGIN.strip + GAP);
    const [low, high] = curves?.get(phaseType)?.domain.y ?? EMPTY_Y;
    const most = Math.max(high, 1.1 * (minThreshold ?? 0));
    return {
      phase: phaseType,
      ...{ top, height: plotHeight, left: MARGIN.left, width: plotWidth, y: [low, most] },
      toX: (temperature) => MARGIN.left + ((temperature - from) / (to - from)) * plotWidth,
      toY: (value) => top + plotHeight - ((value - low) / (most - low)) * plotHeight,
      fromX: (pixels) => from + ((pixels - MARGIN.left) / plotWidth) * (to - from),
      fromY: (pixels) => low + ((top + plotHeight - pixels) / plotHeight) * (most - low),
    };
  });
}

/** °C */
export const LEAST_ZOOM = 1;

/** A zoom about its middle; null: all is shown. */
export function zoomedBy(range: Range, whole: Range, factor: number): Range | null {
  const middle = (range[0] + range[1]) / 2;
  const half = Math.max(LEAST_ZOOM, (range[1] - range[0]) * factor) / 2;
  const next: Range = [Math.max(whole[0], middle - half), Math.min(whole[1], middle + half)];
  return next[0] <= whole[0] && next[1] >= whole[1] ? null : next;
}
