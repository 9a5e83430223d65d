/** A pasted list: one name a line. */
export const nameRows = (pasted: string): string[] =>
  pasted
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The rows without one; the last stays. */
export const withoutRow = (rows: readonly string[], row: number): readonly string[] =>
  rows.length === 1 ? rows : rows.toSpliced(row, 1);
