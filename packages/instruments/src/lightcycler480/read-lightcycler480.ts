import type { Position } from '@curvewell/contracts';

import { checkLastLine, parseDelimited } from '../container/delimited.ts';
import { cellPlace, cellText, isEmptyCell, requireNumber } from '../container/workbook.ts';
import type { Row } from '../container/workbook.ts';
import { emptyPart, foundSeries } from '../part.ts';
import type { Part, Series, WellLabel } from '../part.ts';
import { parsePosition } from '../position.ts';
import { ReadError } from '../read-error.ts';
import { FEWEST_READINGS } from '../series-checks.ts';

const RAW_TITLE = /^Raw Data\s.*Experiment - (.*?)(?: \(Run on (.*)\))?\s*$/;
const RESULT_TITLE = /^Experiment: .*Selected Filter: /;

/** Positions of the columns that every raw export has; the filters follow. */
const COLUMNS = ['SamplePos', 'SampleName', 'Prog#', 'Seg#', 'Cycle#', 'Time', 'Temp'] as const;
const WELL = COLUMNS.indexOf('SamplePos');
const NAME = COLUMNS.indexOf('SampleName');
const PROGRAM = COLUMNS.indexOf('Prog#');
const CYCLE = COLUMNS.indexOf('Cycle#');
const TEMPERATURE = COLUMNS.indexOf('Temp');

export function isLightCycler480(text: string): boolean {
  const [line = ''] = text.split(/\r?\n/, 1);
  return RAW_TITLE.test(line) || RESULT_TITLE.test(line);
}

/**
 * Text exports of LightCycler 480 software: raw data, sorted by well and then
 * program, or a table of results, which names the samples only.
 */
export function readLightCycler480(text: string, file: string): Part {
  checkLastLine(text, file);
  const [line = ''] = text.split(/\r?\n/, 1);
  const rows = parseDelimited({ text, delimiter: '\t' }).slice(1);
  const title = RAW_TITLE.exec(line);
  const part = emptyPart({ file, format: 'lightcycler480', container: 'text' });
  if (title === null) return { ...part, ...readResults(rows) };
  return {
    ...part,
    ...readRawData(rows, file),
    software: title[2] ?? null,
    formatVersion: /(\d[\d.]*)$/.exec(title[2] ?? '')?.[1] ?? null,
    instrument: { name: 'LightCycler 480', model: null, serial: null },
    openEnd: 'wells-of-plate',
  };
}

type Content = Pick<Part, 'series' | 'wells' | 'found' | 'ignored'>;

function readResults(rows: readonly Row[]): Content {
  const headings = rows[0]?.cells.map(cellText) ?? [];
  const [well, name] = [headings.indexOf('Pos'), headings.indexOf('Name')];
  const wells = rows.slice(1).flatMap(({ cells }): WellLabel[] => {
    const position = parsePosition(cellText(cells[well]));
    return position === null ? [] : [{ position, name: cellText(cells[name]) || null, sampleType: null }];
  });
  const found = {
    name: 'results',
    content: 'well names',
    dye: null,
    wellCount: wells.length,
    pointCount: 0,
  };
  return { series: [], wells, found: [found], ignored: [] };
}

interface Readings {
  readonly position: Position;
  readonly program: number;
  cycled: boolean;
  readonly temperature: number[];
  /** One list a filter. */
  readonly values: number[][];
}

function readRawData(rows: readonly Row[], file: string): Content {
  const [header, ...data] = rows;
  const filters = readFilters(header, file);
  const readings = new Map<string, Readings>();
  const names = new Map<Position, string>();
  for (const row of data) addReading(row, { readings, names, filters, file });

  checkEvenPrograms([...readings.values()], { wellCount: names.size, file });

  const programs = [...Map.groupBy(readings.values(), ({ program }) => program)];
  const isMelt = (ofProgram: readonly Readings[]) =>
    ofProgram.every(({ cycled }) => !cycled) &&
    ofProgram.some(({ temperature }) => temperature.length >= FEWEST_READINGS);
  const melts = programs.filter(([, ofProgram]) => isMelt(ofProgram));
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
      .filter(([, ofProgram]) => !isMelt(ofProgram))
      .map(([program]) => ({
        file,
        part: `program ${program}`,
        reason: 'it is no melting or annealing program',
      })),
  };
}

function readFilters(header: Row | undefined, file: string): string[] {
  const headings = header?.cells.map(cellText) ?? [];
  const odd = COLUMNS.findIndex((name, column) => headings[column] !== name);
  const filters = headings.slice(COLUMNS.length).filter((name) => name !== '');
  if (odd === -1 && filters.length > 0) return filters;
  throw new ReadError({
    code: 'unexpected-content',
    place: { file, row: header?.number ?? 2 },
    problem: 'the headings are not those of a LightCycler 480 export',
    found: headings.join(' '),
    expected: `${COLUMNS.join(' ')} and a filter such as 483-533`,
  });
}

/** The camera takes all wells at once: each has been through every program, reading for reading. */
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
          : `well ${odd.position} has another number of readings than well ${ofProgram[0]?.position ?? ''}: the file was cut short`,
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
      expected: 'a well such as A1 and one value a heading',
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
