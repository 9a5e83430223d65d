import {
  combinedByWell,
  combinedFaultText,
  combinedLabel,
  hasSampleResult,
  sampleFaultText,
  sampleResultLabel,
  samplesByWell,
  tmsText,
  type CombinedResult,
  type SampleResult,
} from '@curvewell/domain';

import { csvText, type Cell } from '../../formats/csv.ts';
import type { aboutRun } from './about-run.ts';
import type { ExportRow } from './export-rows.ts';

const HEADS = [
  'Position',
  'Channel',
  'Name',
  'Order id',
  'Sample type',
  'Kit',
  'Reaction buffer',
  'Lot',
  'Expected result',
  'Result',
  'Suggested result',
  'Changed by',
  'Reason for the change',
  'Combination',
  'Score',
  'Flags',
  'Comments',
] as const;

interface CsvOptions {
  readonly delimiter: string;
  /** Wells with one name and their results; omitted: none. */
  readonly samples?: readonly SampleResult[];
  /** Combined results of samples; omitted: none. */
  readonly combined?: readonly CombinedResult[];
  /** Keeps empty cells at the end of a line, so that all lines have the same number of cells. */
  readonly showTrailing: boolean;
  /** Text of the first column in every row; null: no such column. */
  readonly notice: string | null;
  /** The last two columns; omitted: no such columns. */
  readonly about?: AboutRun;
}

/** The status of the run, and remarks on controls, kit, lot, run date and files. */
type AboutRun = ReturnType<typeof aboutRun>;

/**
 * Rows as RFC 4180 text. After the columns of the well come its peaks, with four columns each, then shapes and
 * amplification if a rule used them, results of samples, and the status and remarks of the run.
 */
export function csvOf(
  rows: readonly ExportRow[],
  { samples = [], combined = [], delimiter, showTrailing, notice, about }: CsvOptions,
): string {
  const peakCount = Math.max(0, ...rows.map(({ peaks }) => peaks.length));
  const lines = withNotice(resultTable(rows, { samples, combined, peakCount, about }), notice);
  return csvText(showTrailing ? lines : lines.map(withoutTrailing), delimiter);
}

export function resultTable(
  rows: readonly ExportRow[],
  {
    samples,
    combined,
    peakCount,
    about,
  }: {
    readonly samples: readonly SampleResult[];
    readonly combined: readonly CombinedResult[];
    readonly peakCount: number;
    readonly about: AboutRun | undefined;
  },
): Cell[][] {
  const table = [resultHeads(peakCount), ...rows.map((row) => resultCells(row, peakCount))];
  const shapes = rows.every(({ shape }) => shape === null)
    ? null
    : [['Shape'], ...rows.map(({ shape }) => [shape])];
  const amplified = rows.every(({ amplification }) => amplification === null)
    ? null
    : [['Amplification (not quantification)'], ...rows.map(({ amplification }) => [amplification])];
  const ofRun = about && [
    ['Run status', 'Remarks'],
    ...rows.map((row) => [about.status, about.remarksOn(row)]),
  ];
  const further = [
    ...[shapes, amplified, sampleColumns(rows, samples), combinedColumns(rows, combined)],
    ofRun ?? null,
  ].filter((columns) => columns !== null);
  return table.map((cells, line) => [...cells, ...further.flatMap((columns) => columns[line] ?? [])]);
}

/** The result of the sample beside that of each of its wells; null: no kit has replicates. */
function sampleColumns(rows: readonly ExportRow[], samples: readonly SampleResult[]): Cell[][] | null {
  if (samples.length === 0) return null;
  const sampleOf = samplesByWell(samples);
  return [
    ['Sample result', 'No sample result because', 'Wells of the sample', 'Mean Tm ± SD of the wells'],
    ...rows.map(({ wellId }) => {
      const sample = sampleOf.get(wellId);
      if (sample === undefined) return [null, null, null, null];
      const result = hasSampleResult(sample) ? sampleResultLabel(sample) : null;
      const wells = sample.wells.map(({ position }) => position).join(' ');
      return [result, sampleFaultText(sample), wells, tmsText(sample)];
    }),
  ];
}

/** The combined result beside that of each of its wells; null: no kit has channel rules. */
function combinedColumns(rows: readonly ExportRow[], combined: readonly CombinedResult[]): Cell[][] | null {
  if (combined.length === 0) return null;
  const combinedOf = combinedByWell(combined);
  return [
    ['Combined result', 'No combined result because'],
    ...rows.map(({ wellId }) => {
      const one = combinedOf.get(wellId);
      return one === undefined ? [null, null] : [combinedLabel(one), combinedFaultText(one)];
    }),
  ];
}

type Table = readonly (readonly Cell[])[];

/** Adds a first column with a notice to a table whose first line is the header. */
export const withNotice = (table: Table, notice: string | null): Table =>
  notice === null ? table : table.map((cells, line) => [line === 0 ? 'Notice' : notice, ...cells]);

function resultHeads(peakCount: number): string[] {
  return [...HEADS, ...Array.from({ length: peakCount }, (_, index) => peakHeads(index + 1)).flat()];
}

function peakHeads(number: number): string[] {
  return [
    `Peak ${number} phase`,
    `Peak ${number} zone`,
    `Peak ${number} Tm (°C)`,
    `Peak ${number} height (RFU/°C)`,
  ];
}

function resultCells(row: ExportRow, peakCount: number): Cell[] {
  const cells: Cell[] = [
    row.position,
    row.channel,
    row.name,
    row.orderId,
    row.sampleType,
    row.kit,
    row.reactionBuffer,
    row.lot,
    row.expected,
    row.result,
    row.suggested,
    row.changedBy,
    row.changeReason,
    row.combination,
    rounded(row.score, 3),
    row.description.flags.join(' '),
    row.comments.join(' | '),
  ];
  for (const { phase, zone, tm, height } of row.peaks)
    cells.push(phase, zone, rounded(tm, 2), rounded(height, 3));
  while (cells.length < HEADS.length + 4 * peakCount) cells.push(null);
  return cells;
}

const rounded = (value: number, decimals: number) => Number(value.toFixed(decimals));

function withoutTrailing(cells: readonly Cell[]): Cell[] {
  const last = cells.findLastIndex((cell) => cell !== null && cell !== '');
  return cells.slice(0, last + 1);
}
