import { recordAudit } from '../../audit.ts';
import type { Db } from '../../db.ts';
import type { LaboratoryCaller } from '../../http/access.ts';
import { changeLocked } from './change-run.ts';

/**
 * Deletes a run with its files, curves and results; what it was stays in the audit trail.
 *
 * @throws AppError `not-found`, or `illegal-transition` when the caller may not delete it in its state
 */
export async function deleteRun(
  { db }: { readonly db: Db },
  actor: LaboratoryCaller,
  { runId }: { readonly runId: string },
): Promise<void> {
  await db.$transaction((tx) =>
    changeLocked(tx, actor, {
      runId,
      needs: 'canDelete',
      refusal: 'You may not delete this run in its state.',
      change: async (_, { businessId, status, fileName }) => {
        const files = await tx.runFile.findMany({ where: { runId }, select: { name: true, sha256: true } });
        await tx.run.delete({ where: { id: runId } });
        await recordAudit(tx, actor, {
          action: 'run.delete',
          entity: 'run',
          entityId: runId,
          details: { businessId, status, fileName, files },
        });
      },
    }),
  );
}
