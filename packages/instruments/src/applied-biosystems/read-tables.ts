import type { RunFileContainer, RunFileFormat } from '@curvewell/domain';

import { emptyPart, foundSeries } from '../part.ts';
import type { Part, Series } from '../part.ts';
import { ReadError } from '../read-error.ts';
import { readAmplificationData, readCqs } from './amplification-data.ts';
import { columnOf } from './labelled-table.ts';
import type { LabelledTable } from './labelled-table.ts';
import { readMeltCurveRaw } from './melt-curve-raw.ts';
import { readMeltRegion } from './melt-region.ts';
import { readRunHeader } from './run-header.ts';
import { readSampleTable } from './sample-table.ts';

interface ExportTables {
  readonly file: string;
  readonly format: RunFileFormat;
  readonly container: RunFileContainer;
  readonly keys: ReadonlyMap<string, string>;
  readonly tables: readonly LabelledTable[];
}

const MELT_RAW = ['melt curve raw', 'melt curve raw data'];
const SAMPLE_TABLES = ['results', 'sample setup'];
const AMPLIFICATION = ['amplification data'];
const MELT_TEMPERATURES = 'melt region temperature data';
/** In order of preference; fluorescence is known from documentation only. */
const MELT_VALUES = [
  { name: 'melt region normalized data', quantity: 'fluorescence' },
  { name: 'melt region derivative data', quantity: 'derivative' },
] as const;

/** Reads a run from the tables of an Applied Biosystems export. */
export function readExportTables({ file, format, container, keys, tables }: ExportTables): Part {
  const header = readRunHeader(keys, file);
  const named = (names: readonly string[]) =>
    tables.filter(({ name }) => names.includes(name.trim().toLowerCase()));
  const raw = named(MELT_RAW);
  const samples = named(SAMPLE_TABLES);
  const region = readRegion(named([MELT_TEMPERATURES])[0], (name) => named([name])[0]);
  const curves = [
    ...raw.map((table) => ({ table, series: readMeltCurveRaw(table, header.plateType) })),
    ...region,
  ].filter(({ series }) => series.length > 0);
  if (curves.length === 0) refuseWithoutTemperatures(tables);

  checkListedWells(container, { tables: samples, curves });
  const sampleTables = samples.map((table) => ({ table, ...readSampleTable(table) }));
  const amplified = named(AMPLIFICATION);
  const amplification = amplified.map(readAmplificationData);
  const used = new Set([
    ...raw,
    ...amplified,
    ...samples,
    ...named([MELT_TEMPERATURES]),
    ...curves.map(({ table }) => table),
  ]);
  return {
    ...emptyPart({ file, format, container }),
    ...header,
    series: curves.flatMap(({ series }) => series),
    amplification: {
      series: [...amplification.flatMap(({ series }) => series), ...samples.flatMap(readCqs)],
      faults: amplification.flatMap(({ faults }) => faults),
    },
    wells: sampleTables.flatMap(({ wells }) => wells),
    dyes: sampleTables.flatMap(({ dyes }) => dyes),
    found: [
      ...curves.map(({ table, series }) => foundSeries(table.name, series)),
      ...sampleTables.map(({ table, wells }) => ({
        name: table.name,
        content: 'well names, contents and dyes',
        dye: null,
        wellCount: new Set(wells.map(({ position }) => position)).size,
        pointCount: 0,
      })),
    ],
    ignored: tables
      .filter((table) => !used.has(table))
      .map(({ name }) => ({ file, part: name, reason: 'it holds no melting curves, well names or dyes' })),
  };
}

/** A text lists its wells before their curves, so a missing curve means that the file is truncated. */
function checkListedWells(
  container: RunFileContainer,
  {
    tables,
    curves,
  }: { readonly tables: readonly LabelledTable[]; readonly curves: readonly TableOfCurves[] },
): void {
  const measured = new Set(curves.flatMap(({ series }) => series.map(({ position }) => position)));
  const listed = tables.flatMap((table) => readSampleTable(table).dyes.map(({ position }) => position));
  const missing = listed.find((position) => !measured.has(position));
  const [first] = curves;
  if (container !== 'text' || missing === undefined || first === undefined) return;
  throw new ReadError({
    code: 'unreadable-file',
    place: first.table.place,
    problem: `well ${missing} has a reporter dye but no curve: the file was cut short; export or copy it again`,
  });
}

interface TableOfCurves {
  readonly table: LabelledTable;
  readonly series: readonly Series[];
}

function readRegion(
  temperatures: LabelledTable | undefined,
  find: (name: string) => LabelledTable | undefined,
): TableOfCurves[] {
  if (temperatures === undefined) return [];
  for (const { name, quantity } of MELT_VALUES) {
    const values = find(name);
    if (values !== undefined) {
      return [{ table: values, series: readMeltRegion({ temperatures, values, quantity }) }];
    }
  }
  throw new ReadError({
    code: 'missing-information',
    place: temperatures.place,
    problem: 'the sheet with the values that belong to these temperatures is missing',
    expected: 'a sheet “Melt Region Derivative Data” or “Melt Region Normalized Data”',
  });
}

/** Filter readings by cycle may be a melting or annealing curve, but have no temperatures. */
function refuseWithoutTemperatures(tables: readonly LabelledTable[]): void {
  const raw = tables.find(({ name, columns }) => name === 'Raw Data' && columns.has('blue'));
  if (raw === undefined || columnOf(raw, ['temperature']) !== null) return;
  throw new ReadError({
    code: 'missing-information',
    place: raw.place,
    problem:
      'its readings have no temperatures, and a curve without them cannot be read; export the melt region data as well',
    found: [...raw.columns.keys()].join(', '),
    expected: 'a temperature for each reading',
  });
}
