import type { Position } from '@curvewell/domain';

import type { AmplificationSeries } from '../amplification/amplification-series.ts';
import { cellPlace, cellText, isEmptyCell, requireNumber } from '../container/workbook.ts';
import type { Row } from '../container/workbook.ts';
import { foundSeries } from '../part.ts';
import type { Part, Series } from '../part.ts';
import { parsePosition } from '../assemble/position.ts';
import { ReadError } from '../read-error.ts';
import { MIN_READINGS } from '../assemble/series-checks.ts';

/** The columns of every raw data export; the filters follow. */
const COLUMNS = ['SamplePos', 'SampleName', 'Prog#', 'Seg#', 'Cycle#', 'Time', 'Temp'] as const;
const WELL = COLUMNS.indexOf('SamplePos');
const NAME = COLUMNS.indexOf('SampleName');
const PROGRAM = COLUMNS.indexOf('Prog#');
const CYCLE = COLUMNS.indexOf('Cycle#');
const TEMPERATURE = COLUMNS.indexOf('Temp');

export type Content = Pick<Part, 'series' | 'amplification' | 'wells' | 'found' | 'ignored'>;

interface Readings {
  readonly position: Position;
  readonly program: number;
  cycled: boolean;
  readonly temperature: number[];
  /** One list for each filter. */
  readonly values: number[][];
}

/** The melting and annealing programs of the raw data, and the names of the wells. */
export function readRawData(rows: readonly Row[], file: string): Content {
  const [header, ...data] = rows;
  const filters = readFilters(header, file);
  const readings = new Map<string, Readings>();
  const names = new Map<Position, string>();
  for (const row of data) addReading(row, { readings, names, filters, file });

  checkEvenPrograms([...readings.values()], { wellCount: names.size, file });

  const programs = [...Map.groupBy(readings.values(), ({ program }) => program)];
  const isMelt = (ofProgram: readonly Readings[]) =>
    ofProgram.every(({ cycled }) => !cycled) &&
    ofProgram.some(({ temperature }) => temperature.length >= MIN_READINGS);
  const melts = programs.filter(([, ofProgram]) => isMelt(ofProgram));
  const amplification = readAmplification(programs, { filters, file });
  const series = melts.flatMap(([program, ofProgram]) =>
    ofProgram.flatMap((one) =>
      filters.map((filter, index): Series => ({
        position: one.position,
        dye: filter,
        target: null,
        quantity: 'fluorescence',
        temperature: Float64Array.from(one.temperature),
        value: Float64Array.from(one.values[index] ?? []),
        place: { file, element: `program ${program}` },
      })),
    ),
  );
  return {
    series,
    amplification: { series: amplification?.series ?? [], faults: [] },
    wells: [...names].map(([position, name]) => ({
      position,
      name: name === '' ? null : name,
      sampleType: null,
    })),
    found: filters.map((filter) =>
      foundSeries(
        `filter ${filter}`,
        series.filter(({ dye }) => dye === filter),
      ),
    ),
    ignored: programs
      .filter(([program, ofProgram]) => !isMelt(ofProgram) && program !== amplification?.program)
      .map(([program]) => ({
        file,
        part: `program ${program}`,
        reason: 'it is not a melting or annealing program',
      })),
  };
}

/**
 * The program with the most cycles, read once in each; null: none.
 *
 * Shorter ones, as of a touch-down, come before it.
 */
function readAmplification(
  programs: readonly (readonly [number, readonly Readings[]])[],
  { filters, file }: Pick<Collected, 'filters' | 'file'>,
): { readonly program: number; readonly series: AmplificationSeries[] } | null {
  const lengthOf = (ofProgram: readonly Readings[]) => ofProgram[0]?.temperature.length ?? 0;
  const [longest] = programs
    .filter(([, ofProgram]) => ofProgram.every(({ cycled }) => cycled))
    .sort(([, a], [, b]) => lengthOf(b) - lengthOf(a));
  if (longest === undefined) return null;
  const [program, ofProgram] = longest;
  const cycle = Float64Array.from({ length: lengthOf(ofProgram) }, (_, index) => index + 1);
  const series = ofProgram.flatMap(({ position, values }) =>
    filters.map((filter, index): AmplificationSeries => ({
      position,
      dye: filter,
      target: null,
      cycle,
      value: Float64Array.from(values[index] ?? []),
      cq: null,
      place: { file, element: `program ${program}` },
    })),
  );
  return { program, series };
}

function readFilters(header: Row | undefined, file: string): string[] {
  const headings = header?.cells.map(cellText) ?? [];
  const odd = COLUMNS.findIndex((name, column) => headings[column] !== name);
  const filters = headings.slice(COLUMNS.length).filter((name) => name !== '');
  if (odd === -1 && filters.length > 0) return filters;
  if (!headings.includes('Temp')) {
    throw new ReadError({
      code: 'missing-information',
      place: { file, row: header?.number ?? 2 },
      problem:
        'its readings have no temperatures, and a curve without them cannot be read; export the raw data with time and temperature',
      found: headings.join(' '),
    });
  }
  throw new ReadError({
    code: 'unexpected-content',
    place: { file, row: header?.number ?? 2 },
    problem: 'the headings are not those of a LightCycler 480 export',
    found: headings.join(' '),
    expected: `${COLUMNS.join(' ')} and a filter such as 483-533`,
  });
}

/** The camera reads all wells at once, so each must have every reading of every program. */
function checkEvenPrograms(
  readings: readonly Readings[],
  { wellCount, file }: { readonly wellCount: number; readonly file: string },
): void {
  for (const [program, ofProgram] of Map.groupBy(readings, (one) => one.program)) {
    const length = ofProgram[0]?.temperature.length;
    const odd = ofProgram.find(({ temperature }) => temperature.length !== length);
    if (odd === undefined && ofProgram.length === wellCount) continue;
    throw new ReadError({
      code: 'unreadable-file',
      place: { file, element: `program ${program}` },
      problem:
        odd === undefined
          ? 'some wells have not been through this program: the file was cut short'
          : `well ${odd.position} has a different number of readings from well ${ofProgram[0]?.position ?? ''}: the file was cut short`,
      found: odd === undefined ? `${ofProgram.length} wells` : `${odd.temperature.length} readings`,
      expected: odd === undefined ? `${wellCount} wells` : `${length ?? 0} readings`,
    });
  }
}

interface Collected {
  readonly readings: Map<string, Readings>;
  readonly names: Map<Position, string>;
  readonly filters: readonly string[];
  readonly file: string;
}

function addReading(row: Row, { readings, names, filters, file }: Collected): void {
  const place = { file };
  const number = (column: number, what: string) =>
    requireNumber(row.cells[column], what, cellPlace(place, row, column));
  const position = parsePosition(cellText(row.cells[WELL]));
  const beyond = row.cells.findIndex(
    (cell, column) => column >= COLUMNS.length + filters.length && !isEmptyCell(cell),
  );
  if (position === null || beyond !== -1) {
    throw new ReadError({
      code: 'unexpected-content',
      place: cellPlace(place, row, Math.max(beyond, 0)),
      problem: position === null ? 'the row names no well' : 'there is a value without a heading',
      found: cellText(row.cells[Math.max(beyond, 0)]),
      expected: 'a well such as A1, and one value for each heading',
    });
  }
  const program = number(PROGRAM, 'program');
  const key = `${position}|${program}`;
  const one = readings.get(key) ?? {
    position,
    program,
    cycled: false,
    temperature: [],
    values: filters.map(() => []),
  };
  readings.set(key, one);
  names.set(position, cellText(row.cells[NAME]));
  if (number(CYCLE, 'cycle') !== 1) one.cycled = true;
  one.temperature.push(number(TEMPERATURE, 'temperature'));
  filters.forEach((filter, index) => {
    one.values[index]?.push(number(COLUMNS.length + index, `fluorescence (${filter})`));
  });
}
