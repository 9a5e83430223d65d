import type { RunCheck } from '@curvewell/domain';

import type { LaboratoryCaller } from '../../actor.ts';
import type { Tx } from '../../database/db.ts';
import { usedLots } from './used-lots.ts';

interface KeptDecision {
  readonly runId: string;
  readonly at: Date;
  readonly decision: 'submit' | 'approve' | 'reject';
  readonly check?: RunCheck;
  readonly reason?: string | null;
}

/** Stores a decision with its check and the lots in use. @returns its id */
export async function storeDecision(
  tx: Tx,
  { userId, name, laboratory }: LaboratoryCaller,
  { check, reason = null, ...kept }: KeptDecision,
): Promise<string> {
  const by = { byId: userId, byName: name, laboratoryId: laboratory.id };
  const { id } = await tx.runDecision.create({
    data: {
      ...kept,
      ...by,
      reason,
      lots: await usedLots(tx, kept.runId),
      ...(check !== undefined && { check }),
    },
    select: { id: true },
  });
  return id;
}
