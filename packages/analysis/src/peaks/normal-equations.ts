import { at } from '../at.ts';
import { exp, expWithin, SOFT_END, SOFT_STEP, SOFT_STEPS, SOFT_TERMS, softSeries } from '../elementary.ts';
import { FIT } from '../settings.ts';
import { backgroundSums, COLUMN, columns, type FitWindow, MOST_TRANSITIONS } from './fit-window.ts';
import { sharpColumns } from './sharp-columns.ts';

/**
 * Layout of a fit of K transitions: parameters 0, 1, 2 are the background c0 + c1·z + c2·z², then four per
 * transition: amplitude, Tm, ln w, ln ν. Column p of the working memory is the model's derivative by parameter p;
 * one more column, the last, is the residual. So the columns come in fours, and one table of their products holds
 * the normal matrix, the gradient (its last row) and the residual sum of squares (its last element).
 */
export const BACKGROUND = 3;
export const PER_TRANSITION = 4;
export const parameterCount = (transitions: number): number => BACKGROUND + PER_TRANSITION * transitions;

/** Row length of the table of products. */
export const ROW = PER_TRANSITION * (MOST_TRANSITIONS + 1);

/** The table of products, working memory of the one fit that runs at a time. */
export const products = new Float64Array(ROW * ROW);

/** Widths w beyond which a transition is over. */
const FLAT = 40;

/** Writes the columns of transition `k` and takes its value from the residual. */
function transitionColumns(window: FitWindow, parameters: Float64Array, k: number, residual: number): void {
  const first = BACKGROUND + PER_TRANSITION * k;
  const amplitude = at(parameters, first);
  const tm = at(parameters, first + 1);
  const perWidth = exp(-at(parameters, first + 2));
  const logSkew = at(parameters, first + 3);
  if (logSkew < FIT.leastLogSkew) {
    sharpColumns(window, parameters, { first, residual });
    return;
  }
  const perSkew = exp(-logSkew);
  const { length, temperature } = window;
  const table = columns;
  const series = softSeries;
  let amplitudeColumn = first * COLUMN;
  let tmColumn = amplitudeColumn + COLUMN;
  let widthColumn = tmColumn + COLUMN;
  let skewColumn = widthColumn + COLUMN;
  let residualColumn = residual;
  for (let i = 0; i < length; i++) {
    const u = (at(temperature, i) - tm) * perWidth;
    // ln(1 + ν·e^u), by its distance from the bend, which is the same on both sides.
    const v = u + logSkew;
    const a = Math.abs(v);
    let soft = 0;
    let part = 0;
    if (a < SOFT_END) {
      const node = (a * SOFT_STEPS + 0.5) | 0;
      const q = node * SOFT_TERMS;
      const r = node * SOFT_STEP - a;
      const c2 = at(series, q + 2);
      const c3 = at(series, q + 3);
      const c4 = at(series, q + 4);
      const c5 = at(series, q + 5);
      const c1 = at(series, q + 1);
      const rr = r * r;
      soft = at(series, q) + r * c1 + rr * (c2 + r * c3 + rr * (c4 + r * c5));
      part = c1 + 2 * r * c2 + rr * (3 * c3 + r * (4 * c4) + rr * (5 * c5));
    }
    if (v > 0) {
      soft += v < FLAT ? v : FLAT;
      part = 1 - part;
    }
    const l = soft * perSkew;
    const unit = expWithin(-l);
    const ratio = part * perSkew;
    const value = amplitude * unit;
    const fall = value * ratio;
    table[amplitudeColumn++] = unit;
    table[tmColumn++] = fall * perWidth;
    table[widthColumn++] = fall * u;
    table[skewColumn++] = value * (l - ratio);
    table[residualColumn] = at(table, residualColumn) - value;
    residualColumn++;
  }
}

/**
 * Writes the columns of the model of `transitions` transitions, and the residual, into working memory.
 *
 * @returns the number of the residual's column
 */
export function residualsEvaluate(window: FitWindow, parameters: Float64Array, transitions: number): number {
  const { length, fluorescence } = window;
  const residual = parameterCount(transitions);
  const c0 = at(parameters, 0);
  const c1 = at(parameters, 1);
  const c2 = at(parameters, 2);
  for (let i = 0; i < length; i++) {
    const z = at(columns, COLUMN + i);
    columns[residual * COLUMN + i] = at(fluorescence, i) - c0 - z * (c1 + z * c2);
  }
  for (let k = 0; k < transitions; k++) transitionColumns(window, parameters, k, residual * COLUMN);
  return residual;
}

/** Products of columns `a` and `a` + 1 with columns `b` to `b` + 3. */
function productsOfEight(length: number, a: number, b: number): void {
  let p0 = 0;
  let p1 = 0;
  let p2 = 0;
  let p3 = 0;
  let r0 = 0;
  let r1 = 0;
  let r2 = 0;
  let r3 = 0;
  const table = columns;
  const q = a * COLUMN;
  const q0 = b * COLUMN;
  for (let i = 0; i < length; i++) {
    const first = at(table, q + i);
    const second = at(table, q + COLUMN + i);
    const c0 = at(table, q0 + i);
    const c1 = at(table, q0 + COLUMN + i);
    const c2 = at(table, q0 + 2 * COLUMN + i);
    const c3 = at(table, q0 + 3 * COLUMN + i);
    p0 += first * c0;
    p1 += first * c1;
    p2 += first * c2;
    p3 += first * c3;
    r0 += second * c0;
    r1 += second * c1;
    r2 += second * c2;
    r3 += second * c3;
  }
  const row = a * ROW + b;
  products[row] = p0;
  products[row + 1] = p1;
  products[row + 2] = p2;
  products[row + 3] = p3;
  products[row + ROW] = r0;
  products[row + ROW + 1] = r1;
  products[row + ROW + 2] = r2;
  products[row + ROW + 3] = r3;
}

/** Products of columns 0 to 3 with each other: those of the background are known, one column is left. */
function productsOfFirst(length: number): void {
  for (let row = 0; row < BACKGROUND; row++) {
    for (let i = 0; i <= row; i++) products[row * ROW + i] = at(backgroundSums, row + i);
  }
  let p0 = 0;
  let p1 = 0;
  let p2 = 0;
  let p3 = 0;
  const table = columns;
  for (let i = 0; i < length; i++) {
    const value = at(table, BACKGROUND * COLUMN + i);
    p0 += value;
    p1 += value * at(table, COLUMN + i);
    p2 += value * at(table, 2 * COLUMN + i);
    p3 += value * value;
  }
  const row = BACKGROUND * ROW;
  products[row] = p0;
  products[row + 1] = p1;
  products[row + 2] = p2;
  products[row + 3] = p3;
}

/** Products of columns `a` to `a` + 3 with each other: the lower triangle. */
function productsOfFour(length: number, a: number): void {
  let p00 = 0;
  let p10 = 0;
  let p11 = 0;
  let p20 = 0;
  let p21 = 0;
  let p22 = 0;
  let p30 = 0;
  let p31 = 0;
  let p32 = 0;
  let p33 = 0;
  const table = columns;
  const q = a * COLUMN;
  for (let i = 0; i < length; i++) {
    const c0 = at(table, q + i);
    const c1 = at(table, q + COLUMN + i);
    const c2 = at(table, q + 2 * COLUMN + i);
    const c3 = at(table, q + 3 * COLUMN + i);
    p00 += c0 * c0;
    p10 += c1 * c0;
    p11 += c1 * c1;
    p20 += c2 * c0;
    p21 += c2 * c1;
    p22 += c2 * c2;
    p30 += c3 * c0;
    p31 += c3 * c1;
    p32 += c3 * c2;
    p33 += c3 * c3;
  }
  let row = a * ROW + a;
  products[row] = p00;
  row += ROW;
  products[row] = p10;
  products[row + 1] = p11;
  row += ROW;
  products[row] = p20;
  products[row + 1] = p21;
  products[row + 2] = p22;
  row += ROW;
  products[row] = p30;
  products[row + 1] = p31;
  products[row + 2] = p32;
  products[row + 3] = p33;
}

/**
 * Evaluates the model of `transitions` transitions and fills the lower triangle of the table of products.
 *
 * @returns the residual sum of squares, RFU²
 */
export function normalEquations(window: FitWindow, parameters: Float64Array, transitions: number): number {
  const { length } = window;
  const residual = residualsEvaluate(window, parameters, transitions);
  productsOfFirst(length);
  for (let a = PER_TRANSITION; a < residual; a += PER_TRANSITION) {
    for (let b = 0; b < a; b += PER_TRANSITION) {
      productsOfEight(length, a, b);
      productsOfEight(length, a + 2, b);
    }
    productsOfFour(length, a);
  }
  return at(products, residual * ROW + residual);
}
