import { withoutFormulas } from '@curvewell/domain';

import { withNotice } from '../state/run-warning.ts';
import type { TableColumn } from './result-rows.ts';

interface TableFile<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly TableColumn<Row>[];
  /** What a reader of any row must not overlook, as its last cell; null: the run is approved and unchanged. */
  readonly notice: string | null;
}

/** The table as shown, one line per row. No text becomes a formula; numbers keep their sign. */
function delimited<Row>(
  { rows, columns, notice }: TableFile<Row>,
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
  return withNotice(lines, notice)
    .map((cells) => cells.map(quoted).join(delimiter))
    .join(lineEnd);
}

/** For pasting into a spreadsheet. */
export const tableAsTabs = <Row>(table: TableFile<Row>): string =>
  delimited(table, { delimiter: '\t', lineEnd: '\n' });

/** Marks a file as UTF-8 for spreadsheets. */
const BYTE_ORDER_MARK = '\uFEFF';

/** As a CSV file (RFC 4180 with semicolons, UTF-8 with a byte order mark). */
export const tableAsCsv = <Row>(table: TableFile<Row>): string =>
  `${BYTE_ORDER_MARK}${delimited(table, { delimiter: ';', lineEnd: '\r\n' })}\r\n`;
