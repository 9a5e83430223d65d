import type { ChainState } from '@curvewell/domain';

import type { Db } from '../../../database/db.ts';
import { verifyChain, type NamedChain, type TrailDependencies } from './verify-chain.ts';

/** How long a result is cached; every history that is opened shows it. */
const HOLDS_MS = 10 * 60_000;

interface Verified {
  readonly at: number;
  readonly state: Promise<ChainState>;
  isUnderWay: boolean;
}
const verified = new WeakMap<Db, Map<string, Verified>>();

interface Verification extends NamedChain {
  readonly chain: string;
  /** Ignores the cache. */
  readonly again: boolean;
}

/**
 * Verifies a chain, unless it was verified recently. Concurrent requests share one verification, since a chain may
 * have a million entries.
 */
export function verifyLately(
  dependencies: TrailDependencies & { readonly db: Db },
  { again, ...named }: Verification,
): Promise<ChainState> {
  const { chain } = named;
  const known = verified.get(dependencies.db) ?? new Map<string, Verified>();
  verified.set(dependencies.db, known);
  const at = dependencies.clock.now().getTime();
  const last = known.get(chain);
  if (last !== undefined && (last.isUnderWay || (!again && at - last.at < HOLDS_MS))) return last.state;
  const next: Verified = { at, state: verifyChain(dependencies, named), isUnderWay: true };
  known.set(chain, next);
  next.state.then(
    () => (next.isUnderWay = false),
    () => known.delete(chain),
  );
  return next.state;
}
