import type { AmplificationSeries } from '../amplification/amplification-series.ts';
import { checkLastLine, parseDelimited } from '../container/delimited.ts';
import { cellPlace, cellText, isEmptyCell, requireNumber } from '../container/workbook.ts';
import type { Cell, Row } from '../container/workbook.ts';
import { emptyPart, foundSeries } from '../part.ts';
import type { Part, Series } from '../part.ts';
import { positionOfIndex } from '../assemble/position.ts';
import { isDyeName } from '../profiles/aliases.ts';
import { ReadError } from '../read-error.ts';
import { amplificationProgram, addReading, isMeltingProgram, whyNotMelting } from './mxpro-programs.ts';
import type { Program, Reading } from './mxpro-programs.ts';

/** The headings of “Text Format 1”. A line with the path of the experiment precedes them. */
const COLUMNS = [
  'Segment',
  'Ramp/Plateau',
  'Ramp/Plateau #',
  'Well',
  'Dye',
  'Cycle #',
  'Fluorescence',
  'Temperature',
] as const;
type Column = (typeof COLUMNS)[number];
const KIND = COLUMNS.indexOf('Ramp/Plateau');
const DYE = COLUMNS.indexOf('Dye');

export function isMxPro(text: string): boolean {
  return text.split(/\r?\n/, 2).some((line) => isHeader(line.split('\t')));
}

const isHeader = (cells: readonly Cell[]): boolean =>
  COLUMNS.every((name, column) => cellText(cells[column]) === name);

/**
 * Reads the instrument data that MxPro, the software of Mx3000P and Mx3005P, exports as “Text Format 1”: a
 * row for each reading of a well and dye. A melting curve is a ramp; plateaus are amplification.
 */
export function readMxPro(text: string, file: string): Part {
  checkLastLine(text, file);
  const programs = programsOf(parseDelimited({ text, delimiter: '\t' }), file);
  checkEvenPrograms(programs, file);
  const melts = programs.filter(isMeltingProgram);
  const amplified = amplificationProgram(programs);
  const found = melts.map((program) => ({ program, series: seriesOf(program, file) }));
  return {
    ...emptyPart({ file, format: 'mxpro', container: 'text' }),
    software: 'MxPro',
    instrument: { name: 'Agilent MxPro', model: null, serial: null },
    plateType: 'RECTANGULAR_96',
    openEnd: 'wells',
    series: found.flatMap(({ series }) => series),
    amplification: { series: amplified === null ? [] : amplificationOf(amplified, file), faults: [] },
    found: found.map(({ program, series }) => foundSeries(program.name, series)),
    ignored: programs
      .filter((program) => !isMeltingProgram(program) && program !== amplified)
      .map((program) => ({ file, part: program.name, reason: whyNotMelting(program) })),
  };
}

function programsOf(rows: readonly Row[], file: string): Program[] {
  const data = rows.slice(rows.findIndex(({ cells }) => isHeader(cells)) + 1);
  const hasPoints = data.some(({ cells }) =>
    cells.some((cell, column) => column !== DYE && cellText(cell).includes('.')),
  );
  const programs = new Map<string, Program>();
  for (const row of data) addReading(programs, readingOf(row, { hasPoints, file }));
  return [...programs.values()];
}

interface Format {
  /** Otherwise decimal commas. */
  readonly hasPoints: boolean;
  readonly file: string;
}

function readingOf(row: Row, { hasPoints, file }: Format): Reading {
  const number = (name: Column) => {
    const column = COLUMNS.indexOf(name);
    const cell = row.cells[column];
    const text = hasPoints || typeof cell !== 'string' ? cell : cell.replace(',', '.');
    return requireNumber(text, name.toLowerCase(), cellPlace({ file }, row, column));
  };
  const beyond = row.cells.findIndex((cell, column) => column >= COLUMNS.length && !isEmptyCell(cell));
  const kind = cellText(row.cells[KIND]);
  if (beyond !== -1 || (kind !== 'R' && kind !== 'P')) {
    throw new ReadError({
      code: 'unexpected-content',
      place: cellPlace({ file }, row, beyond === -1 ? KIND : beyond),
      problem: beyond === -1 ? 'the row belongs to no ramp or plateau' : 'there is a value without a heading',
      found: cellText(row.cells[beyond === -1 ? KIND : beyond]),
      expected: 'R or P, and one value for each heading',
    });
  }
  const well = number('Well');
  const position = positionOfIndex(well, 'RECTANGULAR_96');
  if (position === null) {
    throw new ReadError({
      code: 'unexpected-content',
      place: cellPlace({ file }, row, COLUMNS.indexOf('Well')),
      problem: 'the row names no well of a 96-well plate',
      found: String(well),
      expected: 'a number from 1 to 96',
    });
  }
  return {
    segment: number('Segment'),
    isRamp: kind === 'R',
    step: number('Ramp/Plateau #'),
    position,
    dye: cellText(row.cells[DYE]),
    cycle: number('Cycle #'),
    fluorescence: number('Fluorescence'),
    temperature: number('Temperature'),
  };
}

/** Each scan reads all wells, so each must have every reading of every program. */
function checkEvenPrograms(programs: readonly Program[], file: string): void {
  const wellsOf = ({ curves }: Program) => [...curves.values()].map(({ position }) => position);
  const wells = new Set(programs.flatMap(wellsOf));
  for (const program of programs) {
    const { name, curves } = program;
    const [first] = curves.values();
    const odd = [...curves.values()].find(({ value }) => value.length !== first?.value.length);
    const ofProgram = new Set(wellsOf(program)).size;
    if (odd === undefined && ofProgram === wells.size) continue;
    throw new ReadError({
      code: 'unreadable-file',
      place: { file, element: name },
      problem:
        odd === undefined
          ? 'some wells have not been through this program: the file was cut short'
          : `well ${odd.position} has a different number of readings from well ${first?.position ?? ''}: the file was cut short`,
      found: odd === undefined ? `${ofProgram} wells` : `${odd.value.length} readings`,
      expected: odd === undefined ? `${wells.size} wells` : `${first?.value.length ?? 0} readings`,
    });
  }
}

/** A name of no dye is that of an assay, whose dye the import then asks for. */
function seriesOf({ name, curves }: Program, file: string): Series[] {
  return [...curves.values()].map(({ position, dye, temperature, value }) => ({
    position,
    ...(isDyeName(dye) ? { dye, target: null } : { dye: null, target: dye === '' ? null : dye }),
    quantity: 'fluorescence',
    temperature: Float64Array.from(temperature),
    value: Float64Array.from(value),
    place: { file, element: name },
  }));
}

/** The fluorescence of each cycle, numbered in the order of the file. */
const amplificationOf = (program: Program, file: string): AmplificationSeries[] =>
  seriesOf(program, file).map(({ position, dye, target, value, place }) => ({
    position,
    dye,
    target,
    cycle: value.map((_, index) => index + 1),
    value,
    cq: null,
    place,
  }));
