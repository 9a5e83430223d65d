import { CHANGED_NOT_SENT, type Run } from '@curvewell/domain';

import type { Db } from '../../database/db.ts';
import { AppError } from '../../errors.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import { readRecordOfRun } from './check-records.ts';
import type { RecordDependencies } from './read-record-state.ts';

interface Leaving {
  readonly run: Pick<Run, 'id' | 'status' | 'rules'>;
  /** With the proof of what was signed: it may leave whatever is wrong with it. */
  readonly isProven?: boolean;
}

/**
 * The one gate for whatever leaves the laboratory: every export and every delivery of a run asks its record first.
 *
 * @returns whether it is not what was signed and is to be marked as such
 * @throws AppError `record-changed` where the laboratory does not let it leave
 */
export async function refuseChanged(
  { db, clock, signer }: RecordDependencies & { readonly db: Db },
  actor: LaboratoryCaller,
  { run: { id: runId, status, rules }, isProven = false }: Leaving,
): Promise<boolean> {
  const { state } = await readRecordOfRun({ db, clock, signer }, actor, { runId, again: false });
  if (state !== 'changed') return false;
  if (isProven || rules.changedRunsLeave) return true;
  throw new AppError('record-changed', CHANGED_NOT_SENT, { details: { status } });
}
