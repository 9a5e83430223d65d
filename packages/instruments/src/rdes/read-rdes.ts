import {
  brokenText,
  cyclesFault,
  NO_AMPLIFICATION,
  statedCq,
  type AmplificationSeries,
  type PartAmplification,
} from '../amplification/amplification-series.ts';
import { checkLastLine, parseDelimited } from '../container/delimited.ts';
import { cellPlace, cellText, isMissing, parseNumber, requireNumber } from '../container/workbook.ts';
import type { Row } from '../container/workbook.ts';
import { emptyPart, foundSeries } from '../part.ts';
import type { Part, Series } from '../part.ts';
import { parsePosition } from '../assemble/position.ts';
import { ReadError } from '../read-error.ts';
import { parseSampleType } from '../assemble/sample-type.ts';

const COLUMNS = ['Well', 'Sample', 'Sample Type', 'Target', 'Target Type', 'Dye'] as const;

function headerOf(text: string): string[] {
  return (text.split(/\r?\n/, 1)[0] ?? '').split('\t').map((heading) => heading.trim());
}

export function isRdes(text: string): boolean {
  const headings = headerOf(text);
  return COLUMNS.every((name, column) => headings[column] === name);
}

/**
 * Reads a melting file of the RDES exchange format: one row for each well and target; numeric headers are
 * temperatures.
 */
export function readRdes(text: string, file: string): Part {
  checkLastLine(text, file);
  const part = emptyPart({ file, format: 'rdes', container: 'text' });
  const [header, ...rows] = parseDelimited({ text, delimiter: '\t' });
  const wells = rows.map((row) => ({
    position: requireWell(row, file),
    name: cellText(row.cells[1]) || null,
    sampleType: parseSampleType(cellText(row.cells[2])),
  }));
  if (header?.cells.some((cell) => cellText(cell) === 'Cq') !== false) {
    return { ...part, wells, amplification: readAmplification(rows, { header, file }) };
  }
  const first = firstReading(header, file);
  const temperature = Float64Array.from(header.cells.slice(first), (cell, index) =>
    requireNumber(cell, 'temperature', cellPlace({ file }, header, first + index)),
  );
  const series = rows.map((row): Series => {
    checkWidth(row, { expected: header.cells.length, file });
    return {
      position: requireWell(row, file),
      dye: cellText(row.cells[COLUMNS.indexOf('Dye')]),
      target: cellText(row.cells[COLUMNS.indexOf('Target')]),
      quantity: 'fluorescence',
      temperature,
      value: Float64Array.from(row.cells.slice(first), (cell, index) =>
        requireNumber(cell, 'fluorescence', cellPlace({ file }, row, first + index)),
      ),
      place: { file, row: row.number },
    };
  });
  return {
    ...part,
    formatVersion: '1.0',
    openEnd: 'wells',
    series,
    wells,
    found: [foundSeries('melting curves', series)],
  };
}

/** One row for each well and target: its Cq, then the fluorescence of each cycle. */
function readAmplification(
  rows: readonly Row[],
  { header, file }: { readonly header: Row | undefined; readonly file: string },
): PartAmplification {
  const column = header?.cells.findIndex((cell) => cellText(cell) === 'Cq') ?? -1;
  if (header === undefined || column === -1) return NO_AMPLIFICATION;
  const cycle = Float64Array.from(header.cells.slice(column + 1), (cell) => parseNumber(cell) ?? Number.NaN);
  const broken: string[] = [];
  const series = rows.flatMap((row): AmplificationSeries[] => {
    const position = requireWell(row, file);
    const value = Float64Array.from(row.cells.slice(column + 1), (cell) => parseNumber(cell) ?? Number.NaN);
    const fault = cyclesFault(cycle, value);
    if (fault !== null) {
      broken.push(`well ${position}: ${fault}`);
      return [];
    }
    return [
      {
        position,
        dye: cellText(row.cells[COLUMNS.indexOf('Dye')]),
        target: cellText(row.cells[COLUMNS.indexOf('Target')]),
        cycle,
        value,
        cq: statedCq(cellText(row.cells[column])),
        place: { file, row: row.number },
      },
    ];
  });
  return { series, faults: brokenText(file, broken) };
}

function firstReading(header: Row, file: string): number {
  const first = header.cells.findIndex(
    (cell, column) => column >= COLUMNS.length && parseNumber(cell) !== null,
  );
  if (first !== -1) return first;
  throw new ReadError({
    code: 'no-melt-data',
    place: { file, row: header.number },
    problem: 'recognised as RDES, but no heading is a temperature',
  });
}

function requireWell(row: Row, file: string): string {
  const position = parsePosition(cellText(row.cells[0]));
  if (position !== null) return position;
  throw new ReadError({
    code: 'unexpected-content',
    place: cellPlace({ file }, row, 0),
    problem: 'the row names no well',
    found: cellText(row.cells[0]),
    expected: 'a well such as A1',
  });
}

function checkWidth(
  row: Row,
  { expected, file }: { readonly expected: number; readonly file: string },
): void {
  if (row.cells.length === expected && !isMissing(row.cells.at(-1))) return;
  throw new ReadError({
    code: 'unreadable-file',
    place: { file, row: row.number },
    problem: 'the row does not have as many values as the headings have temperatures',
    found: String(row.cells.length),
    expected: String(expected),
  });
}
