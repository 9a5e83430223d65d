import { randomUUID } from 'node:crypto';

import { ARCHIVE_RETENTION_DAYS } from '@curvewell/domain';

import { actingIn, recordAudit, type AuditActor } from '../../audit/record-audit.ts';
import { removeObjects, type BlobName } from '../../blobs/blobs.ts';
import { transaction, type Tx } from '../../database/db.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { PermanentFailure, plainErrorText } from '../../jobs/outcome.ts';
import type { JobData } from '../../jobs/queues.ts';
import { dropCharts } from '../interpretation/index.ts';

const DAY_MS = 24 * 3600 * 1000;
/** All attempts take about half a minute. */
const MAX_TRIES = 5;

type Job = JobData['archive'];

/**
 * One attempt to archive a run. One transaction archives it and settles the request, so a crash leaves the request
 * open and a settled request is not repeated. After the last attempt the run is unchanged and shows the failure.
 */
export async function archiveRun(
  { db, clock }: Dependencies,
  job: Job,
  { number }: { readonly number: number },
): Promise<void> {
  try {
    const charts = await transaction({ db, on: job.runId }, (tx) => archive(tx, job, clock.now()));
    await removeObjects(db, charts);
  } catch (error) {
    if (number < MAX_TRIES) throw error;
    await transaction({ db, on: job.runId }, (tx) => recordFailure(tx, job, error));
    throw new PermanentFailure(plainErrorText(error), { cause: error });
  }
}

/**
 * Requests archiving again after a failure, on behalf of the user who first requested it.
 *
 * @returns false: it was requested again or settled meanwhile
 */
export async function retryArchiving(
  { tx, jobs }: { readonly tx: Tx; readonly jobs: Jobs },
  actor: AuditActor,
  job: Job,
): Promise<boolean> {
  const { runId, markAsToDelete } = job;
  const where = { id: runId, archiveRequestId: job.requestId, archivedAt: null };
  const run = await tx.run.findFirst({ where, select: { laboratoryId: true } });
  const requestId = randomUUID();
  const { count } = await tx.run.updateMany({
    where,
    data: { archiving: 'PENDING', archiveRequestId: requestId },
  });
  if (run === null || count === 0) return false;
  await jobs.ask(tx, 'archive', { data: { ...job, requestId } });
  await recordAudit(tx, actingIn(actor, run.laboratoryId), {
    action: 'run.archive-request',
    entity: 'run',
    entityId: runId,
    details: { markAsToDelete },
  });
  return true;
}

/** The request, unless it is settled or superseded by a newer one. */
const theRequest = ({ runId, requestId }: Job) =>
  ({ id: runId, archiveRequestId: requestId, archiving: 'PENDING' }) as const;

/** @returns the deleted charts, whose objects are then to be removed */
async function archive(tx: Tx, job: Job, now: Date): Promise<BlobName[]> {
  const { requestedById, requestedByName, markAsToDelete } = job;
  const run = await tx.run.findFirst({ where: theRequest(job), select: { laboratoryId: true } });
  if (run === null) return [];
  const deletionDate = markAsToDelete ? new Date(now.getTime() + ARCHIVE_RETENTION_DAYS * DAY_MS) : null;
  const { count } = await tx.run.updateMany({
    where: { ...theRequest(job), archivedAt: null, status: { in: ['APPROVED', 'REJECTED'] } },
    data: {
      archiving: null,
      archiveRequestId: null,
      archivedById: requestedById,
      archivedByName: requestedByName,
      archivedAt: now,
      deletionDate,
      revision: { increment: 1 },
    },
  });
  if (count === 0) throw new Error('The run can no longer be archived.');
  await recordAudit(tx, requesterOf(job, run), {
    action: 'run.archive',
    entity: 'run',
    entityId: job.runId,
    details: { deletionDate: deletionDate?.toISOString().slice(0, 10) ?? null },
  });
  return dropCharts(tx, job.runId);
}

async function recordFailure(tx: Tx, job: Job, cause: unknown): Promise<void> {
  const run = await tx.run.findFirst({ where: theRequest(job), select: { laboratoryId: true } });
  const { count } = await tx.run.updateMany({ where: theRequest(job), data: { archiving: 'FAILED' } });
  if (run === null || count === 0) return;
  await recordAudit(tx, requesterOf(job, run), {
    action: 'run.archive-failed',
    entity: 'run',
    entityId: job.runId,
    details: { error: cause instanceof Error ? cause.message : String(cause) },
  });
}

const requesterOf = (
  { requestedById, requestedByName }: Job,
  { laboratoryId }: { readonly laboratoryId: string },
): AuditActor => ({ userId: requestedById, name: requestedByName, laboratory: { id: laboratoryId } });
