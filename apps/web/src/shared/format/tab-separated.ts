import { withFormula, withoutFormula } from '@curvewell/domain';

/**
 * Cells as text for a spreadsheet. Quotes cells with tabs, line breaks or quotes; prefixes an apostrophe to
 * cells that would be formulas.
 */
export function toTabSeparated(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map((cell) => quoted(withoutFormula(cell))).join('\t')).join('\n');
}

const quoted = (cell: string): string => (/[\t\n\r"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Cells from text copied from a spreadsheet. Ignores an empty last line. */
export function fromTabSeparated(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  // A quoted cell, or text up to the next tab or line break; then the separator.
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
