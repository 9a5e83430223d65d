import type { AuditAction } from '@curvewell/domain';

import { recordAudit } from '../../../audit/record-audit.ts';
import { type Db, transaction, type Tx } from '../../../database/db.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { leaveRepeats } from '../../repeat-list/index.ts';
import { changeLocked } from './change-run.ts';
import type { RunRow } from '../read/run-state.ts';

/**
 * Deletes a run with its files, curves and results; the audit trail keeps its description.
 *
 * @throws AppError `not-found`, or `illegal-transition` when the caller may not delete it in its state
 */
export async function deleteRun(
  { db }: { readonly db: Db },
  actor: LaboratoryCaller,
  { runId }: { readonly runId: string },
): Promise<void> {
  await transaction({ db, actor, on: runId }, (tx) =>
    changeLocked(tx, actor, {
      runId,
      permission: 'canDelete',
      refusal: 'You do not have permission to delete a run with this status.',
      change: (_, row) => eraseRun(tx, actor, { row, action: 'run.delete' }),
    }),
  );
}

/** Deletes a locked run with all its rows, and writes the audit entry that describes it. */
export async function eraseRun(
  tx: Tx,
  actor: LaboratoryCaller,
  { row, action }: { readonly row: RunRow; readonly action: AuditAction },
): Promise<void> {
  const { id, businessId, status, fileName } = row;
  const files = await tx.runFile.findMany({ where: { runId: id }, select: { name: true, sha256: true } });
  await leaveRepeats(tx, actor, row);
  await tx.run.delete({ where: { id } });
  await recordAudit(tx, actor, {
    action,
    entity: 'run',
    entityId: id,
    details: { businessId, status, fileName, files },
  });
}
