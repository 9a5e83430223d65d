import { randomUUID } from 'node:crypto';

import { recordAudit } from '../../audit/record-audit.ts';
import { type Db, transaction } from '../../database/db.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { changeLocked, eraseRun } from '../runs/index.ts';

interface Dependencies {
  readonly db: Db;
}

/**
 * Requests archiving of a decided run in the background. A flagged run is deleted permanently when it can no
 * longer be restored.
 *
 * @throws AppError `not-found`, `forbidden`, or `illegal-transition` when the run is not decided or its archiving
 * is already requested
 */
export async function requestArchiving(
  { db, jobs }: Dependencies & { readonly jobs: Jobs },
  actor: LaboratoryCaller,
  { runId, markAsToDelete }: { readonly runId: string; readonly markAsToDelete: boolean },
): Promise<void> {
  const requestId = randomUUID();
  const { userId: requestedById, name: requestedByName } = actor;
  await transaction({ db, actor, on: runId }, (tx) =>
    changeLocked(tx, actor, {
      runId,
      permission: markAsToDelete ? 'canArchiveAndDelete' : 'canArchive',
      refusal: 'Only an approved or rejected run that is not being archived yet can be archived.',
      change: async () => {
        await tx.run.update({
          where: { id: runId },
          data: { archiving: 'PENDING', archiveRequestId: requestId },
        });
        const data = { runId, requestId, markAsToDelete, requestedById, requestedByName };
        await jobs.ask(tx, 'archive', { data });
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

/** Restores an archived run unchanged. @throws AppError `not-found`, `illegal-transition` */
export async function restoreRun(
  { db }: Dependencies,
  actor: LaboratoryCaller,
  { runId }: { readonly runId: string },
): Promise<void> {
  await transaction({ db, actor, on: runId }, (tx) =>
    changeLocked(tx, actor, {
      runId,
      shelf: 'archived',
      permission: 'canRestore',
      refusal: 'You do not have permission to restore this run.',
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

/** Deletes an archived run permanently; the audit trail keeps its description. @throws AppError `not-found` */
export async function deletePermanently(
  { db }: Dependencies,
  actor: LaboratoryCaller,
  { runId }: { readonly runId: string },
): Promise<void> {
  await transaction({ db, actor, on: runId }, (tx) =>
    changeLocked(tx, actor, {
      runId,
      shelf: 'archived',
      permission: 'canDeletePermanently',
      refusal: 'You do not have permission to delete this run.',
      change: (_, row) => eraseRun(tx, actor, { row, action: 'run.delete-permanently' }),
    }),
  );
}
