import type { RunCheck } from '@curvewell/domain';

import type { LaboratoryCaller } from '../../actor.ts';
import type { Tx } from '../../database/db.ts';
import { newId } from '../../database/new-id.ts';
import type { KeptSubmission } from '../interpretation/index.ts';
import { Prisma } from '../../generated/prisma/client.ts';

const LOT = `json_build_object('id', l.id, 'name', l.name, 'kit', k.name, 'version', v.version,
  'expirationDate', to_char(l.expiration_date, 'YYYY-MM-DD'))`;

/**
 * Selects the current lots of a run as JSON. A decision copies them, so that a later correction of an expiry date does
 * not change it.
 */
const usedLots = (runId: string): Prisma.Sql => Prisma.sql`
  SELECT coalesce(jsonb_agg(${Prisma.raw(LOT)} ORDER BY k.name, v.version, l.name, l.id), '[]')
  FROM lot l JOIN kit_version v ON v.id = l.kit_version_id JOIN kit k ON k.id = v.kit_id
  WHERE l.id IN (SELECT lot_id FROM run_reference WHERE run_id = ${runId}::uuid)`;

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
