import { withoutFormulas } from '@curvewell/domain';
import papaparse from 'papaparse';

/** A cell: text is made safe for spreadsheets, numbers stay numbers. */
export type Cell = string | number | null;

/** A byte order mark: without it spreadsheets take UTF-8 for something else. */
const BOM = '\uFEFF';

/** Whatever separates cells somewhere, and what is cut off the ends of unquoted ones. */
const NEEDS_QUOTES = /[,;\t|"\r\n]|^\s|\s$/;

/** Lines of cells as RFC 4180 text that spreadsheets open. */
export const csvText = (lines: readonly (readonly Cell[])[], delimiter: string): string =>
  BOM + plainCsvText(lines, delimiter);

/** The same for programs, which take a byte order mark for a part of the first head. */
export function plainCsvText(lines: readonly (readonly Cell[])[], delimiter: string): string {
  const quotes = (cell: Cell) => NEEDS_QUOTES.test(String(cell));
  const safeLines = lines.map((cells) => cells.map(safe));
  return `${papaparse.unparse(safeLines, { delimiter, newline: '\r\n', quotes })}\r\n`;
}

const safe = (cell: Cell): Cell => (typeof cell === 'string' ? withoutFormulas(cell) : cell);
