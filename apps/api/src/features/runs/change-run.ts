import type { Run, RunPermissions } from '@curvewell/contracts';

import type { Db, Tx } from '../../db.ts';
import { AppError } from '../../errors.ts';
import type { LaboratoryCaller } from '../../http/access.ts';
import { getRun, lockRun, type Shelf } from './queries.ts';
import { permissionsFor, type SummaryRow } from './run-summary.ts';

interface Change {
  readonly runId: string;
  /** Live runs, unless the change is about archived ones. */
  readonly shelf?: Shelf;
  /** What the caller must be allowed to do now. */
  readonly needs: keyof RunPermissions;
  /** Said when it is not allowed: the run's state, not a right, is what stands in the way. */
  readonly refusal: string;
  /** Makes the change and writes its audit entry. */
  readonly change: (tx: Tx, row: SummaryRow) => Promise<void>;
}

/**
 * Changes a run in one short transaction: lock, ask the rules, change.
 *
 * @throws AppError `not-found`, or `illegal-transition` when the rules refuse
 */
export async function changeRun(
  db: Db,
  actor: LaboratoryCaller,
  { runId, needs, refusal, change }: Change,
): Promise<Run> {
  return db.$transaction(async (tx) => {
    await changeLocked(tx, actor, { runId, needs, refusal, change });
    return getRun(tx, actor, { runId });
  });
}

/** The same within a transaction, for changes after which there is nothing to answer. */
export async function changeLocked(
  tx: Tx,
  actor: LaboratoryCaller,
  { runId, shelf = 'live', needs, refusal, change }: Change,
): Promise<void> {
  const row = await lockRun(tx, actor, { runId, shelf });
  if (!permissionsFor(actor, row)[needs]) {
    throw new AppError('illegal-transition', refusal, { details: { status: row.status } });
  }
  await change(tx, row);
}
