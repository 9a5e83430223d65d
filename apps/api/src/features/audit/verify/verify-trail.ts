import type { ChainState } from '@curvewell/domain';

import { NO_LABORATORY } from '../../../audit/audit-chain.ts';
import type { Db, Tx } from '../../../database/db.ts';
import { notFound } from '../../../errors.ts';
import type { Caller } from '../../../actor.ts';
import { verifyChain, type NamedChain, type TrailDependencies } from './verify-chain.ts';

/**
 * Verifies the chain of a laboratory; without a word of it one's own, or to whom all laboratories are open all of them
 * and the installation's.
 *
 * @throws AppError `not-found` for a laboratory that is not open to the caller
 */
export async function verifyTrail(
  dependencies: TrailDependencies,
  { laboratory, permissions }: Caller,
  { laboratoryId }: { readonly laboratoryId?: string | undefined },
): Promise<ChainState[]> {
  const readsAll = permissions.has('READ_ALL_LABORATORY');
  const wanted = laboratoryId ?? (readsAll ? undefined : laboratory?.id);
  if (!readsAll && (wanted === undefined || wanted !== laboratory?.id)) throw notFound('laboratory');
  const states: ChainState[] = [];
  for (const named of await chainsOf(dependencies.db, wanted))
    states.push(await verifyChain(dependencies, named));
  if (states.length === 0) throw notFound('laboratory');
  return states;
}

/** By name; also what only entries or a head are left of. */
export async function chainsOf(db: Db | Tx, laboratoryId: string | undefined): Promise<NamedChain[]> {
  return db.$queryRaw<NamedChain[]>`
    SELECT c.chain, l.name AS laboratory FROM (
      SELECT id AS chain FROM laboratory UNION SELECT laboratory_id FROM audit_event
      UNION SELECT nullif(chain, ${NO_LABORATORY}::uuid) FROM audit_head
    ) c LEFT JOIN laboratory l ON l.id = c.chain
    WHERE ${laboratoryId ?? null}::uuid IS NULL OR l.id = ${laboratoryId ?? null}::uuid
    ORDER BY l.name, c.chain`;
}
