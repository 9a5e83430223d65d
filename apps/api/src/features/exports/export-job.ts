import { buffer } from 'node:stream/consumers';

import type { ExportRequest } from '@curvewell/contracts';
import { EXPORT_ENDING, fileNamePart, runSamples, type Run, type SampleResult } from '@curvewell/domain';

import type { HouseCertificate } from '../../house-certificate/house-certificate.ts';
import { zipStream } from '../../formats/zip.ts';
import type { TimeStampSettings } from '../../signing/time-stamps.ts';
import type { ReportedCheck } from '../decisions/index.ts';
import type { DrawnWell } from '../interpretation/chart/chart-wells.ts';
import { drawnWells, type StoredChart } from '../interpretation/chart/stored-slopes.ts';
import { csvOf } from './csv.ts';
import { exportRows, type ExportRow } from './export-rows.ts';
import { pdfReport } from './pdf/pdf-report.ts';
import { openReportStamps, type ReportStamps } from './pdf/report-stamps.ts';
import { noticeOf, type ReportFacts } from './report-facts.ts';
import { onlyOfSample } from './sample-report.ts';
import { xlsxOf } from './xlsx.ts';

/** The input of an export. */
export interface ExportJob {
  readonly run: Run;
  /** The check of the whole run, whichever wells are exported. */
  readonly checked: ReportedCheck;
  readonly chart: StoredChart;
  readonly request: ExportRequest;
  readonly facts: ReportFacts;
  /** Signs a report; null: reports are not signed. */
  readonly certificate: HouseCertificate | null;
  /** The authority that time-stamps the signature; null: none. */
  readonly timeStamps: TimeStampSettings | null;
  /** The file name without extension. */
  readonly name: string;
}

export interface ExportedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly wells: number;
  /**
   * Why a signed report lacks the time stamp of the configured authority; omitted: it has one, or none is
   * configured.
   */
  readonly unstamped?: string;
}

/**
 * Makes the file. Runs in a worker: a report of a 384-well plate has hundreds of drawings. @returns null
 * without a well
 */
export async function makeExport(job: ExportJob): Promise<ExportedFile | null> {
  const { request, name } = job;
  const { rows, ...reported } = reportedOf(job);
  if (rows.length === 0) return null;
  const stamps = job.certificate && job.timeStamps && (await openReportStamps(job.timeStamps));
  const ending = EXPORT_ENDING[request.format];
  const write = (some: readonly ExportRow[], title: string) =>
    contentOf({ ...job, ...reported, rows: some, samples: samplesIn(reported.samples, some), title, stamps });

  if (!request.groupByWellName) {
    const bytes = await write(rows, name);
    return { name: `${name}.${ending}`, bytes, wells: rows.length, ...unstamped(stamps) };
  }
  const groups = Map.groupBy(rows, (row) => row.name ?? row.position);
  const entries = [];
  for (const [wellName, ofName] of groups) {
    const title = `${name}_${fileNamePart(wellName)}`;
    entries.push({ name: `${title}.${ending}`, read: () => write(ofName, title) });
  }
  const bytes = await buffer(zipStream(entries));
  return { name: `${name}.zip`, bytes, wells: rows.length, ...unstamped(stamps) };
}

/** The whole plate explains each row; a report about one sample contains only its own part. */
function reportedOf({ run, checked, chart, request, facts: { sample } }: ExportJob) {
  const wells = [...drawnWells(chart)];
  const wellIds = sample?.wellIds ?? request.wellIds;
  const rows = exportRows(run, wells, { ...request, wellIds: [...wellIds] });
  const samples = samplesIn(runSamples(run, wells), rows);
  const whole = { run, checked, wells, rows, samples };
  return sample === undefined ? whole : onlyOfSample(whole, sample);
}

/** The samples with an exported well: a file about one name contains no other. */
function samplesIn(samples: readonly SampleResult[], rows: readonly ExportRow[]): SampleResult[] {
  const exported = new Set(rows.map(({ wellId }) => wellId));
  return samples.filter((one) => one.wells.some(({ wellId }) => exported.has(wellId)));
}

function unstamped(stamps: ReportStamps | null): Pick<ExportedFile, 'unstamped'> {
  const failure = stamps?.failure() ?? null;
  return failure === null ? {} : { unstamped: failure };
}

type Content = ExportJob & {
  readonly wells: readonly DrawnWell[];
  readonly rows: readonly ExportRow[];
  readonly samples: readonly SampleResult[];
  readonly title: string;
  readonly stamps: ReportStamps | null;
};

async function contentOf(content: Content): Promise<Uint8Array> {
  const { request, rows, samples, run, checked, wells, facts, title, certificate, stamps } = content;
  switch (request.format) {
    case 'CSV':
      return new TextEncoder().encode(
        csvOf(rows, {
          samples,
          delimiter: request.csvDelimiter,
          showTrailing: request.csvShowTrailing,
          notice: noticeOf(run, facts),
        }),
      );
    case 'XLSX':
      return xlsxOf({ run, checked, rows, samples, wells, facts });
    case 'PDF':
      return pdfReport({
        run,
        checked,
        rows,
        samples,
        wells,
        facts,
        title,
        certificate,
        stamps,
        isPlateOnly: request.isExportAsPlate,
      });
  }
}
