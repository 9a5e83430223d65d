import type { Peak } from '@curvewell/domain';

import { at } from '../at.ts';
import type { CurveSlope } from '../curve/curve-slope.ts';
import { TEMPLATE } from '../plate-settings.ts';

/** The slope of a curve, normalised to one of its products: 1 at its Tm, with distances in °C from Tm. */
export interface TargetCurve {
  readonly curve: CurveSlope;
  /** Of the product, °C. */
  readonly tm: number;
  /** Of the slope without any product, RFU/°C. */
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

/** The interpolated −dF/dT; null: outside the readings. */
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

/** The background slope: the value that a tenth of the readings do not exceed. */
function backgroundOf({ slope }: CurveSlope): number {
  const sorted = Float64Array.from(slope).sort();
  return at(sorted, Math.floor(TEMPLATE.background * (sorted.length - 1)));
}

/** A curve normalised to one of its peaks; null: the slope there does not exceed the background. */
export function targetCurve(curve: CurveSlope, { tm }: Pick<Peak, 'tm'>): TargetCurve | null {
  const background = backgroundOf(curve);
  const slope = slopeAt(curve, tm);
  if (slope === null || slope <= background) return null;
  return { curve, tm, background, height: slope - background };
}

/** The slope of a curve at a distance from its product's Tm, relative to that at Tm; null: not read. */
export function partAt({ curve, tm, background, height }: TargetCurve, distance: number): number | null {
  const slope = slopeAt(curve, tm + distance);
  return slope === null ? null : (slope - background) / height;
}

/** The standard error of that from noise. */
export const partErrorAt = ({ curve, tm, height }: TargetCurve, distance: number): number =>
  slopeErrorAt(curve, tm + distance) / height;

export const highestOf = (peaks: readonly Peak[]): Peak | null =>
  peaks.reduce<Peak | null>((best, peak) => (best === null || peak.height > best.height ? peak : best), null);
