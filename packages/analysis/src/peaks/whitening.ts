import { at } from '../at.ts';

/*
 * What a column explains is taken out of all that come after it at once: those sums wait for none of each other, as
 * they would row by row, and each has the same order.
 */

/** The lower triangle L of LLᵀ of a positive definite matrix, row by row, in its place. */
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

/** L⁻¹ of a column: its entries are then known equally well and independent of each other. */
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

/** Takes out of a column, in its place, what others of length 1 at right angles to each other explain. */
function explainedRemove(column: Float64Array, basis: readonly Float64Array[]): void {
  for (const one of basis) {
    const part = innerProduct(column, one);
    for (let i = 0; i < column.length; i++) column[i] = at(column, i) - part * at(one, i);
  }
}

/** What columns leave of another. */
export function without(column: Float64Array, basis: readonly Float64Array[]): Float64Array {
  const left = column.slice();
  // Twice: once leaves rounding errors of nearly equal columns.
  explainedRemove(left, basis);
  explainedRemove(left, basis);
  return left;
}

/** Columns of length 1 at right angles to each other that explain the same as some columns. */
export function basisOf(columns: readonly Float64Array[]): Float64Array[] {
  const basis: Float64Array[] = [];
  for (const column of columns) {
    const left = without(column, basis);
    const size = Math.sqrt(innerProduct(left, left));
    if (size > 0) basis.push(left.map((value) => value / size));
  }
  return basis;
}
