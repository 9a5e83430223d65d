import { ROW } from '../fit-kernel/layout.ts';

/** Rows of figures that the fits of one cluster need, lent again for the next cluster: nothing is collected. */
const rows: Float64Array[] = [];
let lent = 0;

/** A row of zeros, valid until the next `fitMemoryReset`. */
export function fitMemoryRow(): Float64Array {
  const known = rows[lent++];
  if (known !== undefined) return known.fill(0);
  const made = new Float64Array(ROW);
  rows.push(made);
  return made;
}

/** Takes all rows back. No fit may be used after it. */
export function fitMemoryReset(): void {
  lent = 0;
}
