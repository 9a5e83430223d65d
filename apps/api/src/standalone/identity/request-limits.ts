import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

import type { Clock } from '../../clock.ts';
import type { Db } from '../../db.ts';
import { isKnownNetwork, networkOf } from './networks.ts';

const QUARTER_S = 15 * 60;
/** What may be begun from one network in a window: a laboratory of 200 people in the morning, five times over. */
const OF_A_NETWORK = 1_000;
/** What may be begun from all together before only known networks are let in. */
const OF_ALL = 5_000;
/** Longer than anything that the application asks, with its ID token. */
const LONGEST_TARGET = 8 * 1024;

interface Request {
  readonly method: string;
  readonly target: string;
  readonly address: string;
}

/** Says 400, 405, 414 or 429 to what would leave records of nobody, or null. */
export type RequestLimits = (request: Request) => Promise<{ status: number; seconds?: number } | null>;

/**
 * Keeps strangers from filling the database: each request to sign in or out is remembered until its end
 * or its expiry. Counted in memory, so that a flood costs no query; restarting forgets no more than the
 * records that expire as fast.
 */
export function createRequestLimits(
  dependencies: { readonly db: Db; readonly clock: Clock },
  { ofNetwork = OF_A_NETWORK, ofAll = OF_ALL } = {},
): RequestLimits {
  const networks = new RateLimiterMemory({ points: ofNetwork, duration: QUARTER_S });
  const all = new RateLimiterMemory({ points: ofAll, duration: QUARTER_S });

  return async ({ method, target, address }) => {
    if (method !== 'GET') return { status: 405 };
    if (target.length > LONGEST_TARGET) return { status: 414 };
    // PostgreSQL takes no NUL.
    if (/%00/.test(target)) return { status: 400 };
    const network = networkOf(address);
    const used = await all.get('all');
    const isFull = used !== null && used.consumedPoints >= ofAll && used.msBeforeNext > 0;
    if (isFull && !(await isKnownNetwork(dependencies, network))) {
      return { status: 429, seconds: Math.ceil(used.msBeforeNext / 1000) };
    }
    try {
      await networks.consume(network);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      return { status: 429, seconds: Math.ceil(refused.msBeforeNext / 1000) };
    }
    await all.penalty('all');
    return null;
  };
}
