import { ARCHIVE_RETENTION_DAYS } from '@curvewell/contracts';

import { recordAudit } from '../../audit.ts';
import type { Clock } from '../../clock.ts';
import { type Db, transaction, type Tx } from '../../db.ts';
import type { ArchiveJob } from '../../generated/prisma/client.ts';

const DAY_MS = 24 * 3600 * 1000;
/** After these the job is given up. */
const PAUSES_MS = [5_000, 60_000] as const;

interface Dependencies {
  readonly db: Db;
  readonly clock: Clock;
}

/**
 * Archives the run that has waited longest, if any waits. One transaction takes the job, archives
 * and removes the job: of several processes one gets it, and one that dies leaves all as it was,
 * for the next. A failure is noted and tried again later; after the last one the run stays as it was.
 *
 * @returns whether there was anything to do
 * @throws whatever kept a failure from being noted, such as a database that is away
 */
export async function archiveNext({ db, clock }: Dependencies): Promise<boolean> {
  const taken: ArchiveJob[] = [];
  try {
    await transaction({ db }, async (tx) => {
      const job = await takeJob(tx, clock.now());
      taken.splice(0, 1, ...(job === null ? [] : [job]));
      if (job === null) return;
      await archiveRun(tx, job, clock.now());
    });
  } catch (error) {
    const [job] = taken;
    if (job === undefined) throw error;
    await noteFailure({ db, clock }, job, error);
  }
  return taken.length > 0;
}

/** Locks a waiting job; those that another process works on are passed over. */
async function takeJob(tx: Tx, now: Date): Promise<ArchiveJob | null> {
  const [row] = await tx.$queryRaw<{ runId: string }[]>`
    SELECT run_id AS "runId" FROM archive_job
    WHERE failed_at IS NULL AND next_attempt_at <= ${now}
    ORDER BY next_attempt_at LIMIT 1
    FOR UPDATE SKIP LOCKED`;
  return row === undefined ? null : tx.archiveJob.findUnique({ where: { runId: row.runId } });
}

async function archiveRun(tx: Tx, job: ArchiveJob, now: Date): Promise<void> {
  const { runId, markAsToDelete, requestedById, requestedByName } = job;
  const deletionDate = markAsToDelete ? new Date(now.getTime() + ARCHIVE_RETENTION_DAYS * DAY_MS) : null;
  const { count } = await tx.run.updateMany({
    where: { id: runId, archivedAt: null, status: { in: ['APPROVED', 'REJECTED'] } },
    data: {
      archivedById: requestedById,
      archivedByName: requestedByName,
      archivedAt: now,
      deletionDate,
      revision: { increment: 1 },
    },
  });
  if (count === 0) throw new Error('The run is no longer one that can be archived.');
  await tx.archiveJob.delete({ where: { runId } });
  await recordAudit(tx, requester(job), {
    action: 'run.archive',
    entity: 'run',
    entityId: runId,
    details: { deletionDate: deletionDate?.toISOString().slice(0, 10) ?? null },
  });
}

async function noteFailure({ db, clock }: Dependencies, job: ArchiveJob, cause: unknown): Promise<void> {
  const { runId, attempts } = job;
  const pause = PAUSES_MS[attempts];
  const now = clock.now();
  const error = cause instanceof Error ? cause.message : String(cause);
  await transaction({ db }, async (tx) => {
    // Sent anew or done by another process meanwhile: then nothing matches.
    const { count } = await tx.archiveJob.updateMany({
      where: { runId, attempts, failedAt: null },
      data: {
        attempts: { increment: 1 },
        error,
        ...(pause === undefined ? { failedAt: now } : { nextAttemptAt: new Date(now.getTime() + pause) }),
      },
    });
    if (count === 0 || pause !== undefined) return;
    await recordAudit(tx, requester(job), {
      action: 'run.archive-failed',
      entity: 'run',
      entityId: runId,
      details: { error },
    });
  });
}

const requester = ({ requestedById, requestedByName, laboratoryId }: ArchiveJob) => ({
  userId: requestedById,
  name: requestedByName,
  laboratory: { id: laboratoryId },
});
