import type { Position } from '@curvewell/domain';

import type { Curve, Domain, Range } from './curve-series.ts';
import { NO_ZOOM, type Zoom } from './zoom-sliders.tsx';

/** A chart that answers keys pressed elsewhere. */
export interface ChartKeys {
  /** Whether the key was one of the chart's. */
  readonly press: (key: string) => boolean;
}

interface ChartState {
  readonly curves: readonly Curve[];
  readonly hovered: Position | null;
  readonly zoom: Zoom;
  readonly domain: Domain;
}

/** What a key makes of the chart; null: nothing. */
export function chartKey(
  key: string,
  { curves, hovered, zoom, domain }: ChartState,
): { readonly zoom?: Zoom; readonly hovered?: Position } | null {
  switch (key) {
    case '+':
      return { zoom: scaled(zoom, { domain, factor: 0.8 }) };
    case '-':
    case '−':
      return { zoom: scaled(zoom, { domain, factor: 1.25 }) };
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

function scaled(zoom: Zoom, { domain, factor }: { domain: Domain; factor: number }): Zoom {
  const around = ([from, to]: Range, whole: Range): Range | null => {
    const middle = (from + to) / 2;
    const half = ((to - from) / 2) * factor;
    return middle - half <= whole[0] && middle + half >= whole[1] ? null : [middle - half, middle + half];
  };
  return { x: around(zoom.x ?? domain.x, domain.x), y: zoom.y };
}
