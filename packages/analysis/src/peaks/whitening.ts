import { at } from '../at.ts';

/*
 * Each column is eliminated from all later ones at once: these sums are independent of each other, unlike row
 * by row, and each keeps its order.
 */

/** The lower triangle L of LLᵀ of a positive definite matrix, row by row, in place. */
export function choleskyWrite(matrix: Float64Array, n: number): void {
  const column = new Float64Array(n);
  for (let k = 0; k < n; k++) {
    const root = Math.sqrt(at(matrix, k * n + k));
    matrix[k * n + k] = root;
    for (let i = k + 1; i < n; i++) {
      const row = i * n;
      const element = at(matrix, row + k) / root;
      matrix[row + k] = element;
      column[i] = element;
      for (let j = k + 1; j <= i; j++) matrix[row + j] = at(matrix, row + j) - element * at(column, j);
    }
  }
}

/** L⁻¹ of a column, whose entries are then independent with equal variance. */
export function whitened(triangle: Float64Array, column: Float64Array): Float64Array {
  const n = column.length;
  const out = column.slice();
  for (let k = 0; k < n; k++) {
    const known = at(out, k) / at(triangle, k * n + k);
    out[k] = known;
    for (let i = k + 1; i < n; i++) out[i] = at(out, i) - at(triangle, i * n + k) * known;
  }
  return out;
}

export function innerProduct(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += at(a, i) * at(b, i);
  return sum;
}

/** Removes from a column, in place, its projection on an orthonormal basis. */
function explainedRemove(column: Float64Array, basis: readonly Float64Array[]): void {
  for (const one of basis) {
    const part = innerProduct(column, one);
    for (let i = 0; i < column.length; i++) column[i] = at(column, i) - part * at(one, i);
  }
}

/** The part of a column outside the span of others. */
export function without(column: Float64Array, basis: readonly Float64Array[]): Float64Array {
  const left = column.slice();
  // Twice, because once leaves rounding errors for nearly equal columns.
  explainedRemove(left, basis);
  explainedRemove(left, basis);
  return left;
}

/** An orthonormal basis of some columns. */
export function basisOf(columns: readonly Float64Array[]): Float64Array[] {
  const basis: Float64Array[] = [];
  for (const column of columns) {
    const left = without(column, basis);
    const size = Math.sqrt(innerProduct(left, left));
    if (size > 0) basis.push(left.map((value) => value / size));
  }
  return basis;
}
