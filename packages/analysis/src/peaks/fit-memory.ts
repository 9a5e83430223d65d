import { ROW } from '../fit-kernel/layout.ts';

/** Rows of values for the fits of one cluster, reused for the next, to avoid garbage collection. */
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

/** Releases all rows. Earlier fits must not be used after this. */
export function fitMemoryReset(): void {
  lent = 0;
}
