import { recordAudit } from '../../audit.ts';
import type { Clock } from '../../clock.ts';
import { type Db, transaction } from '../../db.ts';
import type { LaboratoryCaller } from '../../http/access.ts';
import { changeLocked, eraseRun } from '../runs/index.ts';

interface Dependencies {
  readonly db: Db;
  readonly clock: Clock;
}

/**
 * Sends a decided run for archiving; flagged, it is also deleted for good once it can no longer
 * be restored. Whoever works in the background hears of it from the audit trail.
 *
 * @throws AppError `not-found`, `forbidden`, or `illegal-transition` when the run is not decided or already sent
 */
export async function requestArchiving(
  { db, clock }: Dependencies,
  actor: LaboratoryCaller,
  { runId, markAsToDelete }: { readonly runId: string; readonly markAsToDelete: boolean },
): Promise<void> {
  const now = clock.now();
  const request = {
    laboratoryId: actor.laboratory.id,
    markAsToDelete,
    requestedById: actor.userId,
    requestedByName: actor.name,
    requestedAt: now,
    attempts: 0,
    nextAttemptAt: now,
    failedAt: null,
    error: null,
  };
  await transaction({ db, actor, on: runId }, (tx) =>
    changeLocked(tx, actor, {
      runId,
      needs: markAsToDelete ? 'canArchiveAndDelete' : 'canArchive',
      refusal: 'Only an approved or rejected run that is not being archived yet can be archived.',
      change: async () => {
        // One that failed before begins anew.
        await tx.archiveJob.upsert({ where: { runId }, create: { runId, ...request }, update: request });
        await recordAudit(tx, actor, {
          action: 'run.archive-request',
          entity: 'run',
          entityId: runId,
          details: { markAsToDelete },
        });
      },
    }),
  );
}

/** Brings an archived run back as it was. @throws AppError `not-found`, `illegal-transition` */
export async function restoreRun(
  { db }: Dependencies,
  actor: LaboratoryCaller,
  { runId }: { readonly runId: string },
): Promise<void> {
  await transaction({ db, actor, on: runId }, (tx) =>
    changeLocked(tx, actor, {
      runId,
      shelf: 'archived',
      needs: 'canRestore',
      refusal: 'You may not restore this run.',
      change: async (_, { deletionDate }) => {
        await tx.run.update({
          where: { id: runId },
          data: {
            archivedById: null,
            archivedByName: null,
            archivedAt: null,
            deletionDate: null,
            revision: { increment: 1 },
          },
        });
        await recordAudit(tx, actor, {
          action: 'run.restore',
          entity: 'run',
          entityId: runId,
          details: { deletionDate: deletionDate?.toISOString().slice(0, 10) ?? null },
        });
      },
    }),
  );
}

/** Deletes an archived run for good; what it was stays in the audit trail. @throws AppError `not-found` */
export async function deletePermanently(
  { db }: Dependencies,
  actor: LaboratoryCaller,
  { runId }: { readonly runId: string },
): Promise<void> {
  await transaction({ db, actor, on: runId }, (tx) =>
    changeLocked(tx, actor, {
      runId,
      shelf: 'archived',
      needs: 'canDeletePermanently',
      refusal: 'You may not delete this run.',
      change: (_, row) => eraseRun(tx, actor, { row, action: 'run.delete-permanently' }),
    }),
  );
}
