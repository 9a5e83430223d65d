import { withoutFormulas } from '@curvewell/domain';

import type { TableColumn } from './result-rows.ts';

/** The table as shown, one line per row. No text becomes a formula; numbers keep their sign. */
function delimited<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  { delimiter, lineEnd }: { readonly delimiter: '\t' | ';'; readonly lineEnd: string },
): string {
  const quoted = (cell: string): string =>
    cell.includes(delimiter) || /[\n\r"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const lines = [
    columns.map(({ head }) => head),
    ...rows.map((row) =>
      columns.map(({ plainOf, isNumber }) => (isNumber ? plainOf(row) : withoutFormulas(plainOf(row)))),
    ),
  ];
  return lines.map((cells) => cells.map(quoted).join(delimiter)).join(lineEnd);
}

/** For pasting into a spreadsheet. */
export const tableAsTabs = <Row>(rows: readonly Row[], columns: readonly TableColumn<Row>[]): string =>
  delimited(rows, columns, { delimiter: '\t', lineEnd: '\n' });

/** Marks a file as UTF-8 for spreadsheets. */
const BYTE_ORDER_MARK = '\uFEFF';

/** As a CSV file (RFC 4180 with semicolons, UTF-8 with a byte order mark). */
export const tableAsCsv = <Row>(rows: readonly Row[], columns: readonly TableColumn<Row>[]): string =>
  `${BYTE_ORDER_MARK}${delimited(rows, columns, { delimiter: ';', lineEnd: '\r\n' })}\r\n`;
