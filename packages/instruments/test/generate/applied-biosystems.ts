import { PLATE_SIZE, placeOf } from '@curvewell/domain/reading';
import type { SampleType } from '@curvewell/domain';

import type { RunCurve, RunWell } from '../../src/run-file.ts';
import type { SourceFile } from '../../src/source-file.ts';
import { derivativeRun } from './derivative-run.ts';
import type { SyntheticRun } from './synthetic-run.ts';
import { writeWorkbook, writeXlsx, type WrittenSheet } from './workbook-writer.ts';

type Table = (string | number | null)[][];

const TASK_WORDS = {
  POSITIVE_TEST: 'POSITIVE CONTROL',
  NEGATIVE_TEST: 'NTC',
  STANDARD: 'STANDARD',
  BLOOD: 'UNKNOWN',
  DNA: 'UNKNOWN',
} as const satisfies Record<SampleType, string>;

/** All readings of a well and dye, phase by phase. */
interface WellReadings {
  readonly curve: RunCurve;
  readonly temperature: readonly number[];
  readonly value: readonly number[];
}

function wellReadings(run: SyntheticRun): WellReadings[] {
  const groups = [...Map.groupBy(run.curves, ({ position, dye }) => `${position}|${dye}`).values()];
  return groups.flatMap((curves) => {
    const [curve] = curves;
    if (curve === undefined) return [];
    const temperature = curves.flatMap((one) => [...one.temperature]);
    return [{ curve, temperature, value: curves.flatMap((one) => [...one.value]) }];
  });
}

function wellNumber(run: SyntheticRun, position: string): number {
  const { row, column } = placeOf(position);
  return row * PLATE_SIZE[run.plateType].columnCount + column + 1;
}

function wellCount(run: SyntheticRun): number {
  return run.plateType === 'RECTANGULAR_96' ? 96 : 384;
}

function task({ sampleType }: RunWell): string {
  return sampleType === null ? 'UNKNOWN' : TASK_WORDS[sampleType];
}

function sampleRows(run: SyntheticRun, row: (well: RunWell, dye: string) => Table[number]): Table {
  const dyes = [...new Set(run.curves.map(({ dye }) => dye))];
  return run.wells.flatMap((well) => dyes.map((dye) => row(well, dye)));
}

/** `2026-01-15T08:30:00Z` → `2026-01-15 08:30:00` */
function plainDate(run: SyntheticRun): string {
  return run.runDate.replace('T', ' ').replace('Z', '');
}

/** The workbook of QuantStudio Design & Analysis with raw melting curves and results. */
export async function generateQuantStudioXlsx(run: SyntheticRun): Promise<SourceFile[]> {
  const hour = Number(run.runDate.slice(11, 13));
  const clock = `${String(hour % 12 === 0 ? 12 : hour % 12).padStart(2, '0')}${run.runDate.slice(13, 19)}`;
  const keys: Table = [
    ['File Name', `${run.serial}.eds`],
    ['Barcode', run.plateId],
    ['Instrument Type', 'QuantStudio™ 5 System'],
    ['Block Type', `${wellCount(run)}-Well 0.2-mL Block`],
    ['Instrument Serial Number', run.serial],
    ['Run Start Date/Time', `${run.runDate.slice(0, 10)} ${clock} ${hour < 12 ? 'AM' : 'PM'} UTC`],
    ['Passive Reference', 'ROX'],
    ['Software Name and Version', 'Design & Analysis Software v2.6.2'],
    [],
  ];
  const melt: Table = wellReadings(run).flatMap(({ curve, temperature, value }) =>
    temperature.map((now, index) => [
      wellNumber(run, curve.position),
      curve.position,
      index + 1,
      `probe ${curve.dye}`,
      now,
      value[index] ?? null,
      0,
    ]),
  );
  const results = sampleRows(run, (well, dye) => [
    wellNumber(run, well.position),
    well.position,
    well.name,
    `probe ${dye}`,
    task(well),
    dye,
  ]);
  const meltHeadings = [
    'Well',
    'Well Position',
    'Reading Number',
    'Target',
    'Temperature',
    'Fluorescence',
    'Derivative',
  ];
  const bytes = await writeXlsx([
    {
      name: 'Results',
      rows: [...keys, ['Well', 'Well Position', 'Sample', 'Target', 'Task', 'Reporter'], ...results],
    },
    { name: 'Melt Curve Raw', rows: [...keys, meltHeadings, ...melt] },
  ]);
  return [{ name: `${run.serial}_${run.runDate.slice(0, 10)}.xlsx`, bytes }];
}

/** Sheets or sections of QuantStudio Real-Time PCR Software; its melt table has one dye for each well. */
function realTimeSections(run: SyntheticRun): { keys: Table; sections: WrittenSheet[] } {
  const keys: Table = [
    ['Block Type', `${wellCount(run)}-Well Block`],
    ['Experiment Barcode', run.plateId ?? 'NA'],
    ['Experiment File Name', `${run.serial}.eds`],
    ['Experiment Run Start Time', `${plainDate(run)} UTC`],
    ['Instrument Serial Number', run.serial],
    ['Instrument Type', 'QuantStudio(TM) 6 Flex System'],
  ];
  const setup = sampleRows(run, (well, dye) => [
    wellNumber(run, well.position),
    well.position,
    well.name,
    `probe ${dye}`,
    task(well),
    dye,
  ]);
  const melt: Table = wellReadings(run).flatMap(({ curve, temperature, value }) =>
    temperature.map((now, index) => [
      wellNumber(run, curve.position),
      curve.position,
      index + 1,
      now,
      value[index] ?? null,
      0,
    ]),
  );
  const setupHeadings = ['Well', 'Well Position', 'Sample Name', 'Target Name', 'Task', 'Reporter'];
  const meltHeadings = ['Well', 'Well Position', 'Reading', 'Temperature', 'Fluorescence', 'Derivative'];
  return {
    keys,
    sections: [
      { name: 'Sample Setup', rows: [setupHeadings, ...setup] },
      { name: 'Melt Curve Raw Data', rows: [meltHeadings, ...melt] },
    ],
  };
}

/** The text export of QuantStudio Real-Time PCR Software, for a run with one dye. */
export function generateQuantStudioText(run: SyntheticRun): SourceFile[] {
  const { keys, sections } = realTimeSections(run);
  const lines = [
    ...keys.map(([key, value]) => `* ${String(key)} = ${String(value)}`),
    ...sections.flatMap(({ name, rows }) => ['', `[${name}]`, ...rows.map((row) => row.join('\t'))]),
  ];
  return [{ name: `${run.serial}.txt`, bytes: new TextEncoder().encode(lines.join('\r\n') + '\r\n') }];
}

/** The same as an old workbook, for a run with one dye; known from documentation only. */
export function generateQuantStudioXls(run: SyntheticRun): SourceFile[] {
  const { keys, sections } = realTimeSections(run);
  const sheets = sections.map(({ name, rows }) => ({ name, rows: [...keys, [], ...rows] }));
  return [{ name: `${run.serial}.xls`, bytes: writeWorkbook(sheets, 'biff8') }];
}

/** The old workbook of StepOne software: temperatures and the derivative, no fluorescence. */
export function generateStepOneXls(run: SyntheticRun): SourceFile[] {
  const keys: Table = [
    ['Block Type', `${wellCount(run)}well`],
    ['Chemistry', 'OTHER'],
    ['Experiment File Name', `D:\\${run.serial}.eds`],
    [
      'Experiment Run End Time',
      `${plainDate(run)} ${Number(run.runDate.slice(11, 13)) < 12 ? 'AM' : 'PM'} UTC`,
    ],
    ['Instrument Type', 'steponeplus'],
    ['Passive Reference', 'ROX'],
    [],
  ];
  const readings = wellReadings(derivativeRun(run));
  const wide = (pick: (one: WellReadings) => readonly number[]): Table => [
    [
      'Well',
      'Well Location',
      'Target',
      'Reporter Dye',
      ...(readings[0]?.value ?? []).map((_, index) => `Reading ${index + 1}`),
    ],
    ...readings.map((one, index) => [
      index + 1,
      one.curve.position,
      `probe ${one.curve.dye}`,
      one.curve.dye,
      ...pick(one),
    ]),
  ];
  const setup = sampleRows(run, (well, dye) => [well.position, well.name, `probe ${dye}`, task(well), dye]);
  const sheets: WrittenSheet[] = [
    {
      name: 'Sample Setup',
      rows: [...keys, ['Well', 'Sample Name', 'Target Name', 'Task', 'Reporter'], ...setup],
    },
    { name: 'Melt Region Temperature Data', rows: [...keys, ...wide(({ temperature }) => temperature)] },
    { name: 'Melt Region Derivative Data', rows: [...keys, ...wide(({ value }) => value)] },
  ];
  return [{ name: `${run.serial}_data.xls`, bytes: writeWorkbook(sheets, 'biff8') }];
}
