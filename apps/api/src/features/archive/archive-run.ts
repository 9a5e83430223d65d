import { ARCHIVE_RETENTION_DAYS } from '@curvewell/contracts';

import { recordAudit } from '../../audit.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db.ts';
import type { LaboratoryCaller } from '../../http/access.ts';
import { changeLocked, eraseRun } from '../runs/index.ts';

const DAY_MS = 24 * 3600 * 1000;

interface Dependencies {
  readonly db: Db;
  readonly clock: Clock;
}

/**
 * Archives a decided run; flagged, it is also deleted for good once it can no longer be restored.
 *
 * @throws AppError `not-found`, or `illegal-transition` when the run is not decided or the caller may not
 */
export async function archiveRun(
  { db, clock }: Dependencies,
  actor: LaboratoryCaller,
  { runId, markAsToDelete }: { readonly runId: string; readonly markAsToDelete: boolean },
): Promise<void> {
  const now = clock.now();
  const deletionDate = markAsToDelete ? new Date(now.getTime() + ARCHIVE_RETENTION_DAYS * DAY_MS) : null;
  await db.$transaction((tx) =>
    changeLocked(tx, actor, {
      runId,
      needs: markAsToDelete ? 'canArchiveAndDelete' : 'canArchive',
      refusal: 'Only an approved or rejected run can be archived.',
      change: async () => {
        await tx.run.update({
          where: { id: runId },
          data: {
            archivedById: actor.userId,
            archivedByName: actor.name,
            archivedAt: now,
            deletionDate,
            revision: { increment: 1 },
          },
        });
        await recordAudit(tx, actor, {
          action: 'run.archive',
          entity: 'run',
          entityId: runId,
          details: { deletionDate: deletionDate?.toISOString().slice(0, 10) ?? null },
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
  await db.$transaction((tx) =>
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
  await db.$transaction((tx) =>
    changeLocked(tx, actor, {
      runId,
      shelf: 'archived',
      needs: 'canDeletePermanently',
      refusal: 'You may not delete this run.',
      change: (_, row) => eraseRun(tx, actor, { row, action: 'run.delete-permanently' }),
    }),
  );
}
