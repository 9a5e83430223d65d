import { at, indexAt } from '../at.ts';
import * as layout from './layout.ts';

const { BACKGROUND, parameterCount, PER_TRANSITION, products, ROW, LINEAR, linearFactor, linearStep } =
  layout;

/** The index among all parameters of the i-th linear one. */
const linear = Int32Array.from({ length: LINEAR }, (_, i) =>
  i < BACKGROUND ? i : BACKGROUND + PER_TRANSITION * (i - BACKGROUND),
);

/** Solves the equations of the linear parameters alone; false when they are singular. */
function linearSolve(count: number, gradient: number): boolean {
  for (let i = 0; i < count; i++) {
    const row = indexAt(linear, i) * ROW;
    const rowI = i * LINEAR;
    let sum = at(products, gradient + indexAt(linear, i));
    let pivot = at(products, row + indexAt(linear, i));
    for (let j = 0; j < i; j++) {
      const rowJ = j * LINEAR;
      let element = at(products, row + indexAt(linear, j));
      for (let k = 0; k < j; k++) element -= at(linearFactor, rowI + k) * at(linearFactor, rowJ + k);
      element *= at(linearFactor, rowJ + j);
      linearFactor[rowI + j] = element;
      pivot -= element * element;
      sum -= element * at(linearStep, j);
    }
    if (!(pivot > 0)) return false;
    const inverse = 1 / Math.sqrt(pivot);
    linearFactor[rowI + i] = inverse;
    linearStep[i] = sum * inverse;
  }
  for (let i = count - 1; i >= 0; i--) {
    let sum = at(linearStep, i);
    for (let k = i + 1; k < count; k++) sum -= at(linearFactor, k * LINEAR + i) * at(linearStep, k);
    linearStep[i] = sum * at(linearFactor, i * LINEAR + i);
  }
  return true;
}

/** Limits of an amplitude's change in a linear step, as factors. */
const MIN_GROWTH = 0.1;
const MAX_GROWTH = 10;

/**
 * Sets the linear parameters to their best values for the present shape, and updates the table of products
 * without evaluating readings. Only Tm and shape need iterations.
 *
 * @returns the decrease of the cost
 * @see G. H. Golub, V. Pereyra, SIAM J. Numer. Anal. 10 (1973) 413, doi:10.1137/0710036
 */
export function linearImprove(model: Float64Array, transitions: number): number {
  const parametersInAll = parameterCount(transitions);
  const gradient = parametersInAll * ROW;
  const count = BACKGROUND + transitions;
  if (!linearSolve(count, gradient)) return 0;
  for (let i = BACKGROUND; i < count; i++) {
    const growth = 1 + at(linearStep, i) / at(model, indexAt(linear, i));
    if (!(growth > MIN_GROWTH && growth < MAX_GROWTH)) return 0;
  }
  let gain = 0;
  for (let i = 0; i < count; i++) gain += at(linearStep, i) * at(products, gradient + indexAt(linear, i));
  for (let p = 0; p < parametersInAll; p++) {
    let change = 0;
    for (let i = 0; i < count; i++) {
      const q = indexAt(linear, i);
      change += at(linearStep, i) * at(products, p > q ? p * ROW + q : q * ROW + p);
    }
    products[gradient + p] = at(products, gradient + p) - change;
  }
  for (let i = 0; i < BACKGROUND; i++) model[i] = at(model, i) + at(linearStep, i);
  for (let k = 0; k < transitions; k++) {
    const q = BACKGROUND + PER_TRANSITION * k;
    const growth = 1 + at(linearStep, BACKGROUND + k) / at(model, q);
    model[q] = at(model, q) * growth;
    // The derivatives by Tm and shape are proportional to the amplitude.
    for (let p = q + 1; p < q + PER_TRANSITION; p++) {
      for (let c = 0; c <= p; c++) products[p * ROW + c] = at(products, p * ROW + c) * growth;
      for (let r = p; r <= parametersInAll; r++) products[r * ROW + p] = at(products, r * ROW + p) * growth;
    }
  }
  return gain;
}
