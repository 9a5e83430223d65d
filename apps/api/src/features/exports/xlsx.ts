/** The only file that uses exceljs, and only for writing workbooks. */
import {
  amplificationChannel,
  amplificationFigures,
  amplificationIn,
  type CallExplanation,
  expressionText,
  hasSampleResult,
  missingText,
  sampleFaultText,
  sampleResultLabel,
  type ConstantPhaseInfo,
  type Peak,
  type Run,
  type EvaluatedExpression,
  type CombinedResult,
  type SampleResult,
  type SampleTable,
  wellResultsText,
} from '@curvewell/domain';
import Workbook from 'exceljs/lib/doc/workbook.js';

import type { Cell } from '../../formats/csv.ts';
import type { ReportedCheck } from '../decisions/index.ts';
import type { DrawnWell } from '../interpretation/chart/chart-wells.ts';
import { aboutRun, rowNotice } from './about-run.ts';
import { resultTable, withNotice } from './csv.ts';
import { controlsText, metText, rulesText } from './explanation-text.ts';
import type { ExportRow } from './export-rows.ts';
import { runFacts, type ReportFacts } from './report-facts.ts';
import { CODE_HEADS, codeCells } from './code-cells.ts';
import { sampleTableCells } from './sample-table-text.ts';

interface Exported {
  readonly run: Run;
  readonly checked: ReportedCheck;
  readonly rows: readonly ExportRow[];
  readonly samples: readonly SampleResult[];
  readonly combined: readonly CombinedResult[];
  /** Null: not part of the workbook. */
  readonly table: SampleTable | null;
  readonly wells: readonly DrawnWell[];
  readonly facts: ReportFacts;
}

/**
 * The results, every peak with the reason when it was dropped, every evaluated rule, and the facts of the
 * run.
 */
export async function xlsxOf(exports: Exported): Promise<Uint8Array> {
  const { run, checked, rows, samples, combined, table, wells, facts } = exports;
  const exported = new Set(rows.map(({ wellId }) => wellId));
  const explained = wells.filter(({ wellId }) => exported.has(wellId));
  const peakCount = Math.max(0, ...rows.map(({ peaks }) => peaks.length));
  const workbook = new Workbook();
  workbook.created = new Date(facts.exportedAt);
  workbook.creator = `Curvewell ${facts.softwareVersion}`;
  const addTable = (name: string, table: readonly (readonly Cell[])[]) => {
    addSheet(workbook, name, withNotice(table, rowNotice(run, facts)));
  };
  addTable('Results', resultTable(rows, { samples, combined, peakCount, about: aboutRun(run, checked) }));
  if (samples.length > 0) addTable('Samples', [SAMPLE_HEADS, ...samples.flatMap(sampleCells)]);
  if (table !== null) addTable('By sample', sampleTableCells(table));
  addTable('Explanations', [EXPLANATION_HEADS, ...rows.map((row) => explanationCells(row, facts))]);
  addTable('Peaks', [PEAK_HEADS, ...explained.flatMap(peakCells)]);
  addTable('Rules', [RULE_HEADS, ...explained.flatMap(ruleCells)]);
  const codes = codeCells(rows, combined);
  if (codes.length > 0) addTable('Codes', [CODE_HEADS, ...codes]);
  addSheet(workbook, 'Run', [['Fact', 'Value'], ...runFacts(run, facts), ...remarks(checked)]);
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}

const remarks = (checked: ReportedCheck): Cell[][] =>
  checked.check === null
    ? [['Check', checked.why]]
    : checked.check.doubts.facts.map(({ text }) => ['Remark', text]);

const NARROWEST = 8;
const WIDEST = 60;

/** @param table - its first line is the header */
function addSheet(workbook: Workbook, name: string, table: readonly (readonly Cell[])[]): void {
  const sheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] });
  const [heads = []] = table;
  for (const row of table) sheet.addRow(row.map(fitting));
  sheet.getRow(1).font = { bold: true };
  for (const index of heads.keys()) {
    const longest = Math.max(...table.map((row) => String(row[index] ?? '').length));
    sheet.getColumn(index + 1).width = Math.min(WIDEST, Math.max(NARROWEST, longest + 2));
  }
}

/** Excel rejects workbooks with a longer text in a cell. */
const LONGEST_TEXT = 32_767;
const CUT = ' … (truncated: an Excel cell cannot contain more)';

function fitting(cell: Cell): Cell {
  if (typeof cell !== 'string' || cell.length <= LONGEST_TEXT) return cell;
  // Removes half of a surrogate pair at the cut.
  return cell.slice(0, LONGEST_TEXT - CUT.length).replace(/[\uD800-\uDBFF]$/, '') + CUT;
}

const SAMPLE_HEADS = [
  'Name',
  'Order id',
  'Sample type',
  'Channel',
  'Result',
  'No result because',
  'Wells',
  'Well results',
  'Replicates',
  'Phase',
  'Zone',
  'Mean Tm (°C)',
  'SD (°C)',
  'n',
];

/** A line for each zone with a counted peak. */
function sampleCells(sample: SampleResult): Cell[][] {
  const cells = [
    sample.name,
    sample.orderId,
    sample.sampleType,
    sample.channel,
    hasSampleResult(sample) ? sampleResultLabel(sample) : null,
    sampleFaultText(sample),
    sample.wells.map(({ position }) => position).join(' '),
    wellResultsText(sample),
    sample.isApart ? 'apart' : 'agree',
  ];
  if (sample.tms.length === 0) return [[...cells, null, null, null, null, null]];
  return sample.tms.map(({ phase, zone, mean, sd, count }) => [...cells, phase, zone, mean, sd, count]);
}

const EXPLANATION_HEADS = [
  'Position',
  'Channel',
  'Result',
  'Why',
  'Rules tried',
  'Nearest limit',
  'Relative distance to the limit',
  'Flags',
  'Controls of this kit and lot',
  'Algorithm',
  'Kit version',
  'Settings SHA-256',
];

function explanationCells(
  { position, channel, result, description, controls, kit }: ExportRow,
  { algorithmVersion, configurationSha256 }: ReportFacts,
): Cell[] {
  const { sentence, border, flags } = description;
  return [
    position,
    channel,
    result,
    sentence,
    rulesText(description),
    border?.text ?? null,
    border === null ? null : Number(border.distance.toFixed(2)),
    flags.join(' '),
    controlsText(controls),
    algorithmVersion,
    kit,
    configurationSha256,
  ];
}

const PEAK_HEADS = [
  'Position',
  'Channel',
  'Phase',
  'Tm (°C)',
  'Tm error (°C)',
  'Height (RFU/°C)',
  'Width (°C)',
  'Area (RFU)',
  'Significance',
  'Quality',
  'Zone',
  'Zone from (°C)',
  'Zone to (°C)',
  'Distance to the nearer edge (°C)',
  'Min. height (RFU/°C)',
  'Min. significance',
  'Min. quality',
  'Counted',
  'Reason',
  'Measured',
  'Limit',
];

function peakCells({ position, channel, explanation, constantPhaseInfos }: DrawnWell): Cell[][] {
  return explanation.phases.flatMap(({ type, settings, peaks }) =>
    peaks.map((peak) => [
      position,
      channel,
      type,
      peak.tm,
      peak.tmError,
      peak.height,
      peak.width,
      peak.area,
      peak.significance,
      peak.quality,
      ...zoneCells(
        peak,
        constantPhaseInfos.find((phase) => phase.type === type),
      ),
      settings.minThreshold,
      settings.slopeThreshold,
      settings.minQuality,
      peak.accepted ? 'yes' : 'no',
      peak.reason,
      peak.measured,
      peak.limit,
    ]),
  );
}

function zoneCells({ zone, tm }: Peak, phase: ConstantPhaseInfo | undefined): Cell[] {
  const bounds = phase?.constantZoneInfos.find(({ name }) => name === zone);
  if (bounds === undefined) return [null, null, null, null];
  const { minTemp, maxTemp } = bounds;
  return [zone, minTemp, maxTemp, Math.min(tm - minTemp, maxTemp - tm)];
}

const RULE_HEADS = ['Position', 'Channel', 'Combination', 'Rule', 'Diagnostic', 'Conditions', 'Met'];

function ruleCells({ position, channel, explanation }: DrawnWell): Cell[][] {
  return explanation.triedRules.map(({ rule, diagnostic, expressions, holds }) => [
    position,
    channel,
    explanation.combination,
    rule + 1,
    diagnostic,
    expressions.map((expression) => conditionText(expression, explanation)).join('; '),
    metText({ expressions, holds }, explanation),
  ]);
}

/** “A above B (600.000, 700.000)”; “width of B above 3 °C (no peak in zone B)” */
function conditionText(
  expression: EvaluatedExpression,
  { zonesHit, amplification }: Pick<CallExplanation, 'zonesHit' | 'amplification'>,
): string {
  const channel = amplificationChannel(expression);
  const answer = channel === null ? undefined : amplificationIn(amplification, channel);
  if (answer !== undefined) return `${expressionText(expression)} (${amplificationFigures(answer)})`;
  const figures = [expression.firstValue, expression.secondValue]
    .map((value) => value?.toFixed(3))
    .join(', ');
  return `${expressionText(expression)} (${missingText(expression, zonesHit) ?? figures})`;
}
