import type { RunCheck } from '@curvewell/domain';

import type { LaboratoryCaller } from '../../actor.ts';
import type { Tx } from '../../database/db.ts';
import { newId } from '../../database/new-id.ts';
import type { KeptSubmission } from '../interpretation/index.ts';
import { usedLots } from './used-lots.ts';

interface KeptDecision {
  readonly runId: string;
  readonly at: Date;
  readonly decision: 'submit' | 'approve' | 'reject';
  readonly check?: RunCheck;
  readonly reason?: string | null;
}

interface StoredDecision {
  readonly id: string;
  /** As PostgreSQL has stored it. */
  readonly kept: KeptSubmission;
}

/** Stores a decision with its check and the lots in use. */
export async function storeDecision(
  tx: Tx,
  { userId, name, laboratory }: LaboratoryCaller,
  { runId, at, decision, check, reason = null }: KeptDecision,
): Promise<StoredDecision> {
  const id = newId();
  const json = check === undefined ? null : JSON.stringify(check);
  const [kept] = await tx.$queryRaw<KeptSubmission[]>`
    INSERT INTO run_decision (id, run_id, laboratory_id, decision, reason, "check", lots, by_id, by_name, at)
    VALUES (${id}::uuid, ${runId}::uuid, ${laboratory.id}::uuid, ${decision}::signed_decision, ${reason}, ${json}::jsonb,
      (${usedLots(runId)}), ${userId}::uuid, ${name}, ${at}::timestamptz)
    RETURNING "check", lots, by_id AS "byId", by_name AS "byName", at`;
  if (kept === undefined) throw new Error('the statement returns its row');
  return { id, kept };
}
