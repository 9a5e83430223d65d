import { createHash } from 'node:crypto';

import { RateLimiterPrisma } from 'rate-limiter-flexible';

import type { Clock } from '../../clock.ts';
import type { Db } from '../../database/db.ts';
import { consume } from '../../http/rate-limiter.ts';
import { deviceAccount, type Device } from './device-cookie.ts';
import { isKnownNetwork, networkOf } from './networks.ts';

const MINUTE_S = 60;
const HOUR_S = 3600;

/**
 * Failed attempts in a window, from short to long ones, so that the waits grow: a minute, a quarter of
 * an hour, an hour.
 */
const LIMITS = {
  /** Of everybody behind one address; a whole laboratory may be. */
  network: [
    { points: 50, duration: 15 * MINUTE_S },
    { points: 120, duration: HOUR_S },
  ],
  /** Of one login from one network, or in one browser in which its person has signed in. */
  pair: [
    { points: 5, duration: MINUTE_S },
    { points: 10, duration: 15 * MINUTE_S },
    { points: 15, duration: HOUR_S },
  ],
  /**
   * Of one login from all networks from which nobody has signed in. Whoever attacks a login from elsewhere
   * shuts elsewhere out, not its owner at the usual place.
   */
  login: [
    { points: 10, duration: 15 * MINUTE_S },
    { points: 20, duration: HOUR_S },
  ],
} as const;
type Kind = keyof typeof LIMITS;

interface Attempt {
  readonly login: string;
  readonly address: string;
  /** The browser, if somebody has signed in there before. */
  readonly device?: Device | null | undefined;
}

interface Refusal {
  /** How long to wait. */
  readonly seconds: number;
  /** The first in its window: the others are not worth a row of the audit trail. */
  readonly isFirst: boolean;
}

/** Slows guessing down, across processes and restarts, without asking whether a login exists. */
export interface SignInLimits {
  /** Counts an attempt before its password is looked at, so that attempts at the same time count as well. */
  readonly enter: (attempt: Attempt) => Promise<Refusal | null>;
  /** The password was right: the attempt was none. */
  readonly forgive: (attempt: Attempt) => Promise<void>;
}

export function createSignInLimits({ db, clock }: { readonly db: Db; readonly clock: Clock }): SignInLimits {
  const limitersOf = (kind: Kind) =>
    LIMITS[kind].map(
      ({ points, duration }) =>
        new RateLimiterPrisma({
          ...{ storeClient: db, tableName: 'signInLimit', clearExpiredByTimeout: false },
          ...{ keyPrefix: `${kind} ${duration}`, points, duration },
        }),
    );
  const limiters = {
    network: limitersOf('network'),
    pair: limitersOf('pair'),
    login: limitersOf('login'),
  } satisfies Record<Kind, unknown>;

  const keysOf = ({ login, address, device }: Attempt) => {
    const network = networkOf(address);
    const name = login.trim().toLowerCase();
    const place = isOwn({ login, device }) ? `device ${device?.id ?? ''}` : network;
    return { network: digest(network), pair: digest(`${place} ${name}`), login: digest(name) };
  };

  return {
    async enter(attempt) {
      const keys = keysOf(attempt);
      const isKnown = await isKnownNetwork({ db, clock }, networkOf(attempt.address));
      // Who has signed in from there before is not shut out by what others do behind the same address.
      const isUsual = await isKnownNetwork({ db, clock }, usualPlace(attempt));
      // Nor by who fails with their login elsewhere in it: their own browser counts for itself.
      const kinds = isOwn(attempt)
        ? (['pair'] as const)
        : ([
            ...(isUsual ? [] : (['network'] as const)),
            'pair',
            ...(isKnown ? [] : (['login'] as const)),
          ] as const);
      // One after the other: whoever is stopped early does not use up what others share with him.
      for (const kind of kinds) {
        const refusal = await consumeAll(limiters[kind], keys[kind]);
        if (refusal !== null) return refusal;
      }
      return null;
    },
    async forgive(attempt) {
      const keys = keysOf(attempt);
      for (const limiter of limiters.pair) await limiter.delete(keys.pair);
      for (const limiter of limiters.network) await limiter.reward(keys.network);
      for (const limiter of limiters.login) await limiter.reward(keys.login);
    },
  };
}

/** Whether the person of this login has signed in in this browser. */
const isOwn = ({ login, device }: Pick<Attempt, 'login' | 'device'>): boolean =>
  device?.account !== undefined && device.account === deviceAccount(login);

/** Counts in every window, unless a shorter one is full already. */
async function consumeAll(windows: readonly RateLimiterPrisma[], key: string): Promise<Refusal | null> {
  for (const window of windows) {
    const refusal = await consume(window, key);
    if (refusal !== null)
      return { seconds: await longestWait(windows, key), isFirst: refusal.count === window.points + 1 };
  }
  return null;
}

/** Until no window is full any more, in seconds. */
async function longestWait(windows: readonly RateLimiterPrisma[], key: string): Promise<number> {
  let longest = 1000;
  for (const window of windows) {
    const used = await window.get(key);
    if (used !== null && used.consumedPoints >= window.points) {
      longest = Math.max(longest, used.msBeforeNext);
    }
  }
  return Math.ceil(longest / 1000);
}

/** A login at a network, as it is kept beside the networks themselves. */
export const usualPlace = ({ login, address }: Attempt): string =>
  `login ${digest(`${networkOf(address)} ${login.trim().toLowerCase()}`)}`;

/** What people type where their login belongs is sometimes their password: it is not kept. */
const digest = (text: string) => createHash('sha256').update(text).digest('base64url');
