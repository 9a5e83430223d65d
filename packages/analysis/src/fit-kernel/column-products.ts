import { at } from '../at.ts';
import * as layout from './layout.ts';
import { residualsEvaluate } from './model-columns.ts';

const { BACKGROUND, backgroundSums, COLUMN, columns, parameterCount, PER_TRANSITION, products, ROW } = layout;

/*
 * Sums of products over every second reading, from reading `from` to before `end`. Even and odd readings are
 * summed separately and a single last reading is added at the end; released results depend on this order. The
 * number of sums at a time fits into the processor's registers, and each reading is loaded once for all of
 * them.
 */

/** Adds the products of columns 0 to 3 with column 3; column 0 is 1. */
function firstAdd(from: number, end: number): void {
  let p0 = 0;
  let p1 = 0;
  let p2 = 0;
  let p3 = 0;
  for (let i = from; i < end; i += 2) {
    const value = at(columns, BACKGROUND * COLUMN + i);
    p0 += value;
    p1 += value * at(columns, COLUMN + i);
    p2 += value * at(columns, 2 * COLUMN + i);
    p3 += value * value;
  }
  const row = BACKGROUND * ROW;
  products[row] = at(products, row) + p0;
  products[row + 1] = at(products, row + 1) + p1;
  products[row + 2] = at(products, row + 2) + p2;
  products[row + 3] = at(products, row + 3) + p3;
}

/** Adds the products of columns `a` to `a` + 3 with columns `b` and `b` + 1. */
function pairAdd(from: number, end: number, a: number, b: number): void {
  let p00 = 0;
  let p01 = 0;
  let p10 = 0;
  let p11 = 0;
  let p20 = 0;
  let p21 = 0;
  let p30 = 0;
  let p31 = 0;
  const q0 = b * COLUMN;
  const q1 = q0 + COLUMN;
  const s0 = a * COLUMN;
  const s1 = s0 + COLUMN;
  const s2 = s1 + COLUMN;
  const s3 = s2 + COLUMN;
  for (let i = from; i < end; i += 2) {
    const c0 = at(columns, (q0 + i) | 0);
    const c1 = at(columns, (q1 + i) | 0);
    const r0 = at(columns, (s0 + i) | 0);
    p00 += r0 * c0;
    p01 += r0 * c1;
    const r1 = at(columns, (s1 + i) | 0);
    p10 += r1 * c0;
    p11 += r1 * c1;
    const r2 = at(columns, (s2 + i) | 0);
    p20 += r2 * c0;
    p21 += r2 * c1;
    const r3 = at(columns, (s3 + i) | 0);
    p30 += r3 * c0;
    p31 += r3 * c1;
  }
  const row = a * ROW + b;
  products[row] = at(products, row) + p00;
  products[row + 1] = at(products, row + 1) + p01;
  products[row + ROW] = at(products, row + ROW) + p10;
  products[row + ROW + 1] = at(products, row + ROW + 1) + p11;
  products[row + 2 * ROW] = at(products, row + 2 * ROW) + p20;
  products[row + 2 * ROW + 1] = at(products, row + 2 * ROW + 1) + p21;
  products[row + 3 * ROW] = at(products, row + 3 * ROW) + p30;
  products[row + 3 * ROW + 1] = at(products, row + 3 * ROW + 1) + p31;
}

/** Adds the products among columns `a` and `a` + 1. */
function cornerAdd(from: number, end: number, a: number): void {
  let p00 = 0;
  let p10 = 0;
  let p11 = 0;
  const q0 = a * COLUMN;
  const q1 = q0 + COLUMN;
  for (let i = from; i < end; i += 2) {
    const c0 = at(columns, (q0 + i) | 0);
    const c1 = at(columns, (q1 + i) | 0);
    p00 += c0 * c0;
    p10 += c1 * c0;
    p11 += c1 * c1;
  }
  const row = a * ROW + a;
  products[row] = at(products, row) + p00;
  products[row + ROW] = at(products, row + ROW) + p10;
  products[row + ROW + 1] = at(products, row + ROW + 1) + p11;
}

/** Adds the products of all columns up to the residual, except those within the background. */
function productsAdd(from: number, end: number, residual: number): void {
  firstAdd(from, end);
  for (let a = PER_TRANSITION; a < residual; a += PER_TRANSITION) {
    for (let b = 0; b <= a; b += 2) pairAdd(from, end, a, b);
    cornerAdd(from, end, a + 2);
  }
}

/**
 * Evaluates the model with `transitions` transitions and fills the lower triangle of the table of products.
 *
 * @returns the residual sum of squares, RFU²
 */
export function normalEquations(length: number, model: Float64Array, transitions: number): number {
  const residual = parameterCount(transitions);
  residualsEvaluate(length, model, transitions);
  products.fill(0, 0, (residual + 1) * ROW);
  for (let row = 0; row < BACKGROUND; row++) {
    for (let i = 0; i <= row; i++) products[row * ROW + i] = at(backgroundSums, row + i);
  }
  const paired = length - (length & 1);
  productsAdd(0, paired, residual);
  productsAdd(1, paired, residual);
  if (paired < length) productsAdd(paired, length, residual);
  return at(products, residual * ROW + residual);
}
