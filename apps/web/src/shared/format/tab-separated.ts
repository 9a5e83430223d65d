import { withFormula, withoutFormula } from '@curvewell/domain';

/**
 * A block of cells as text that spreadsheets take: cells with tabs, line breaks or quotes are in quotes,
 * and what would be taken for a formula gets an apostrophe, which says that it is text.
 */
export function toTabSeparated(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map((cell) => quoted(withoutFormula(cell))).join('\t')).join('\n');
}

const quoted = (cell: string): string => (/[\t\n\r"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** The cells of a block that a spreadsheet has copied; an empty last line is none. */
export function fromTabSeparated(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  // A cell in quotes (doubled inside), or one up to the next tab or line break; then what ends it.
  const cells = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/gy;
  for (let match = cells.exec(text); match !== null; match = cells.exec(text)) {
    const [, inQuotes, plain = '', end] = match;
    rows.at(-1)?.push(withFormula(inQuotes?.replaceAll('""', '"') ?? plain));
    if (end === '' || end === undefined) break;
    if (end !== '\t') rows.push([]);
  }
  const isEmpty = (row: readonly string[] | undefined) => row?.every((cell) => cell === '') === true;
  if (rows.length > 1 && isEmpty(rows.at(-1))) rows.pop();
  return rows;
}
