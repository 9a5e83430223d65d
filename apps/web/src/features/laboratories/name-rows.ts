/** The names in a pasted list, one per line. */
export const nameRows = (pasted: string): string[] =>
  pasted
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Removes a row unless it is the last one. */
export const withoutRow = (rows: readonly string[], row: number): readonly string[] =>
  rows.length === 1 ? rows : rows.toSpliced(row, 1);
