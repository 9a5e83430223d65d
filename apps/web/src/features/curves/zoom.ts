import type { PhaseType } from '@curvewell/domain';

import { type Domain, type Range, zoomedBy } from '../chart/chart-scale.ts';
import { type CurveKind, MIN_TEMPERATURE_SPAN, zoomedDomain } from './curve-series.ts';

/** The visible range of each axis; null shows all. */
export interface Zoom {
  readonly x: Range | null;
  readonly y: Range | null;
}

export const NO_ZOOM: Zoom = { x: null, y: null };

export type ChartId = `${PhaseType} ${CurveKind}`;

/** The temperatures are those of all charts; heights differ. */
export interface Zooms {
  readonly x: Range | null;
  readonly y: Partial<Record<ChartId, Range>>;
}

export const NO_ZOOMS: Zooms = { x: null, y: {} };

export const isZoomed = ({ x, y }: Zooms): boolean => x !== null || Object.keys(y).length > 0;

export const zoomOf = ({ x, y }: Zooms, chart: ChartId): Zoom => ({ x, y: y[chart] ?? null });

export function withZoom(before: Zooms, chart: ChartId, { x, y }: Zoom): Zooms {
  const { [chart]: _own, ...others } = before.y;
  return { x, y: y === null ? others : { ...others, [chart]: y } };
}

/** A point of a chart: °C and RFU/°C, or RFU. */
interface At {
  readonly x: number;
  readonly y: number;
}

interface Turn {
  readonly domain: Domain;
  /** Stays where it is. */
  readonly at: At;
  /** Below 1 shows less. */
  readonly factor: number;
  readonly axis: 'x' | 'y';
}

/** The zoom after a turn of the wheel about a point: of the temperatures, or of the heights. */
export function turnedZoom(zoom: Zoom, { domain, at, factor, axis }: Turn): Zoom {
  const shown = zoomedDomain(domain, zoom);
  const whole = domain[axis];
  const least = axis === 'x' ? MIN_TEMPERATURE_SPAN : (whole[1] - whole[0]) / 100;
  return { ...zoom, [axis]: zoomedBy(shown[axis], { whole, factor, least, about: at[axis] }) };
}

/** Factors of one step. */
export const NEARER = 0.8;
export const FARTHER = 1.25;

/** The zoom of the temperatures after one step about their centre. */
export const steppedZooms = (
  zooms: Zooms,
  { whole, factor }: { readonly whole: Range; readonly factor: number },
): Zooms => ({
  ...zooms,
  x: zoomedBy(zoomedDomain({ x: whole, y: whole }, { x: zooms.x, y: null }).x, {
    whole,
    factor,
    least: MIN_TEMPERATURE_SPAN,
  }),
});

/** Per pixel that the wheel turns: a notch of 100 px shows a fifth less or more. */
const PER_PIXEL = 0.002;
/** A fast wheel does not jump further. */
const MOST_PIXELS = 300;

/** The factor by which a turn of the wheel scales the visible range. */
export const wheelFactor = (by: number): number =>
  Math.exp(PER_PIXEL * Math.max(-MOST_PIXELS, Math.min(MOST_PIXELS, by)));
