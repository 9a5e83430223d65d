import { withoutFormulas } from '@curvewell/domain';
import papaparse from 'papaparse';

/** Text is made safe for spreadsheets; numbers stay numbers. */
export type Cell = string | number | null;

/** Byte order mark: without it spreadsheets do not detect UTF-8. */
const BOM = '\uFEFF';

/**
 * Characters that act as separators somewhere, and leading or trailing whitespace, which some readers trim.
 */
const NEEDS_QUOTES = /[,;\t|"\r\n]|^\s|\s$/;

/** Formats lines of cells as RFC 4180 text for spreadsheets. */
export const csvText = (lines: readonly (readonly Cell[])[], delimiter: string): string =>
  BOM + plainCsvText(lines, delimiter);

/** The same without byte order mark, which programs would read as part of the first header. */
export function plainCsvText(lines: readonly (readonly Cell[])[], delimiter: string): string {
  const quotes = (cell: Cell) => NEEDS_QUOTES.test(String(cell));
  const safeLines = lines.map((cells) => cells.map(safe));
  return `${papaparse.unparse(safeLines, { delimiter, newline: '\r\n', quotes })}\r\n`;
}

const safe = (cell: Cell): Cell => (typeof cell === 'string' ? withoutFormulas(cell) : cell);
