import type { Position } from '@curvewell/domain';

import { type Domain, zoomedBy } from '../chart/chart-scale.ts';
import { type Curve, MIN_TEMPERATURE_SPAN } from './curve-series.ts';
import { NO_ZOOM, type Zoom } from './zoom-sliders.tsx';

/** Lets another component forward key presses to the chart. */
export interface ChartKeys {
  /** Returns whether the chart handled the key. */
  readonly press: (key: string) => boolean;
}

interface ChartState {
  readonly curves: readonly Curve[];
  readonly hovered: Position | null;
  readonly zoom: Zoom;
  readonly domain: Domain;
}

/** The new state of the chart after a key press; null if the key does nothing. */
export function chartKey(
  key: string,
  { curves, hovered, zoom, domain }: ChartState,
): { readonly zoom?: Zoom; readonly hovered?: Position } | null {
  switch (key) {
    case '+':
      return { zoom: scaled(zoom, domain, 0.8) };
    case '-':
    case '−':
      return { zoom: scaled(zoom, domain, 1.25) };
    case '0':
      return { zoom: NO_ZOOM };
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

const scaled = ({ x, y }: Zoom, { x: whole }: Domain, factor: number): Zoom => ({
  x: zoomedBy(x ?? whole, { whole, factor, least: MIN_TEMPERATURE_SPAN }),
  y,
});
