import { at, itemAt } from '../at.ts';
import * as layout from './layout.ts';
import { residualsEvaluate } from './model-columns.ts';

const { BACKGROUND, backgroundSums, columnViews, parameterCount, PER_TRANSITION, products, ROW } = layout;

/**
 * Writes the products of column `a` with columns `b` to `b` + 3. Even and odd readings are summed apart and a single
 * last reading is added at the end: released results depend on this order.
 */
function productsWrite(length: number, a: number, b: number): void {
  const one = itemAt(columnViews, a);
  const other0 = itemAt(columnViews, b);
  const other1 = itemAt(columnViews, b + 1);
  const other2 = itemAt(columnViews, b + 2);
  const other3 = itemAt(columnViews, b + 3);
  let even0 = 0;
  let even1 = 0;
  let even2 = 0;
  let even3 = 0;
  let odd0 = 0;
  let odd1 = 0;
  let odd2 = 0;
  let odd3 = 0;
  const paired = length - (length & 1);
  for (let i = 0; i < paired; i += 2) {
    const even = at(one, i);
    const odd = at(one, i + 1);
    even0 += even * at(other0, i);
    odd0 += odd * at(other0, i + 1);
    even1 += even * at(other1, i);
    odd1 += odd * at(other1, i + 1);
    even2 += even * at(other2, i);
    odd2 += odd * at(other2, i + 1);
    even3 += even * at(other3, i);
    odd3 += odd * at(other3, i + 1);
  }
  const place = a * ROW + b;
  products[place] = even0 + odd0;
  products[place + 1] = even1 + odd1;
  products[place + 2] = even2 + odd2;
  products[place + 3] = even3 + odd3;
  if (paired === length) return;
  const last = at(one, paired);
  products[place] = at(products, place) + last * at(other0, paired);
  products[place + 1] = at(products, place + 1) + last * at(other1, paired);
  products[place + 2] = at(products, place + 2) + last * at(other2, paired);
  products[place + 3] = at(products, place + 3) + last * at(other3, paired);
}

/**
 * Evaluates the model of `transitions` transitions and fills the lower triangle of the table of products.
 *
 * @returns the residual sum of squares, RFU²
 */
export function normalEquations(length: number, model: Float64Array, transitions: number): number {
  const residual = parameterCount(transitions);
  residualsEvaluate(length, model, transitions);
  for (let row = 0; row < BACKGROUND; row++) {
    for (let i = 0; i <= row; i++) products[row * ROW + i] = at(backgroundSums, row + i);
  }
  for (let a = BACKGROUND; a <= residual; a++)
    for (let b = 0; b <= a; b += PER_TRANSITION) productsWrite(length, a, b);
  return at(products, residual * ROW + residual);
}
