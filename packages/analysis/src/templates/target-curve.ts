import type { Peak } from '@curvewell/domain';

import { at } from '../at.ts';
import type { CurveSlope } from '../curve/curve-slope.ts';
import { TEMPLATE } from '../plate-settings.ts';

/** The slope of a curve on the scale of one of its products: at 0 °C, its Tm, it is 1. */
export interface TargetCurve {
  readonly curve: CurveSlope;
  /** Of the product, °C. */
  readonly tm: number;
  /** Of the slope, without any product, RFU/°C. */
  readonly background: number;
  /** Of the slope at Tm above the background, RFU/°C. */
  readonly height: number;
}

/** The index of the last reading at or below a temperature; −1: all are above. */
function placeBelow({ grid: { temperature } }: CurveSlope, wanted: number): number {
  let low = -1;
  let high = temperature.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (at(temperature, middle) <= wanted) low = middle;
    else high = middle;
  }
  return low;
}

/** −dF/dT between two readings; null: beyond the readings. */
export function slopeAt(curve: CurveSlope, wanted: number): number | null {
  const { temperature } = curve.grid;
  const place = placeBelow(curve, wanted);
  if (place < 0 || place + 1 >= temperature.length) return null;
  const before = at(temperature, place);
  const part = (wanted - before) / (at(temperature, place + 1) - before);
  return (1 - part) * at(curve.slope, place) + part * at(curve.slope, place + 1);
}

/** The standard error of the slope at a temperature, RFU/°C. */
export function slopeErrorAt(curve: CurveSlope, wanted: number): number {
  const place = Math.max(0, placeBelow(curve, wanted));
  return curve.noise * at(curve.window.gain, place);
}

/** The slope that a tenth of the readings do not exceed: where nothing melts. */
function backgroundOf({ slope }: CurveSlope): number {
  const sorted = Float64Array.from(slope).sort();
  return at(sorted, Math.floor(TEMPLATE.background * (sorted.length - 1)));
}

/** A curve on the scale of one of its peaks; null: it is no steeper there than its background. */
export function targetCurve(curve: CurveSlope, { tm }: Pick<Peak, 'tm'>): TargetCurve | null {
  const background = backgroundOf(curve);
  const slope = slopeAt(curve, tm);
  if (slope === null || slope <= background) return null;
  return { curve, tm, background, height: slope - background };
}

/** How steep a curve is some way from its product's Tm, as a part of its slope there; null: not read. */
export function partAt({ curve, tm, background, height }: TargetCurve, distance: number): number | null {
  const slope = slopeAt(curve, tm + distance);
  return slope === null ? null : (slope - background) / height;
}

/** The standard error of that part from noise. */
export const partErrorAt = ({ curve, tm, height }: TargetCurve, distance: number): number =>
  slopeErrorAt(curve, tm + distance) / height;

export const highestOf = (peaks: readonly Peak[]): Peak | null =>
  peaks.reduce<Peak | null>((best, peak) => (best === null || peak.height > best.height ? peak : best), null);
