import { CHANGED_NOT_SENT, type Run } from '@curvewell/domain';

import type { Db } from '../../database/db.ts';
import { AppError } from '../../errors.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import { readRecordOfRun } from './check-records.ts';
import type { RecordDependencies } from './read-record-state.ts';

interface Leaving {
  readonly run: Pick<Run, 'id' | 'status' | 'rules'>;
  /** The export includes the signed proof, so it is allowed despite faults. */
  readonly isProven?: boolean;
}

/**
 * Every export and every delivery of a run passes through this check of its record.
 *
 * @returns whether the run differs from what was signed and must be marked
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
