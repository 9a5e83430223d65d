import { flawNotSent, type RecordFlaw, type Run } from '@curvewell/contracts';

import type { Db } from '../../db.ts';
import { AppError } from '../../errors.ts';
import type { LaboratoryCaller } from '../../http/access.ts';
import { readRecordOfRun } from './check-records.ts';
import type { RecordNeeds } from './read-record-state.ts';

interface Leaving {
  readonly run: Run;
  /** With the proof of what was signed: it may leave whatever is wrong with it. */
  readonly isProven?: boolean;
}

/**
 * The one gate for whatever leaves the laboratory: every export and every delivery of a run asks its record first.
 *
 * @returns what is to be marked on it; null: nothing
 * @throws AppError `record-changed` where the laboratory does not let it leave
 */
export async function leavingFlaw(
  { db, clock, signer }: RecordNeeds & { readonly db: Db },
  actor: LaboratoryCaller,
  { run: { id: runId, status, rules }, isProven = false }: Leaving,
): Promise<RecordFlaw | null> {
  const { state } = await readRecordOfRun({ db, clock, signer }, actor, { runId, again: false });
  const isDecided = status === 'APPROVED' || status === 'REJECTED';
  const flaw = state === 'changed' ? 'changed' : state === 'unsigned' && isDecided ? 'unsigned' : null;
  if (flaw === null || isProven || rules.changedRunsLeave) return flaw;
  throw new AppError('record-changed', flawNotSent(flaw), { details: { status } });
}
