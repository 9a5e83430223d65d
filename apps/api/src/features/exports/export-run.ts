import { type ExportRequest, exportRequestSchema } from '@curvewell/contracts';
import {
  type ResultFormat,
  type Run,
  EXPORT_MEDIA_TYPE,
  exportTitle,
  RESULT_FILE,
  trialNotSent,
  isDecidedStatus,
} from '@curvewell/domain';

import { recordAudit } from '../../audit/record-audit.ts';
import type { Clock } from '../../clock.ts';
import { type Db, transaction } from '../../database/db.ts';
import { AppError, notFound } from '../../errors.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import { FileDownload } from '../../formats/response-bodies.ts';
import { traced } from '../../telemetry/trace-channels.ts';
import type { HouseCertificate } from '../../house-certificate/house-certificate.ts';
import type { TimeStamps } from '../../signing/time-stamps.ts';
import type { Signer } from '../../signing/signer.ts';
import { SOFTWARE_BUILD } from '../../process/version.ts';
import { checkForReport, refuseChanged, readStatement } from '../decisions/index.ts';
import { getRun, type Shelf } from '../runs/index.ts';
import { loadChartInput, loadCurves, type AnalysisWorkers } from '../interpretation/index.ts';
import type { ExportedFile, ExportJob } from './export-job.ts';
import { SIGNED_ACTIONS } from './report-facts.ts';
import { sampleIn } from './sample-report.ts';
import type { ResultsJob } from './results/results-job.ts';

interface Command {
  readonly runId: string;
  readonly request: ExportRequest;
  /** Live or archived; each has its own API call. */
  readonly shelf: Shelf;
  /** The export includes the signed proof, so that the verifier can name the differences. */
  readonly isProven?: boolean;
  /** The date in the file name; default: today. */
  readonly namedOn?: Date | undefined;
}

export interface ExportDependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly signer: Signer;
  readonly houseCertificate: HouseCertificate | null;
  readonly timeStamps: Pick<TimeStamps, 'isOn' | 'settings'>;
  readonly analysisWorkers: AnalysisWorkers;
}

/** Loaded in threads only: the modules for PDF and spreadsheets take tens of megabytes. */
const MAKE_EXPORT = { file: new URL('export-job.ts', import.meta.url), name: 'makeExport' };
const MAKE_RESULTS = { file: new URL('results/results-job.ts', import.meta.url), name: 'makeResults' };
const NO_WELL = 'No well to export.';
const NO_READINGS =
  'RDML needs fluorescence: nothing of this run is interpreted, or its files contain derivatives only.';

/**
 * Exports wells of a run as a file, made in a worker. Every export is audited.
 *
 * @throws AppError `not-found` also for a well of another run, `invalid-request` when there is no well to export,
 *   `record-changed` when the run differs from what was signed
 */
export async function exportRun(
  dependencies: ExportDependencies,
  actor: LaboratoryCaller,
  command: Command,
): Promise<FileDownload> {
  const { runId, request } = command;
  const job = await exportJob(dependencies, actor, command);
  const file = job && (await makeExport(dependencies, job));
  if (file === null) throw new AppError('invalid-request', NO_WELL);

  await transaction({ db: dependencies.db, actor }, (tx) =>
    recordAudit(tx, actor, {
      action: 'run.export',
      entity: 'run',
      entityId: runId,
      details: { format: request.format, wells: file.wells, file: file.name, ...unstamped(file) },
    }),
  );
  const mediaType = request.groupByWellName ? 'application/zip' : EXPORT_MEDIA_TYPE[request.format];
  return new FileDownload({ name: file.name, mediaType, content: Buffer.from(file.bytes) });
}

/**
 * Exports the results of a run for another system. Every export is audited.
 *
 * @throws AppError `not-found`, `illegal-transition` for a trial run, `invalid-request` when nothing of the run is
 *   interpreted, or RDML cannot represent it
 */
export async function exportResults(
  dependencies: ExportDependencies,
  actor: LaboratoryCaller,
  { runId, format }: { readonly runId: string; readonly format: ResultFormat },
): Promise<FileDownload> {
  const file = await fileOfRun(dependencies, actor, { runId, format });
  if (file === null) throw new AppError('invalid-request', format === 'RDML' ? NO_READINGS : NO_WELL);
  await transaction({ db: dependencies.db, actor }, (tx) =>
    recordAudit(tx, actor, {
      action: 'run.export',
      entity: 'run',
      entityId: runId,
      details: { format, file: file.name },
    }),
  );
  return new FileDownload({ ...file, mediaType: RESULT_FILE[format].mediaType });
}

/**
 * The report or results of a whole run, for delivery to another system. The caller audits it. Null: nothing
 * is interpreted, or RDML cannot represent the run.
 *
 * @throws AppError `not-found`, `illegal-transition` for results of a trial run, `record-changed` when the run
 *   differs from what was signed
 */
export async function fileOfRun(
  dependencies: ExportDependencies,
  actor: LaboratoryCaller,
  {
    runId,
    format,
    namedOn,
    isProven = false,
  }: {
    readonly runId: string;
    readonly format: ResultFormat | 'PDF';
    /** The date in the file name; default: today. */
    readonly namedOn?: Date;
    /** Sent together with the signed proof. */
    readonly isProven?: boolean;
  },
): Promise<{ readonly name: string; readonly content: Buffer } | null> {
  const request = exportRequestSchema.parse({});
  return traced(format === 'PDF' ? 'make report' : 'make results', async () => {
    const job = await exportJob(dependencies, actor, { runId, request, shelf: 'any', isProven, namedOn });
    if (job === null) return null;
    const { isTrial, trialLots, status } = job.run;
    if (isTrial && format !== 'PDF')
      throw new AppError('illegal-transition', trialNotSent(trialLots), { details: { status } });
    const file = await (format === 'PDF'
      ? makeExport(dependencies, job)
      : makeResults(dependencies, { job, format, runId }));
    return file && { name: file.name, content: Buffer.from(file.bytes) };
  });
}

/** The list of exports marks a report that lacks its time stamp. */
const unstamped = ({ unstamped: reason }: ExportedFile) =>
  reason === undefined ? {} : { unstamped: reason };

const makeExport = async ({ analysisWorkers }: ExportDependencies, job: ExportJob) =>
  (await analysisWorkers.run(MAKE_EXPORT, job)) as ExportedFile | null; // the return type of makeExport

async function makeResults(
  { db, analysisWorkers }: ExportDependencies,
  { job, format, runId }: { readonly job: ExportJob; readonly format: ResultFormat; readonly runId: string },
): Promise<ExportedFile | null> {
  const curves = format === 'RDML' ? await loadCurves(db, runId) : [];
  const results: ResultsJob = { ...job, format, curves };
  return (await analysisWorkers.run(MAKE_RESULTS, results)) as ExportedFile | null; // the return type of makeResults
}

/** @returns null when nothing is interpreted @throws AppError `not-found`, `record-changed` */
async function exportJob(
  { db, clock, signer, houseCertificate, timeStamps }: ExportDependencies,
  actor: LaboratoryCaller,
  { runId, request, shelf, isProven = false, namedOn = clock.now() }: Command,
): Promise<ExportJob | null> {
  const run = await getRun(db, actor, { runId, shelf });
  refuseForeignWells(run, request.wellIds);
  const { sampleWellId, fileName } = request;
  const sample = sampleWellId === undefined ? null : sampleIn(run, sampleWellId);
  const trace = await db.interpretation.findUnique({
    where: { runId },
    select: { algorithmVersion: true, configurationSha256: true },
  });
  if (trace === null) return null;
  const isChanged = await refuseChanged({ db, clock, signer }, actor, { run, isProven });
  const now = clock.now();
  const auditEntries = await signedEntries(db, runId);
  const signature = isDecidedStatus(run.status) ? await readStatement(db, runId) : null;
  const chart = await loadChartInput(db, { runId });
  return {
    // A laboratory that is renamed later has not decided.
    run: signature === null ? run : { ...run, laboratory: { ...run.laboratory, ...signature.laboratory } },
    request,
    checked: await checkForReport({ db, clock }, actor, { run, chart }),
    chart,
    certificate: request.format === 'PDF' ? validCertificate(houseCertificate, now) : null,
    timeStamps: timeStamps.isOn ? timeStamps.settings : null,
    name: exportTitle(run, {
      fileName: fileName ?? (sample === null ? undefined : `sample_${sample.name}`),
      day: namedOn.toISOString().slice(0, 10),
    }),
    facts: {
      ...trace,
      softwareVersion: SOFTWARE_BUILD,
      exportedBy: actor.name,
      exportedAt: now.toISOString(),
      auditEntries,
      isChanged,
      signature,
      ...(sample && { sample }),
    },
  };
}

/**
 * @throws AppError `not-configured` when the certificate has expired since the start: an unsigned report
 * would be unexpected
 */
function validCertificate(certificate: HouseCertificate | null, now: Date): HouseCertificate | null {
  if (certificate === null || now <= certificate.validTo) return certificate;
  const day = certificate.validTo.toISOString().slice(0, 10);
  throw new AppError(
    'not-configured',
    `The certificate that reports are signed with expired on ${day}. Contact your administrator.`,
  );
}

/** The latest audit entry of each act that a report names. */
async function signedEntries(db: Db, runId: string): Promise<Record<string, string>> {
  const events = await db.auditEvent.findMany({
    where: { entity: 'run', entityId: runId, action: { in: [...SIGNED_ACTIONS] } },
    orderBy: { id: 'asc' },
    select: { number: true, action: true },
  });
  return Object.fromEntries(events.map(({ number, action }) => [action, String(number)]));
}

function refuseForeignWells(run: Run, wellIds: readonly string[]): void {
  const own = new Set(run.analyses.flatMap(({ wells }) => Object.values(wells).map(({ id }) => id)));
  if (!wellIds.every((id) => own.has(id))) throw notFound('well');
}
