import type { ChainState } from '@curvewell/domain';

import { NO_LABORATORY } from '../../../audit/audit-chain.ts';
import type { Db, Tx } from '../../../database/db.ts';
import { notFound } from '../../../errors.ts';
import type { Caller } from '../../../actor.ts';
import { verifyChain, type NamedChain, type TrailDependencies } from './verify-chain.ts';

/**
 * Verifies the chain of the given laboratory. Without one: the caller's chain, or every chain for a caller who may
 * read all laboratories.
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

/** By name. Includes laboratories of which only entries or a head are left. */
export async function chainsOf(db: Db | Tx, laboratoryId: string | undefined): Promise<NamedChain[]> {
  return db.$queryRaw<NamedChain[]>`
    SELECT c.chain, l.name AS laboratory FROM (
      SELECT id AS chain FROM laboratory UNION SELECT laboratory_id FROM audit_event
      UNION SELECT nullif(chain, ${NO_LABORATORY}::uuid) FROM audit_head
    ) c LEFT JOIN laboratory l ON l.id = c.chain
    WHERE ${laboratoryId ?? null}::uuid IS NULL OR l.id = ${laboratoryId ?? null}::uuid
    ORDER BY l.name, c.chain`;
}
