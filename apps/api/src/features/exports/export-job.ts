import { buffer } from 'node:stream/consumers';

import { EXPORT_ENDING, fileNamePart, type ExportRequest, type Run } from '@curvewell/contracts';

import type { HouseCertificate } from '../../house-certificate/house-certificate.ts';
import { zipStream } from '../../zip.ts';
import type { ReportedCheck } from '../decisions/index.ts';
import { chartWells, type ChartInput, type DrawnWell } from '../interpretation/chart-wells.ts';
import { csvOf } from './csv.ts';
import { exportRows, type ExportRow } from './export-rows.ts';
import { pdfReport } from './pdf/pdf-report.ts';
import { noticeOf, type ReportFacts } from './report-facts.ts';
import { xlsxOf } from './xlsx.ts';

/** Everything that an export is made from. */
export interface ExportJob {
  readonly run: Run;
  /** Of the whole run, whichever wells are exported. */
  readonly checked: ReportedCheck;
  readonly chart: ChartInput;
  readonly request: ExportRequest;
  readonly facts: ReportFacts;
  /** What a report is signed with; null: with nothing. */
  readonly certificate: HouseCertificate | null;
  /** Of the file, without its ending. */
  readonly name: string;
}

export interface ExportedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly wells: number;
}

/** Makes the file. Runs in a worker: a report of a 384 plate is hundreds of drawings. @returns null without a well */
export async function makeExport(job: ExportJob): Promise<ExportedFile | null> {
  const { run, request, name } = job;
  const wells = [...chartWells(job.chart)];
  const rows = exportRows(run, wells, request);
  if (rows.length === 0) return null;
  const ending = EXPORT_ENDING[request.format];
  const write = (some: readonly ExportRow[], title: string) =>
    contentOf({ ...job, wells, rows: some, title });

  if (!request.groupByWellName) {
    return { name: `${name}.${ending}`, bytes: await write(rows, name), wells: rows.length };
  }
  const groups = Map.groupBy(rows, (row) => row.name ?? row.position);
  const entries = [];
  for (const [wellName, ofName] of groups) {
    const title = `${name}_${fileNamePart(wellName)}`;
    entries.push({ name: `${title}.${ending}`, read: () => write(ofName, title) });
  }
  return { name: `${name}.zip`, bytes: await buffer(zipStream(entries)), wells: rows.length };
}

type Content = ExportJob & {
  readonly wells: readonly DrawnWell[];
  readonly rows: readonly ExportRow[];
  readonly title: string;
};

async function contentOf(content: Content): Promise<Uint8Array> {
  const { request, rows, run, checked, wells, facts, title, certificate } = content;
  switch (request.format) {
    case 'CSV':
      return new TextEncoder().encode(
        csvOf(rows, {
          ...{ delimiter: request.csvDelimiter, showTrailing: request.csvShowTrailing },
          notice: noticeOf(run, facts),
        }),
      );
    case 'XLSX':
      return xlsxOf({ run, checked, rows, wells, facts });
    case 'PDF':
      return pdfReport({
        ...{ run, checked, rows, wells, facts, title, certificate },
        isPlateOnly: request.isExportAsPlate,
      });
  }
}
