import { cellPlace, isMissing, requireNumber } from '../container/workbook.ts';
import type { Row } from '../container/workbook.ts';
import type { Quantity } from '../import-report.ts';
import type { Series } from '../part.ts';
import { ReadError } from '../read-error.ts';
import { positionIn, textIn } from './labelled-table.ts';
import type { LabelledTable } from './labelled-table.ts';

interface MeltRegion {
  readonly temperatures: LabelledTable;
  readonly values: LabelledTable;
  readonly quantity: Quantity;
}

/** The wide tables of StepOne software: one row for each well and target, one column for each reading. */
export function readMeltRegion({ temperatures, values, quantity }: MeltRegion): Series[] {
  const valueRows = new Map(values.rows.map((row) => [rowKey(values, row), row]));
  if (valueRows.size !== temperatures.rows.length) {
    throw new ReadError({
      code: 'unreadable-file',
      place: values.place,
      problem: `its wells differ from those of the sheet “${temperatures.name}”`,
      found: `${valueRows.size} rows`,
      expected: `${temperatures.rows.length} rows`,
    });
  }
  return temperatures.rows.map((row): Series => {
    const position = positionIn(temperatures, row);
    const partner = valueRows.get(rowKey(temperatures, row));
    if (position === null || partner === undefined) {
      throw new ReadError({
        code: 'unexpected-content',
        place: cellPlace(temperatures.place, row, 1),
        problem: position === null ? 'the row names no well' : `“${values.name}” has no row for this well`,
        found: textIn(temperatures, row, ['well location']),
        expected: 'a well such as A1',
      });
    }
    const temperature = readReadings(temperatures, { row, what: 'temperature' });
    const value = readReadings(values, { row: partner, what: quantity });
    if (temperature.length !== value.length) {
      throw new ReadError({
        code: 'unreadable-file',
        place: cellPlace(values.place, partner, 1),
        problem: `well ${position} does not have as many values as temperatures`,
        found: String(value.length),
        expected: String(temperature.length),
      });
    }
    const dye = textIn(temperatures, row, ['reporter dye', 'reporter']);
    const target = textIn(temperatures, row, ['target', 'target name']);
    return {
      position,
      dye: dye === '' ? null : dye,
      target,
      quantity,
      temperature,
      value,
      place: values.place,
    };
  });
}

function rowKey(table: LabelledTable, row: Row): string {
  return ['well location', 'target', 'reporter dye'].map((name) => textIn(table, row, [name])).join('|');
}

interface ReadingsOfRow {
  readonly row: Row;
  readonly what: string;
}

/** Readings 1, 2, 3 … up to the last of the well. */
function readReadings(table: LabelledTable, { row, what }: ReadingsOfRow): Float64Array {
  const columns: number[] = [];
  for (let reading = 1; ; reading++) {
    const column = table.columns.get(`reading ${reading}`);
    if (column === undefined) break;
    columns.push(column);
  }
  while (columns.length > 0 && isMissing(row.cells[columns.at(-1) ?? 0])) columns.pop();
  return Float64Array.from(columns, (column) =>
    requireNumber(row.cells[column], what, cellPlace(table.place, row, column)),
  );
}
