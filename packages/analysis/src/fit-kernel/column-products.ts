import { at } from '../at.ts';
import type { Int, Pairwise } from './kernel-memory.ts';
import {
  BACKGROUND,
  backgroundSums,
  COLUMN,
  columns,
  parameterCount,
  PER_TRANSITION,
  products,
  ROW,
} from './layout.ts';
import { residualsEvaluate } from './model-columns.ts';

/** Products of columns `a` and `a` + 1 with columns `b` to `b` + 3. */
function productsOfEight(length: Int, a: Int, b: Int): void {
  let p0 = 0;
  let p1 = 0;
  let p2 = 0;
  let p3 = 0;
  let r0 = 0;
  let r1 = 0;
  let r2 = 0;
  let r3 = 0;
  const q: Int = a * COLUMN;
  const q0: Int = b * COLUMN;
  for (let i: Pairwise = 0; i < length; i++) {
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
  const row: Int = a * ROW + b;
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
function productsOfFirst(length: Int): void {
  for (let row: Int = 0; row < BACKGROUND; row++) {
    for (let i: Int = 0; i <= row; i++) products[row * ROW + i] = at(backgroundSums, row + i);
  }
  let p0 = 0;
  let p1 = 0;
  let p2 = 0;
  let p3 = 0;
  for (let i: Pairwise = 0; i < length; i++) {
    const value = at(columns, BACKGROUND * COLUMN + i);
    p0 += value;
    p1 += value * at(columns, COLUMN + i);
    p2 += value * at(columns, 2 * COLUMN + i);
    p3 += value * value;
  }
  products[BACKGROUND * ROW] = p0;
  products[BACKGROUND * ROW + 1] = p1;
  products[BACKGROUND * ROW + 2] = p2;
  products[BACKGROUND * ROW + 3] = p3;
}

/** Products of columns `a` to `a` + 3 with each other: the lower triangle. */
function productsOfFour(length: Int, a: Int): void {
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
  const q: Int = a * COLUMN;
  for (let i: Pairwise = 0; i < length; i++) {
    const c0 = at(columns, q + i);
    const c1 = at(columns, q + COLUMN + i);
    const c2 = at(columns, q + 2 * COLUMN + i);
    const c3 = at(columns, q + 3 * COLUMN + i);
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
  const row: Int = a * ROW + a;
  products[row] = p00;
  products[row + ROW] = p10;
  products[row + ROW + 1] = p11;
  products[row + 2 * ROW] = p20;
  products[row + 2 * ROW + 1] = p21;
  products[row + 2 * ROW + 2] = p22;
  products[row + 3 * ROW] = p30;
  products[row + 3 * ROW + 1] = p31;
  products[row + 3 * ROW + 2] = p32;
  products[row + 3 * ROW + 3] = p33;
}

/**
 * Evaluates the model of `transitions` transitions and fills the lower triangle of the table of products.
 *
 * @returns the residual sum of squares, RFU²
 */
export function normalEquations(length: Int, model: Float64Array, transitions: Int): number {
  const residual: Int = parameterCount(transitions);
  residualsEvaluate(length, model, transitions);
  productsOfFirst(length);
  for (let a: Int = PER_TRANSITION; a < residual; a += PER_TRANSITION) {
    for (let b: Int = 0; b < a; b += PER_TRANSITION) {
      productsOfEight(length, a, b);
      productsOfEight(length, a + 2, b);
    }
    productsOfFour(length, a);
  }
  return at(products, residual * ROW + residual);
}
