import type { PlateType, Position } from '@curvewell/domain';

import { cellPlace, cellText, isMissing, parseNumber, requireNumber } from '../container/workbook.ts';
import type { Row } from '../container/workbook.ts';
import type { Quantity } from '../import-report.ts';
import type { Series } from '../part.ts';
import { positionOfIndex } from '../assemble/position.ts';
import { ReadError } from '../read-error.ts';
import { columnOf, positionIn, textIn } from './labelled-table.ts';
import type { LabelledTable } from './labelled-table.ts';

interface Readings {
  readonly position: Position;
  readonly target: string | null;
  readonly temperature: number[];
  readonly value: number[];
}

/** The long table of QuantStudio software: one row for each well, target and reading. */
export function readMeltCurveRaw(table: LabelledTable, plateType: PlateType | null): Series[] {
  const quantity: Quantity = columnOf(table, ['fluorescence']) === null ? 'derivative' : 'fluorescence';
  const columns = {
    well: requireColumn(table, ['well']),
    reading: requireColumn(table, ['reading number', 'reading']),
    temperature: requireColumn(table, ['temperature']),
    value: requireColumn(table, [quantity]),
  };
  const hasTargets = columnOf(table, ['target', 'target name']) !== null;
  const byWell = new Map<string, Readings>();
  for (const row of table.rows) {
    const position = requirePosition(table, { row, plateType, wellColumn: columns.well });
    if (isMissing(row.cells[columns.temperature]) && isMissing(row.cells[columns.value])) continue;
    const target = hasTargets ? textIn(table, row, ['target', 'target name']) : null;
    const key = `${position}|${target ?? ''}`;
    const readings = byWell.get(key) ?? { position, target, temperature: [], value: [] };
    byWell.set(key, readings);
    const at = (column: number) => cellPlace(table.place, row, column);
    const reading = requireNumber(row.cells[columns.reading], 'reading number', at(columns.reading));
    if (reading !== readings.value.length + 1) {
      throw new ReadError({
        code: 'unexpected-content',
        place: at(columns.reading),
        problem: `the readings of well ${position} are not one after another`,
        found: String(reading),
        expected: String(readings.value.length + 1),
      });
    }
    readings.temperature.push(
      requireNumber(row.cells[columns.temperature], 'temperature', at(columns.temperature)),
    );
    readings.value.push(requireNumber(row.cells[columns.value], quantity, at(columns.value)));
  }
  return [...byWell.values()].map(({ position, target, temperature, value }) => ({
    position,
    dye: null,
    target,
    quantity,
    temperature: Float64Array.from(temperature),
    value: Float64Array.from(value),
    place: table.place,
  }));
}

function requireColumn(table: LabelledTable, names: readonly string[]): number {
  const column = columnOf(table, names);
  if (column !== null) return column;
  throw new ReadError({
    code: 'unexpected-content',
    place: table.place,
    problem: 'a column is missing',
    found: [...table.columns.keys()].filter((name) => name !== '').join(', '),
    expected: `a column “${names.join('” or “')}”`,
  });
}

interface WellOfRow {
  readonly row: Row;
  readonly plateType: PlateType | null;
  readonly wellColumn: number;
}

/** A row has its well as a number and as a position; both must agree. */
function requirePosition(table: LabelledTable, { row, plateType, wellColumn }: WellOfRow): Position {
  const position = positionIn(table, row);
  const index = parseNumber(row.cells[wellColumn]);
  const counted = index === null || plateType === null ? position : positionOfIndex(index, plateType);
  if (position !== null && counted === position) return position;
  throw new ReadError({
    code: 'unexpected-content',
    place: cellPlace(table.place, row, wellColumn),
    problem: position === null ? 'the row names no well' : `the well’s number does not belong to ${position}`,
    found: cellText(row.cells[wellColumn]),
    expected: 'the number and the position of one well',
  });
}
