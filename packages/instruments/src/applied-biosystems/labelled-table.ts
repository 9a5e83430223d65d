import { cellText, isEmptyCell } from '../container/workbook.ts';
import type { Row } from '../container/workbook.ts';
import { parsePosition } from '../assemble/position.ts';
import type { Place } from '../read-error.ts';

/** A sheet or section of Applied Biosystems software: keys and values, then a table. */
export interface LabelledTable {
  readonly name: string;
  readonly place: Place;
  /** Keys in lower case, because their spelling varies between versions. */
  readonly keys: ReadonlyMap<string, string>;
  /** Columns by header in lower case. */
  readonly columns: ReadonlyMap<string, number>;
  readonly rows: readonly Row[];
}

interface TableSource {
  readonly name: string;
  readonly place: Place;
  readonly rows: readonly Row[];
}

/** Splits a sheet at the row whose first cell is `Well`; null: no such table. */
export function readLabelledTable({ name, place, rows }: TableSource): LabelledTable | null {
  const headerIndex = rows.findIndex(({ cells }) => cellText(cells[0]).toLowerCase() === 'well');
  const header = rows[headerIndex];
  if (header === undefined) return null;
  return {
    name,
    place,
    keys: readKeys(rows.slice(0, headerIndex)),
    columns: columnsOf(header),
    rows: rows.slice(headerIndex + 1),
  };
}

function columnsOf(header: Row): Map<string, number> {
  return new Map(header.cells.map((cell, column) => [cellText(cell).toLowerCase(), column] as const));
}

export function readKeys(rows: readonly Row[]): Map<string, string> {
  return new Map(
    rows
      .filter(({ cells }) => !isEmptyCell(cells[0]))
      .map(({ cells }) => [cellText(cells[0]).toLowerCase(), cellText(cells[1])] as const),
  );
}

/** The first of the given columns that the table has. */
export function columnOf(table: LabelledTable, names: readonly string[]): number | null {
  const name = names.find((one) => table.columns.has(one));
  return name === undefined ? null : (table.columns.get(name) ?? null);
}

/** The text in the first of the given columns; empty if missing or "not applicable". */
export function textIn(table: LabelledTable, row: Row, names: readonly string[]): string {
  const column = columnOf(table, names);
  const text = column === null ? '' : cellText(row.cells[column]);
  return text === 'NA' || text === 'N/A' ? '' : text;
}

/** The well of a row by its position, which some sheets have in the column "Well". */
export function positionIn(table: LabelledTable, row: Row): string | null {
  return parsePosition(textIn(table, row, ['well position', 'well location', 'well']));
}
