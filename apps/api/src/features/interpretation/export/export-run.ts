import { EXPORT_MEDIA_TYPE, type ExportRequest, type Run } from '@curvewell/contracts';

import { recordAudit } from '../../../audit.ts';
import type { Clock } from '../../../clock.ts';
import type { Db } from '../../../db.ts';
import { AppError } from '../../../errors.ts';
import type { LaboratoryCaller } from '../../../http/access.ts';
import { FileDownload } from '../../../http/downloads.ts';
import { getRun } from '../../runs/index.ts';
import { chartWells } from '../chart-json.ts';
import { loadChartInput } from '../interpreted-wells.ts';
import { csvOf } from './csv.ts';
import { exportRows, type ExportRow } from './export-rows.ts';

interface Command {
  readonly runId: string;
  readonly request: ExportRequest;
}

/**
 * The wells of a run as a file. Every export leaves an entry in the audit trail.
 *
 * @throws AppError `not-found` also for a well of another run, `invalid-request` when there is no well to export
 */
export async function exportRun(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  actor: LaboratoryCaller,
  { runId, request }: Command,
): Promise<FileDownload> {
  const run = await getRun(db, actor, { runId });
  refuseForeignWells(run, request.wellIds);
  const { wells, configurations } = await loadChartInput(db, { runId });
  const rows = exportRows(run, chartWells({ wells, configurations, slopes: [] }), request);
  if (rows.length === 0) throw new AppError('invalid-request', 'No well to export.');

  const file = fileOf(rows, request, exportName(run, request, clock.now()));
  await db.$transaction((tx) =>
    recordAudit(tx, actor, {
      action: 'run.export',
      entity: 'run',
      entityId: runId,
      details: { format: request.format, wells: rows.length, file: file.name },
    }),
  );
  return file;
}

function refuseForeignWells(run: Run, wellIds: readonly string[]): void {
  const own = new Set(run.analyses.flatMap(({ wells }) => Object.values(wells).map(({ id }) => id)));
  if (!wellIds.every((id) => own.has(id))) throw new AppError('not-found', 'This well does not exist.');
}

/** `<run number>_<file name>_<yyyymmdd>`, with nothing that a file system refuses. */
function exportName({ businessId, name }: Run, { fileName }: ExportRequest, now: Date): string {
  const day = now.toISOString().slice(0, 10).replaceAll('-', '');
  return `${businessId}_${fileName ?? name}_${day}`.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_');
}

function fileOf(rows: readonly ExportRow[], request: ExportRequest, name: string): FileDownload {
  if (request.format !== 'CSV' || request.groupByWellName) {
    throw new AppError('not-served', `Exports as ${request.format} are not served yet.`);
  }
  const text = csvOf(rows, { delimiter: request.csvDelimiter, showTrailing: request.csvShowTrailing });
  return new FileDownload({
    name: `${name}.csv`,
    mediaType: EXPORT_MEDIA_TYPE.CSV,
    content: Buffer.from(text),
  });
}
