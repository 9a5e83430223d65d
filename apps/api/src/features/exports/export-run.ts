import type { ExportRequest, Run } from '@curvewell/contracts';
import { EXPORT_MEDIA_TYPE, exportRequestSchema, exportTitle } from '@curvewell/contracts';

import { recordAudit } from '../../audit.ts';
import type { Clock } from '../../clock.ts';
import { type Db, transaction } from '../../db.ts';
import { AppError, notFound } from '../../errors.ts';
import type { LaboratoryCaller } from '../../http/access.ts';
import { FileDownload } from '../../http/downloads.ts';
import { traced } from '../../telemetry/happenings.ts';
import { SOFTWARE_VERSION } from '../../version.ts';
import { readCheck } from '../decisions/index.ts';
import { getRun, type Shelf } from '../runs/index.ts';
import { loadChartInput, type AnalysisWorkers } from '../interpretation/index.ts';
import type { ExportedFile, ExportJob } from './export-job.ts';
import { SIGNED_ACTIONS } from './report-facts.ts';

interface Command {
  readonly runId: string;
  readonly request: ExportRequest;
  /** Live runs and archived ones are exported by calls of their own. */
  readonly shelf: Shelf;
}

interface Dependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly analysisWorkers: AnalysisWorkers;
}

/** What makes PDF and spreadsheets takes tens of megabytes: only threads load it. */
const MAKE_EXPORT = { file: new URL('export-job.ts', import.meta.url), name: 'makeExport' };
const NO_WELL = 'No well to export.';

/**
 * The wells of a run as a file, made in a worker. Every export leaves an entry in the audit trail.
 *
 * @throws AppError `not-found` also for a well of another run, `invalid-request` when there is no well to export
 */
export async function exportRun(
  needs: Dependencies,
  actor: LaboratoryCaller,
  command: Command,
): Promise<FileDownload> {
  const { runId, request } = command;
  const file = await makeFile(needs, actor, command);
  if (file === null) throw new AppError('invalid-request', NO_WELL);

  await transaction({ db: needs.db, actor }, (tx) =>
    recordAudit(tx, actor, {
      action: 'run.export',
      entity: 'run',
      entityId: runId,
      details: { format: request.format, wells: file.wells, file: file.name },
    }),
  );
  const mediaType = request.groupByWellName ? 'application/zip' : EXPORT_MEDIA_TYPE[request.format];
  return new FileDownload({ name: file.name, mediaType, content: Buffer.from(file.bytes) });
}

/** The report of a whole run, as it goes with its files; whoever sends it notes that. @throws AppError `not-found` */
export async function reportOfRun(
  needs: Dependencies,
  actor: LaboratoryCaller,
  runId: string,
): Promise<{ readonly name: string; readonly content: Buffer } | null> {
  const request = exportRequestSchema.parse({ format: 'PDF', wellIds: [] });
  const file = await traced('make report', () => makeFile(needs, actor, { runId, request, shelf: 'any' }));
  return file && { name: file.name, content: Buffer.from(file.bytes) };
}

/** @returns null without a well @throws AppError `not-found` */
async function makeFile(
  { db, clock, analysisWorkers }: Dependencies,
  actor: LaboratoryCaller,
  { runId, request, shelf }: Command,
): Promise<ExportedFile | null> {
  const run = await getRun(db, actor, { runId, shelf });
  refuseForeignWells(run, request.wellIds);
  const trace = await db.interpretation.findUnique({
    where: { runId },
    select: { algorithmVersion: true, configurationSha256: true },
  });
  if (trace === null) return null;
  const now = clock.now();
  const auditEntries = await signedEntries(db, runId);
  const job: ExportJob = {
    run,
    request,
    check: await readCheck(db, actor, {
      runId,
      decision: run.status === 'RUN_TO_INTERPRET' ? 'submit' : 'approve',
    }),
    chart: await loadChartInput(db, { runId }),
    name: exportTitle(run, { ...request, day: now.toISOString().slice(0, 10) }),
    facts: {
      ...trace,
      softwareVersion: SOFTWARE_VERSION,
      exportedBy: actor.name,
      exportedAt: now.toISOString(),
      auditEntries,
    },
  };
  return (await analysisWorkers.run(MAKE_EXPORT, job)) as ExportedFile | null; // what makeExport answers
}

/** The last entry of the audit trail on each act that a report names. */
async function signedEntries(db: Db, runId: string): Promise<Record<string, string>> {
  const events = await db.auditEvent.findMany({
    where: { entity: 'run', entityId: runId, action: { in: [...SIGNED_ACTIONS] } },
    orderBy: { id: 'asc' },
    select: { id: true, action: true },
  });
  return Object.fromEntries(events.map(({ id, action }) => [action, String(id)]));
}

function refuseForeignWells(run: Run, wellIds: readonly string[]): void {
  const own = new Set(run.analyses.flatMap(({ wells }) => Object.values(wells).map(({ id }) => id)));
  if (!wellIds.every((id) => own.has(id))) throw notFound('well');
}
