import type { Clock } from '../../clock.ts';
import type { Db } from '../../database/db.ts';
import { consume, createLimiter } from '../../http/rate-limiter.ts';
import type { Device } from './device-cookie.ts';
import { isKnownNetwork, networkOf } from './networks.ts';

const QUARTER_S = 15 * 60;
/** What may be begun from one network in a window by browsers in which nobody has signed in. */
const OF_A_NETWORK = 1_000;
/** So many more where somebody has signed in lately: 2,000 people behind one address, in new browsers, twice each. */
const MORE_OF_A_KNOWN_NETWORK = 3_000;
/** What may be begun in a window in browsers in which one person has signed in. */
const OF_AN_ACCOUNT = 60;
/** What may be begun from all together before only known networks and browsers are let in. */
const OF_ALL = 5_000;
/** Longer than anything that the application asks, with its ID token. */
const LONGEST_TARGET = 8 * 1024;

interface Request {
  readonly method: string;
  readonly target: string;
  readonly address: string;
  /** In which somebody has signed in before; null: none. */
  readonly device: Device | null;
}

/** Says 400, 405, 414 or 429 to what would leave records of nobody, or null. */
export type RequestLimits = (request: Request) => Promise<{ status: number; seconds?: number } | null>;

/**
 * Keeps unknown clients from filling the database: each request to sign in or out is remembered until its end
 * or its expiry. Counted in memory, so that a flood costs no query; restarting forgets no more than the
 * records that expire as fast.
 */
export function createRequestLimits(
  dependencies: { readonly db: Db; readonly clock: Clock },
  { ofNetwork = OF_A_NETWORK, ofAll = OF_ALL } = {},
): RequestLimits {
  const limiter = (points: number) => createLimiter({ points, durationS: QUARTER_S });
  const networks = limiter(ofNetwork);
  const knownNetworks = limiter(MORE_OF_A_KNOWN_NETWORK);
  const accounts = limiter(OF_AN_ACCOUNT);
  const all = limiter(ofAll);

  return async ({ method, target, address, device }) => {
    if (method !== 'GET') return { status: 405 };
    if (target.length > LONGEST_TARGET) return { status: 414 };
    // PostgreSQL takes no NUL.
    if (/%00/.test(target)) return { status: 400 };
    if (device !== null) {
      // Neither what others do in this network nor a flood from elsewhere keeps these people out.
      const refusal = await consume(accounts, device.account);
      if (refusal === null) return null;
    }
    const network = networkOf(address);
    const used = await all.get('all');
    const isFull = used !== null && used.consumedPoints >= ofAll && used.msBeforeNext > 0;
    if (isFull && !(await isKnownNetwork(dependencies, network)))
      return { status: 429, seconds: Math.ceil(used.msBeforeNext / 1000) };
    let refusal = await consume(networks, network);
    // Looked up only now, so that most requests cost no query.
    if (refusal !== null && (await isKnownNetwork(dependencies, network)))
      refusal = await consume(knownNetworks, network);
    if (refusal === null) {
      await all.penalty('all');
      return null;
    }
    return { status: 429, seconds: refusal.seconds };
  };
}
