import { at } from '../at.ts';
import * as elementary from '../elementary.ts';
import { FIT } from '../settings.ts';
import * as layout from './layout.ts';

// Module constants, as `layout.ts` explains.
const { exp, expWithin, log, SOFT_END, SOFT_STEPS, SOFT_TERMS, softSeries } = elementary;
const { BACKGROUND, binFluorescence, binTemperature, COLUMN, columns, parameterCount, PER_TRANSITION } =
  layout;

/** Distance in w beyond which a transition is complete. */
const FLAT = 40;

/**
 * The derivative of ν by the skew parameter at the lower bound of the usual range, and the ν below which
 * formulas lose precision.
 */
const MIN_SKEW = 1e-4;

/** ν of a fit's skew parameter: its exponential, continued as a straight line for melts that end sharply. */
export function sharpSkew(logSkew: number): number {
  const skew = exp(FIT.leastLogSkew) * (1 + logSkew - FIT.leastLogSkew);
  return Math.abs(skew) < MIN_SKEW ? MIN_SKEW : skew;
}

/**
 * Writes the columns of a transition whose parameters start at `first`, and subtracts it from the residual.
 */
function usualColumns(length: number, model: Float64Array, first: number, residual: number): void {
  const amplitude = at(model, first);
  const tm = at(model, first + 1);
  const perWidth = exp(-at(model, first + 2));
  const logSkew = at(model, first + 3);
  const perSkew = exp(-logSkew);
  const amplitudes = first * COLUMN;
  const tms = amplitudes + COLUMN;
  const widths = tms + COLUMN;
  const skews = widths + COLUMN;
  for (let i = 0; i < length; i++) {
    const u = (at(binTemperature, i) - tm) * perWidth;
    // ln(1 + ν·e^u), by its distance from the bend; symmetric on both sides.
    const v = u + logSkew;
    const distance = Math.abs(v);
    const a = distance < SOFT_END ? distance : SOFT_END;
    const node = (a * SOFT_STEPS + 0.5) | 0;
    const q = node * SOFT_TERMS;
    const r = node * (1 / SOFT_STEPS) - a;
    const c1 = at(softSeries, q + 1);
    const c2 = at(softSeries, q + 2);
    const c3 = at(softSeries, q + 3);
    const c4 = at(softSeries, q + 4);
    const c5 = at(softSeries, q + 5);
    const rr = r * r;
    const soft = at(softSeries, q) + r * c1 + rr * (c2 + r * c3 + rr * (c4 + r * c5));
    const part = c1 + 2 * r * c2 + rr * (3 * c3 + r * (4 * c4) + rr * (5 * c5));
    const above = v > 0 ? v : 0;
    const l = (soft + (above < FLAT ? above : FLAT)) * perSkew;
    columns[(amplitudes + i) | 0] = (v > 0 ? 1 - part : part) * perSkew;
    columns[(widths + i) | 0] = u;
    columns[(skews + i) | 0] = l;
  }
  // A separate loop: short dependency chains let the processor overlap readings.
  for (let i = 0; i < length; i++) {
    const l = at(columns, (skews + i) | 0);
    const ratio = at(columns, (amplitudes + i) | 0);
    const unit = expWithin(-l);
    const value = amplitude * unit;
    const fall = value * ratio;
    columns[(amplitudes + i) | 0] = unit;
    columns[(tms + i) | 0] = fall * perWidth;
    columns[(widths + i) | 0] = fall * at(columns, (widths + i) | 0);
    columns[(skews + i) | 0] = value * (l - ratio);
    columns[(residual + i) | 0] = at(columns, (residual + i) | 0) - value;
  }
}

/** The same for a transition that ends sharply, with ν near or below 0. */
function sharpColumns(length: number, model: Float64Array, first: number, residual: number): void {
  const amplitude = at(model, first);
  const tm = at(model, first + 1);
  const perWidth = exp(-at(model, first + 2));
  const skew = sharpSkew(at(model, first + 3));
  const rise = exp(FIT.leastLogSkew) / skew;
  const column = first * COLUMN;
  for (let i = 0; i < length; i++) {
    const u = (at(binTemperature, i) - tm) * perWidth;
    const e = exp(u < FLAT ? u : FLAT);
    const left = 1 + skew * e;
    let l = Infinity;
    if (left > 0) l = log(left) / skew;
    const unit = exp(-l);
    let ratio = 0;
    let bySkew = 0;
    if (unit > 0) {
      ratio = e / left;
      bySkew = amplitude * unit * (l - ratio) * rise;
    }
    const value = amplitude * unit;
    const fall = value * ratio;
    columns[column + i] = unit;
    columns[column + COLUMN + i] = fall * perWidth;
    columns[column + 2 * COLUMN + i] = fall * u;
    columns[column + 3 * COLUMN + i] = bySkew;
    columns[(residual + i) | 0] = at(columns, (residual + i) | 0) - value;
  }
}

/** Writes the columns of the model with `transitions` transitions, and the residual, into working memory. */
export function residualsEvaluate(length: number, model: Float64Array, transitions: number): void {
  const residual = COLUMN * parameterCount(transitions);
  const c0 = at(model, 0);
  const c1 = at(model, 1);
  const c2 = at(model, 2);
  for (let i = 0; i < length; i++) {
    const z = at(columns, COLUMN + i);
    columns[(residual + i) | 0] = at(binFluorescence, i) - c0 - z * (c1 + z * c2);
  }
  for (let k = 0; k < transitions; k++) {
    const first = BACKGROUND + PER_TRANSITION * k;
    if (at(model, first + 3) < FIT.leastLogSkew) sharpColumns(length, model, first, residual);
    else usualColumns(length, model, first, residual);
  }
}
