import type { TableColumn } from './result-rows.ts';

/** Average width of a character in the head and in the rows, em of the table; padding of a cell, px. */
const CHARACTER = { head: 0.6, row: 0.62 } as const;
export const PADDING = { beside: 10, wholePlate: 14 } as const;
/** Room for a code or a mark before the text, characters. */
const BEFORE: Readonly<Record<string, number>> = { result: 2, flags: 2.5 };

/** A longer sample name is cut in its middle, so that the flags stay in sight, characters. */
export const MAX_NAME = { beside: 14, wholePlate: 28 } as const;

/** The least width of a column, from all rows, so that it stays while the table scrolls; longer texts than `most` are cut or wrap. */
export function widthOf<Row>(
  { key, head, textOf }: Pick<TableColumn<Row>, 'key' | 'head' | 'textOf'>,
  rows: readonly Row[],
  most = Infinity,
  padding: number = PADDING.wholePlate,
): string {
  const longest = rows.reduce((length, row) => Math.max(length, Math.min(most, textOf(row).length)), 0);
  const characters = Math.max(head.length * CHARACTER.head, (longest + (BEFORE[key] ?? 0)) * CHARACTER.row);
  return `calc(${characters.toFixed(2)}em + ${padding}px)`;
}

/** Room for a name that is cut. */
export const nameWidth = (maxName: number): string => `${maxName * CHARACTER.row}em`;
