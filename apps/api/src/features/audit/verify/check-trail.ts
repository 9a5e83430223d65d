import type { ChainState } from '@curvewell/domain';

import { transaction, type Db } from '../../../database/db.ts';
import type { Signer } from '../../../signing/signer.ts';
import { keepCheckpoint } from './checkpoint.ts';
import { chainsOf } from './verify-trail.ts';
import { verifyChain, type TrailDependencies } from './verify-chain.ts';

/**
 * Verifies every chain of the audit trail. Records whether all are intact, and a checkpoint of each.
 *
 * @returns the broken chains
 * @throws AppError `unavailable` when it cannot sign the checkpoints
 */
export async function checkTrail(
  dependencies: TrailDependencies & { readonly db: Db; readonly signer: Signer },
): Promise<ChainState[]> {
  const { db, clock } = dependencies;
  const found: (readonly [chain: string | null, state: ChainState])[] = [];
  for (const named of await chainsOf(db, undefined))
    found.push([named.chain, await verifyChain(dependencies, named)]);
  const broken = found.map(([, state]) => state).filter(({ fault }) => fault !== null);
  const checked = { trailCheckedAt: clock.now(), trailUnbroken: broken.length === 0 };
  await transaction({ db }, (tx) => tx.installation.update({ where: { id: 1 }, data: checked }));
  for (const [chain, state] of found) await keepCheckpoint(dependencies, chain, state);
  return broken;
}
