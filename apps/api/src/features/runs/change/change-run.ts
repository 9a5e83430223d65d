import type { Run, RunPermissions } from '@curvewell/domain';

import { type Db, transaction, type Tx } from '../../../database/db.ts';
import { AppError } from '../../../errors.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import type { Shelf } from '../list/listed-run.ts';
import { getRun, lockRun, readRun } from '../read/queries.ts';
import { obstacleOf, permissionsFor, type RunRow, type StateOfRun } from '../read/run-state.ts';

interface Change {
  readonly runId: string;
  /** Default: live runs. */
  readonly shelf?: Shelf;
  /** The permission that the caller needs in the run's current state. */
  readonly permission: keyof RunPermissions;
  /** The message when the run's state forbids the change; a missing permission has a message of its own. */
  readonly refusal: string;
  /** Makes the change and writes its audit entry. */
  readonly change: (tx: Tx, row: RunRow) => Promise<void>;
}

/**
 * Changes a run in one short transaction: lock it, check the permission, change it.
 *
 * @throws AppError `not-found`, `forbidden` without the permission, `illegal-transition` when the state
 * forbids it
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

/** The same within a transaction, for changes that return nothing. */
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
 * Checks that the caller may change the run, without a lock. A later change must check again under the lock.
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

/** The whole run that the caller may change, without a lock, like {@link changeable}. */
export const getChangeableRun = (
  db: Db,
  actor: LaboratoryCaller,
  { runId, permission, refusal }: Pick<Change, 'runId' | 'permission' | 'refusal'>,
): Promise<Run> =>
  getRun(db, actor, {
    runId,
    require: (row) => {
      if (!permissionsFor(actor, row)[permission]) throw refused(actor, { row, permission, refusal });
    },
  });

function refused(
  { userId }: LaboratoryCaller,
  { row, permission, refusal }: Pick<Change, 'permission' | 'refusal'> & { readonly row: StateOfRun },
): AppError {
  return obstacleOf({ userId, row, permission }) === 'forbidden'
    ? new AppError('forbidden', 'You do not have permission to do this.')
    : new AppError('illegal-transition', refusal, { details: { status: row.status } });
}
