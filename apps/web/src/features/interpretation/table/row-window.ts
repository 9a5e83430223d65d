/** A shorter table is rendered whole. */
const WHOLE = 60;
/** Rows rendered above and below those in sight. */
const AROUND = 10;

/** What is in sight of a frame: its first row, and how many it has room for. */
export interface RowsInSight {
  readonly first: number;
  readonly rows: number;
}

export interface RowWindow {
  /** The first rendered row, and the one after the last. */
  readonly from: number;
  readonly to: number;
}

/** The rendered rows of a table with `count` rows. */
export function rowWindow({ first, rows }: RowsInSight, count: number): RowWindow {
  if (count < WHOLE) return { from: 0, to: count };
  const from = Math.max(0, Math.min(first, count) - AROUND);
  return { from, to: Math.min(count, first + rows + AROUND) };
}

/** The row that Tab reaches: the current one, or the rendered one nearest to it if scrolling took it out of sight. */
export const tabStopIn = ({ from, to }: RowWindow, current: number): number =>
  Math.max(from, Math.min(current, to - 1));
