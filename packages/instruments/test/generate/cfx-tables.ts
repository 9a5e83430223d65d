import type { AmplificationCurve, RunCurve, RunWell } from '../../src/run-file.ts';
import type { SyntheticRun } from './synthetic-run.ts';

type Table = (string | number | null)[][];

export interface DyeTable {
  readonly dye: string;
  readonly rows: Table;
}

/**
 * One table for each dye: rows are readings, columns are wells. Bio-Rad's layout for two phases is unknown;
 * here the falling readings follow the rising ones.
 */
export function curveTables(run: SyntheticRun): DyeTable[] {
  const byDye = Map.groupBy(run.curves, ({ dye }) => dye);
  return [...byDye].map(([dye, curves]) => {
    const phases = [...Map.groupBy(curves, ({ phase }) => phase).values()];
    const header = [null, 'Temperature', ...(phases[0] ?? []).map(({ position }) => position)];
    return { dye, rows: [header, ...phases.flatMap(readingRows)] };
  });
}

function readingRows(curves: readonly RunCurve[]): Table {
  return Array.from(curves[0]?.temperature ?? [], (temperature, reading) => [
    null,
    temperature,
    ...curves.map(({ value }) => value[reading] ?? null),
  ]);
}

/** One table for each dye: rows are cycles, columns are wells. */
export function amplificationTables({ amplification = [] }: SyntheticRun): DyeTable[] {
  return [...Map.groupBy(amplification, ({ dye }) => dye)].map(([dye, curves]) => {
    const header = [null, 'Cycle', ...curves.map(({ position }) => position)];
    const cycles = Array.from(curves[0]?.cycle ?? [], (cycle, index) => [
      null,
      cycle,
      ...curves.map(({ value }) => value[index] ?? null),
    ]);
    return { dye, rows: [header, ...cycles] };
  });
}

/** The "Quantification Cq Results"; `NaN` where there is none. */
export function cqTable(run: SyntheticRun, amplification: readonly AmplificationCurve[]): Table {
  const wells = new Map(run.wells.map((well) => [well.position, well]));
  const rows = amplification.flatMap(({ position, dye, cq }) => {
    const well = wells.get(position);
    if (well === undefined || cq === null) return [];
    return [[null, paddedPosition(well), dye, null, contentOf(well), well.name, cq === 'none' ? 'NaN' : cq]];
  });
  return [[null, 'Well', 'Fluor', 'Target', 'Content', 'Sample', 'Cq'], ...rows];
}

/** The "Melt Curve Summary", the only report with sample names; its wells are padded. */
export function summaryTable(run: SyntheticRun): Table {
  const dyes = [...new Set(run.curves.map(({ dye }) => dye))];
  const header = [null, 'Well', 'Fluor', 'Target', 'Content', 'Sample', 'Melt Temp'];
  const rows = dyes.flatMap((dye) =>
    run.wells.map((well) => [null, paddedPosition(well), dye, null, contentOf(well), well.name, 'None']),
  );
  return [header, ...rows];
}

function paddedPosition({ position }: RunWell): string {
  return `${position.slice(0, 1)}${position.slice(1).padStart(2, '0')}`;
}

function contentOf({ sampleType }: RunWell): string {
  switch (sampleType) {
    case 'POSITIVE_TEST':
      return 'Pos Ctrl';
    case 'NEGATIVE_TEST':
      return 'Neg Ctrl';
    case 'STANDARD':
      return 'Std';
    case 'BLOOD':
    case 'DNA':
    case null:
      return 'Unkn';
  }
}

export function runInformationTable(run: SyntheticRun): Table {
  const [date = '', time = ''] = run.runDate.replace('Z', '').split('T');
  const [year = '', month = '', day = ''] = date.split('-');
  return [
    ['File Name', `${cfxBaseName(run)}.pcrd`],
    ['Created By User', 'admin'],
    ['Notes', null],
    ['ID', run.plateId],
    ['Run Started', `${month}/${day}/${year} ${time} UTC`],
    ['Sample Vol', 25],
    ['Lid Temp', 105],
    ['Base Serial Number', run.serial],
    ['CFX Manager Version', '3.1.1517.0823. '],
  ];
}

/** The common prefix of a run's file names in CFX software. */
export function cfxBaseName(run: SyntheticRun): string {
  return `admin_${run.runDate.slice(0, 10)} ${run.runDate.slice(11, 19).replaceAll(':', '-')}_${run.serial}`;
}
