import { at, indexAt } from '../at.ts';
import { MOST_TRANSITIONS } from './fit-window.ts';
import { BACKGROUND, parameterCount, PER_TRANSITION, products, ROW } from './normal-equations.ts';

/** Parameters that the model is linear in: the background and the amplitudes. */
const linear = Int32Array.from({ length: BACKGROUND + MOST_TRANSITIONS }, (_, i) =>
  i < BACKGROUND ? i : BACKGROUND + PER_TRANSITION * (i - BACKGROUND),
);
const linearFactor = new Float64Array(linear.length * linear.length);
const linearStep = new Float64Array(linear.length);

/** Solves the equations of the linear parameters alone, as below; false when they have no solution. */
function linearSolve(count: number, gradient: number): boolean {
  const width = linear.length;
  for (let i = 0; i < count; i++) {
    const row = indexAt(linear, i) * ROW;
    for (let j = 0; j <= i; j++) {
      let sum = at(products, row + indexAt(linear, j));
      for (let k = 0; k < j; k++) sum -= at(linearFactor, i * width + k) * at(linearFactor, j * width + k);
      if (i !== j) linearFactor[i * width + j] = sum * at(linearFactor, j * width + j);
      else if (sum > 0) linearFactor[i * width + i] = 1 / Math.sqrt(sum);
      else return false;
    }
    let sum = at(products, gradient + indexAt(linear, i));
    for (let k = 0; k < i; k++) sum -= at(linearFactor, i * width + k) * at(linearStep, k);
    linearStep[i] = sum * at(linearFactor, i * width + i);
  }
  for (let i = count - 1; i >= 0; i--) {
    let sum = at(linearStep, i);
    for (let k = i + 1; k < count; k++) sum -= at(linearFactor, k * width + i) * at(linearStep, k);
    linearStep[i] = sum * at(linearFactor, i * width + i);
  }
  return true;
}

/** Amplitudes that a linear step may lead to, as parts of what they were. */
const LEAST_GROWTH = 0.1;
const MOST_GROWTH = 10;

/**
 * Moves the parameters that the model is linear in to their best values for the present shape, and the table of
 * products with them: no reading is looked at again. What is left to iterate is Tm and shape.
 *
 * @returns by how much the cost falls
 * @see G. H. Golub, V. Pereyra, SIAM J. Numer. Anal. 10 (1973) 413, doi:10.1137/0710036
 */
export function linearImprove(parameters: Float64Array, transitions: number): number {
  const parametersInAll = parameterCount(transitions);
  const gradient = parametersInAll * ROW;
  const count = BACKGROUND + transitions;
  if (!linearSolve(count, gradient)) return 0;
  for (let i = BACKGROUND; i < count; i++) {
    const growth = 1 + at(linearStep, i) / at(parameters, indexAt(linear, i));
    if (!(growth > LEAST_GROWTH && growth < MOST_GROWTH)) return 0;
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
  for (let i = 0; i < BACKGROUND; i++) parameters[i] = at(parameters, i) + at(linearStep, i);
  for (let k = 0; k < transitions; k++) {
    const q = BACKGROUND + PER_TRANSITION * k;
    const growth = 1 + at(linearStep, BACKGROUND + k) / at(parameters, q);
    parameters[q] = at(parameters, q) * growth;
    // The derivatives by Tm and shape are in proportion to the amplitude.
    for (let p = q + 1; p < q + PER_TRANSITION; p++) {
      for (let c = 0; c <= p; c++) products[p * ROW + c] = at(products, p * ROW + c) * growth;
      for (let r = p; r <= parametersInAll; r++) products[r * ROW + p] = at(products, r * ROW + p) * growth;
    }
  }
  return gain;
}
