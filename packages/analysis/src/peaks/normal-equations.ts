import { at } from '../at.ts';
import { COLUMN, columns, type FitWindow, MOST_TRANSITIONS } from './fit-window.ts';

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

/** |u| beyond which a transition is flat. */
const FLAT = 30;

/** Writes the columns of transition `k` and takes its value from the residual. */
function transitionColumns(window: FitWindow, parameters: Float64Array, k: number, residual: number): void {
  const first = BACKGROUND + PER_TRANSITION * k;
  const amplitude = at(parameters, first);
  const tm = at(parameters, first + 1);
  const perWidth = Math.exp(-at(parameters, first + 2));
  const skew = Math.exp(at(parameters, first + 3));
  const perSkew = 1 / skew;
  const { length, temperature } = window;
  let amplitudeColumn = first * COLUMN;
  let tmColumn = amplitudeColumn + COLUMN;
  let widthColumn = tmColumn + COLUMN;
  let skewColumn = widthColumn + COLUMN;
  let residualColumn = residual;
  for (let i = 0; i < length; i++) {
    let u = (at(temperature, i) - tm) * perWidth;
    if (u > FLAT) u = FLAT;
    else if (u < -FLAT) u = -FLAT;
    const e = Math.exp(u);
    const s = 1 + skew * e;
    const l = Math.log(s) * perSkew;
    const unit = Math.exp(-l);
    const ratio = e / s;
    const value = amplitude * unit;
    const fall = value * ratio;
    columns[amplitudeColumn++] = unit;
    columns[tmColumn++] = fall * perWidth;
    columns[widthColumn++] = fall * u;
    columns[skewColumn++] = value * (l - ratio);
    columns[residualColumn] = at(columns, residualColumn) - value;
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
function productsOfEight(length: number, a: number, b: number, products: Float64Array): void {
  let [p0, p1, p2, p3, r0, r1, r2, r3] = [0, 0, 0, 0, 0, 0, 0, 0];
  const q = a * COLUMN;
  const q0 = b * COLUMN;
  for (let i = 0; i < length; i++) {
    const first = at(columns, q + i);
    const second = at(columns, q + COLUMN + i);
    const c0 = at(columns, q0 + i);
    const c1 = at(columns, q0 + COLUMN + i);
    const c2 = at(columns, q0 + 2 * COLUMN + i);
    const c3 = at(columns, q0 + 3 * COLUMN + i);
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

/**
 * Evaluates the model of `transitions` transitions and fills the lower triangle of the table of products.
 *
 * @returns the residual sum of squares, RFU²
 */
export function normalEquations(
  window: FitWindow,
  parameters: Float64Array,
  { transitions, products }: { readonly transitions: number; readonly products: Float64Array },
): number {
  const residual = residualsEvaluate(window, parameters, transitions);
  for (let a = 0; a < residual; a += 2) {
    for (let b = 0; b <= a; b += 4) productsOfEight(window.length, a, b, products);
  }
  return at(products, residual * ROW + residual);
}
