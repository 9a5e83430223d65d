/** The only file of the server that knows exceljs: it writes workbooks and never reads one. */
import type { InterpretedWell, Run } from '@curvewell/contracts';
import exceljs from 'exceljs';

import { resultCells, resultHeads, type Cell } from './csv.ts';
import type { ExportRow } from './export-rows.ts';
import { runFacts, type ReportFacts } from './report-facts.ts';

interface Workbook {
  readonly run: Run;
  readonly rows: readonly ExportRow[];
  readonly wells: readonly InterpretedWell[];
  readonly facts: ReportFacts;
}

/** The results, every peak with the reason when it was dropped, every rule that was tried, and the facts of the run. */
export async function xlsxOf({ run, rows, wells, facts }: Workbook): Promise<Uint8Array> {
  const exported = new Set(rows.map(({ wellId }) => wellId));
  const explained = wells.filter(({ wellId }) => exported.has(wellId));
  const peakCount = Math.max(0, ...rows.map(({ peaks }) => peaks.length));
  const workbook = new exceljs.Workbook();
  workbook.created = new Date(facts.exportedAt);
  workbook.creator = `Curvewell ${facts.softwareVersion}`;
  addSheet(
    workbook,
    'Results',
    resultHeads(peakCount),
    rows.map((row) => resultCells(row, peakCount)),
  );
  addSheet(workbook, 'Peaks', PEAK_HEADS, explained.flatMap(peakCells));
  addSheet(workbook, 'Rules', RULE_HEADS, explained.flatMap(ruleCells));
  addSheet(workbook, 'Run', ['Fact', 'Value'], runFacts(run, facts));
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}

const NARROWEST = 8;
const WIDEST = 60;

function addSheet(
  workbook: exceljs.Workbook,
  name: string,
  heads: readonly string[],
  rows: readonly (readonly Cell[])[],
): void {
  const sheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.addRow([...heads]).font = { bold: true };
  for (const row of rows) sheet.addRow([...row]);
  for (const [index, head] of heads.entries()) {
    const longest = Math.max(head.length, ...rows.map((row) => String(row[index] ?? '').length));
    sheet.getColumn(index + 1).width = Math.min(WIDEST, Math.max(NARROWEST, longest + 2));
  }
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
  'Counts',
  'Reason',
  'Measured',
  'Limit',
];

function peakCells({ position, channel, explanation }: InterpretedWell): Cell[][] {
  return explanation.phases.flatMap(({ type, peaks }) =>
    peaks.map((peak) => [
      ...[position, channel, type, peak.tm, peak.tmError, peak.height, peak.width, peak.area],
      ...[
        peak.significance,
        peak.quality,
        peak.zone,
        peak.accepted ? 'yes' : 'no',
        peak.reason,
        peak.measured,
        peak.limit,
      ],
    ]),
  );
}

const RULE_HEADS = ['Position', 'Channel', 'Combination', 'Rule', 'Diagnostic', 'Conditions', 'Holds'];
const SIGNS = { LT: '<', LTE: '≤', GT: '>', GTE: '≥' } as const;

function ruleCells({ position, channel, explanation }: InterpretedWell): Cell[][] {
  return explanation.triedRules.map(({ rule, diagnostic, expressions, holds }) => [
    ...[position, channel, explanation.combination, rule + 1, diagnostic],
    expressions
      .map(
        ({ firstOperand, operator, secondOperand, firstValue, secondValue }) =>
          `${firstOperand} ${SIGNS[operator]} ${secondOperand} (${firstValue.toFixed(3)}, ${secondValue.toFixed(3)})`,
      )
      .join('; '),
    holds ? 'yes' : 'no',
  ]);
}
