import type { Position } from '@curvewell/domain';

import {
  cellPlace,
  cellText,
  isEmptyCell,
  isMissing,
  parseNumber,
  requireNumber,
} from '../container/workbook.ts';
import type { Row } from '../container/workbook.ts';
import type { Quantity } from '../import-report.ts';
import type { Series } from '../part.ts';
import { parsePosition } from './position.ts';
import { ReadError } from '../read-error.ts';
import type { Place } from '../read-error.ts';

/** A table with one row for each reading and one column for each well, in Bio-Rad's layout. */
interface CurveTable {
  readonly rows: readonly Row[];
  readonly place: Place;
  readonly dye: string;
  readonly quantity: Quantity;
}

interface CurveTableContent {
  readonly series: readonly Series[];
  /** Wells with an empty column: they lack this dye. */
  readonly emptyWells: readonly Position[];
}

/**
 * The first header, which names the axis: `Temperature` of a melting curve or `Cycle` of an amplification,
 * followed by a well. The vendor writes an empty column before it, which some users remove.
 */
export function curveTableAxis(header: Row | undefined): 'temperature' | 'cycle' | null {
  const start = axisColumn(header);
  const axis = cellText(header?.cells[start]).toLowerCase();
  if (axis !== 'temperature' && axis !== 'cycle') return null;
  return parsePosition(cellText(header?.cells[start + 1])) === null ? null : axis;
}

function axisColumn(header: Row | undefined): number {
  return isEmptyCell(header?.cells[0]) ? 1 : 0;
}

/** The curves of a table with a header row. Every well must have every reading. */
export function readCurveTable({ rows, place, dye, quantity }: CurveTable): CurveTableContent {
  const header = rows[0];
  if (header === undefined) return { series: [], emptyWells: [] };
  const start = axisColumn(header);
  const wells = readWells(header, { start, place });
  const readings = rows.slice(1).filter(({ cells }) => !cells.every(isEmptyCell));
  if (readings.length === 0) {
    throw new ReadError({
      code: 'unreadable-file',
      place: { ...place, row: header.number + 1 },
      problem: 'the table has headings but no readings: it was cut short',
      expected: 'a temperature and the values of the wells',
    });
  }
  checkGaps(readings, { header, start, place });

  const temperature = Float64Array.from(readings, (row) => {
    checkWidth(row, { last: start + wells.length, place });
    return readNumber(row, start, { what: 'temperature', place });
  });
  const series: Series[] = [];
  const emptyWells: Position[] = [];
  wells.forEach((position, index) => {
    const column = start + 1 + index;
    if (readings.every(({ cells }) => isMissing(cells[column]))) {
      emptyWells.push(position);
      return;
    }
    const what = `${quantity} of well ${position}`;
    const value = new Float64Array(readings.length);
    for (const [reading, row] of readings.entries())
      value[reading] = readNumber(row, column, { what, place });
    series.push({ position, dye, target: null, quantity, temperature, value, place });
  });
  return { series, emptyWells };
}

interface Context {
  readonly place: Place;
}

/** Called a hundred thousand times for a file, so messages are built only on errors. */
function readNumber(row: Row, column: number, { what, place }: Context & { readonly what: string }): number {
  const cell = row.cells[column];
  return parseNumber(cell) ?? requireNumber(cell, what, cellPlace(place, row, column));
}

function readWells(header: Row, { start, place }: Context & { readonly start: number }): Position[] {
  const wells: Position[] = [];
  let end = header.cells.length;
  while (end > start && isEmptyCell(header.cells[end - 1])) end -= 1;
  for (let column = start + 1; column < end; column++) {
    const found = cellText(header.cells[column]);
    const position = parsePosition(found);
    if (position === null || wells.includes(position)) {
      throw new ReadError({
        code: 'unexpected-content',
        place: cellPlace(place, header, column),
        problem: position === null ? 'the heading names no well' : 'the well comes twice',
        found,
        expected: 'a well such as A1',
      });
    }
    wells.push(position);
  }
  return wells;
}

/** Values beyond the wells belong to a well whose header is missing. */
function checkWidth(row: Row, { last, place }: Context & { readonly last: number }): void {
  const beyond = row.cells.findIndex((cell, column) => column > last && !isEmptyCell(cell));
  if (beyond === -1) return;
  throw new ReadError({
    code: 'unexpected-content',
    place: cellPlace(place, row, beyond),
    problem: 'there is a value without a well above it',
    found: cellText(row.cells[beyond]),
  });
}

/** A table has no blank line between its readings. */
function checkGaps(
  readings: readonly Row[],
  { header, start, place }: Context & { readonly header: Row; readonly start: number },
): void {
  readings.forEach((row, index) => {
    const expected = header.number + 1 + index;
    if (row.number === expected) return;
    throw new ReadError({
      code: 'unexpected-content',
      place: cellPlace(place, { number: expected, cells: [] }, start),
      problem: 'a reading is missing: the row is blank',
      expected: 'a temperature and the values of the wells',
    });
  });
}
