import { buffer } from 'node:stream/consumers';

import type { ExportRequest } from '@curvewell/contracts';
import {
  doubtfulWellIds,
  EXPORT_ENDING,
  fileNamePart,
  runCombined,
  runSamples,
  runSampleTable,
  type CombinedResult,
  type Run,
  type SampleResult,
  type SampleTable,
} from '@curvewell/domain';

import type { HouseCertificate } from '../../house-certificate/house-certificate.ts';
import { zipStream } from '../../formats/zip.ts';
import type { TimeStampSettings } from '../../signing/time-stamps.ts';
import type { ReportedCheck } from '../decisions/index.ts';
import type { DrawnWell } from '../interpretation/chart/chart-wells.ts';
import { drawnWells, type StoredChart } from '../interpretation/chart/stored-slopes.ts';
import { aboutRun, rowNotice } from './about-run.ts';
import { csvOf } from './csv.ts';
import { exportRows, type ExportRow } from './export-rows.ts';
import { pdfReport } from './pdf/pdf-report.ts';
import { openReportStamps, type ReportStamps } from './pdf/report-stamps.ts';
import type { ReportFacts } from './report-facts.ts';
import { onlyOfSample, samplesIn } from './sample-report.ts';
import { xlsxOf } from './xlsx.ts';

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
    contentOf({ ...job, ...reported, ...samplesIn(reported, idsOf(some)), rows: some, title, stamps });

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

const idsOf = (rows: readonly ExportRow[]): ReadonlySet<string> => new Set(rows.map(({ wellId }) => wellId));

/** The whole plate explains each row; a report about one sample contains only its own part. */
function reportedOf({ run, checked, chart, request, facts: { sample } }: ExportJob) {
  const wells = [...drawnWells(chart)];
  const wellIds = sample?.wellIds ?? request.wellIds;
  const rows = exportRows(run, wells, { ...request, wellIds: [...wellIds] });
  const samples = runSamples(run, wells);
  const ofRun = {
    samples,
    combined: runCombined(run, wells, samples),
    table: tableOf({ run, checked, request, wells }),
  };
  const whole = { run, checked, wells, rows, ...samplesIn(ofRun, idsOf(rows)) };
  return sample === undefined ? whole : onlyOfSample(whole, sample);
}

/** The run by sample, where a kit has channel rules or the table is requested; null: not part of the file. */
function tableOf({
  run,
  checked,
  request,
  wells,
}: Pick<ExportJob, 'run' | 'checked' | 'request'> & {
  readonly wells: readonly DrawnWell[];
}): SampleTable | null {
  if (!request.isBySample && (run.channelRules ?? []).length === 0) return null;
  const doubtful = checked.check === null ? new Set<string>() : doubtfulWellIds(checked.check.doubts);
  return runSampleTable(run, { called: wells, doubtful });
}

function unstamped(stamps: ReportStamps | null): Pick<ExportedFile, 'unstamped'> {
  const failure = stamps?.failure() ?? null;
  return failure === null ? {} : { unstamped: failure };
}

type Content = ExportJob & {
  readonly wells: readonly DrawnWell[];
  readonly rows: readonly ExportRow[];
  readonly samples: readonly SampleResult[];
  readonly combined: readonly CombinedResult[];
  readonly table: SampleTable | null;
  readonly title: string;
  readonly stamps: ReportStamps | null;
};

async function contentOf(content: Content): Promise<Uint8Array> {
  const { request, rows, samples, combined, table, run, checked, wells, facts, title, certificate, stamps } =
    content;
  switch (request.format) {
    case 'CSV':
      return new TextEncoder().encode(
        csvOf(rows, {
          samples,
          combined,
          delimiter: request.csvDelimiter,
          showTrailing: request.csvShowTrailing,
          notice: rowNotice(run, facts),
          about: aboutRun(run, checked),
        }),
      );
    case 'XLSX':
      return xlsxOf({ run, checked, rows, samples, combined, table, wells, facts });
    case 'PDF':
      return pdfReport({
        run,
        checked,
        rows,
        samples,
        combined,
        table,
        wells,
        facts,
        title,
        certificate,
        stamps,
        isPlateOnly: request.isExportAsPlate,
      });
  }
}
