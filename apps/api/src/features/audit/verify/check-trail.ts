import type { ChainState } from '@curvewell/domain';

import { transaction, type Db } from '../../../database/db.ts';
import { chainsOf } from './verify-trail.ts';
import { verifyChain, type TrailDependencies } from './verify-chain.ts';

/**
 * Verifies every chain of the audit trail and records whether all are intact.
 *
 * @returns the broken chains
 */
export async function checkTrail(
  dependencies: TrailDependencies & { readonly db: Db },
): Promise<ChainState[]> {
  const { db, clock } = dependencies;
  const broken: ChainState[] = [];
  for (const named of await chainsOf(db, undefined)) {
    const state = await verifyChain(dependencies, named);
    if (state.fault !== null) broken.push(state);
  }
  const checked = { trailCheckedAt: clock.now(), trailUnbroken: broken.length === 0 };
  await transaction({ db }, (tx) => tx.installation.update({ where: { id: 1 }, data: checked }));
  return broken;
}
