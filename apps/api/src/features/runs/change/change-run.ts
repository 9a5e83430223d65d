import type { Run, RunPermissions } from '@curvewell/domain';

import { type Db, transaction, type Tx } from '../../../database/db.ts';
import { AppError } from '../../../errors.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import type { Shelf } from '../list/listed-run.ts';
import { getRun, lockRun, readRun } from '../read/queries.ts';
import { obstacleOf, permissionsFor, type RunRow } from '../read/run-state.ts';

interface Change {
  readonly runId: string;
  /** Live runs, unless the change is about archived ones. */
  readonly shelf?: Shelf;
  /** What the caller must be allowed to do now. */
  readonly permission: keyof RunPermissions;
  /** The message when the run's state forbids the change; a user without the permission gets another one. */
  readonly refusal: string;
  /** Makes the change and writes its audit entry. */
  readonly change: (tx: Tx, row: RunRow) => Promise<void>;
}

/**
 * Changes a run in one short transaction: lock, ask the rules, change.
 *
 * @throws AppError `not-found`, `forbidden` to whom a permission is missing, `illegal-transition` when the state refuses
 */
export async function changeRun(
  db: Db,
  actor: LaboratoryCaller,
  { runId, permission, refusal, change }: Change,
): Promise<Run> {
  return transaction({ db, actor, on: runId }, async (tx) => {
    await changeLocked(tx, actor, { runId, permission, refusal, change });
    return getRun(tx, actor, { runId });
  });
}

/** The same within a transaction, for changes after which there is nothing to answer. */
export async function changeLocked(
  tx: Tx,
  actor: LaboratoryCaller,
  { runId, shelf = 'live', permission, refusal, change }: Change,
): Promise<void> {
  const row = await lockRun(tx, actor, { runId, shelf });
  if (!permissionsFor(actor, row)[permission]) throw refused(actor, { row, permission, refusal });
  await change(tx, row);
}

/**
 * A run that the caller may change in some way now. Anyone who changes it later asks again, under its lock.
 *
 * @throws AppError like `changeRun`
 */
export async function changeable(
  db: Db | Tx,
  actor: LaboratoryCaller,
  { runId, shelf = 'live', permission, refusal }: Omit<Change, 'change'>,
): Promise<RunRow> {
  const row = await readRun(db, actor, { runId, shelf });
  if (!permissionsFor(actor, row)[permission]) throw refused(actor, { row, permission, refusal });
  return row;
}

function refused(
  { userId }: LaboratoryCaller,
  { row, permission, refusal }: Pick<Change, 'permission' | 'refusal'> & { readonly row: RunRow },
): AppError {
  return obstacleOf({ userId, row, permission }) === 'forbidden'
    ? new AppError('forbidden', 'You do not have the permission to do this.')
    : new AppError('illegal-transition', refusal, { details: { status: row.status } });
}
