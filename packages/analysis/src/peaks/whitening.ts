import { at } from '../at.ts';

/** The lower triangle L of LLᵀ of a positive definite matrix, row by row, in its place. */
export function choleskyWrite(matrix: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = at(matrix, i * n + j);
      for (let k = 0; k < j; k++) sum -= at(matrix, i * n + k) * at(matrix, j * n + k);
      matrix[i * n + j] = i === j ? Math.sqrt(sum) : sum / at(matrix, j * n + j);
    }
  }
}

/** L⁻¹ of a column: its entries are then known equally well and independent of each other. */
export function whitened(triangle: Float64Array, column: Float64Array): Float64Array {
  const n = column.length;
  const out = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let sum = at(column, i);
    for (let k = 0; k < i; k++) sum -= at(triangle, i * n + k) * at(out, k);
    out[i] = sum / at(triangle, i * n + i);
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
