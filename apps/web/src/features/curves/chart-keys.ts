import type { Position } from '@curvewell/domain';

import type { Domain, Range } from '../chart/chart-scale.ts';
import { zoomedDomain, type Curve } from './curve-series.ts';
import {
  type ChartId,
  FARTHER,
  NEARER,
  NO_ZOOMS,
  steppedZooms,
  turnedZoom,
  withZoom,
  zoomOf,
  type Zooms,
} from './zoom.ts';

/** Lets other components forward key presses to the chart, and focus it. */
export interface ChartKeys {
  /** Returns whether the chart handled the key. */
  readonly press: (key: string) => boolean;
  readonly focus: () => void;
}

interface ChartState {
  readonly curves: readonly Curve[];
  readonly hovered: Position | null;
  readonly zooms: Zooms;
  /** The temperatures of all charts. */
  readonly whole: Range;
}

/** The new state of the charts after a key press; null if the key does nothing. */
export function chartKey(
  key: string,
  { curves, hovered, zooms, whole }: ChartState,
): { readonly zooms?: Zooms; readonly hovered?: Position } | null {
  switch (key) {
    case '+':
      return { zooms: steppedZooms(zooms, { whole, factor: NEARER }) };
    case '-':
    case '−':
      return { zooms: steppedZooms(zooms, { whole, factor: FARTHER }) };
    case '0':
      return { zooms: NO_ZOOMS };
    case ',':
    case '.': {
      const index = curves.findIndex(({ position }) => position === hovered);
      const step = key === '.' ? 1 : -1;
      const next = curves[index < 0 ? 0 : (index + step + curves.length) % curves.length];
      return next ? { hovered: next.position } : null;
    }
    default:
      return null;
  }
}

/** Steps of the cross-hair, °C. */
const STEP = 0.1;
const LARGE_STEP = 1;
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** The temperature of the cross-hair after a key press, °C, within the visible range; null if the key does nothing. */
export function crossKey(
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  { cross, shown: [from, to] }: { readonly cross: number | null; readonly shown: Range },
): number | null {
  const direction = STEPS[key];
  if (direction === undefined) return null;
  const isShown = cross !== null && cross >= from && cross <= to;
  const next = isShown ? cross + direction * (shiftKey ? LARGE_STEP : STEP) : (from + to) / 2;
  return Math.max(from, Math.min(to, Math.round(next * 10) / 10));
}

const HEIGHT_FACTORS: Readonly<Record<string, number>> = { ArrowUp: NEARER, ArrowDown: FARTHER };

/** The zoom of the heights of all charts after a key press, from their lower ends; null if the key does nothing. */
export function heightKey(
  key: string,
  {
    zooms,
    charts,
  }: { readonly zooms: Zooms; readonly charts: readonly { readonly id: ChartId; readonly domain: Domain }[] },
): Zooms | null {
  const factor = HEIGHT_FACTORS[key];
  if (factor === undefined) return null;
  return charts.reduce((after, { id, domain }) => {
    const zoom = zoomOf(after, id);
    const { y } = zoomedDomain(domain, zoom);
    return withZoom(after, id, turnedZoom(zoom, { domain, at: { x: 0, y: y[0] }, factor, axis: 'y' }));
  }, zooms);
}
