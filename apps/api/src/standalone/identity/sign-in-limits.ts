import { createHash } from 'node:crypto';

import { consume, createLimiter } from '../../http/limits/rate-limiter.ts';

/** Wrong passwords for one login from one address, and the seconds in which they count. */
const ATTEMPTS = 5;
const WINDOW_S = 5 * 60;

interface Attempt {
  readonly login: string;
  readonly address: string;
}

interface Refusal {
  /** How long to wait. */
  readonly seconds: number;
  /** The first in its window: the others are not worth a row of the audit trail. */
  readonly isFirst: boolean;
}

/**
 * Slows guessing down without asking whether a login exists. A login and an address count together, so that nobody
 * shuts out others behind the same address, or the owner of a login elsewhere.
 */
export interface SignInLimits {
  /** Counts an attempt before its password is looked at, so that attempts at the same time count as well. */
  readonly enter: (attempt: Attempt) => Promise<Refusal | null>;
  /** The password was right: counting restarts. */
  readonly forgive: (attempt: Attempt) => Promise<void>;
}

export function createSignInLimits(): SignInLimits {
  const limiter = createLimiter({ points: ATTEMPTS, durationS: WINDOW_S });
  return {
    async enter(attempt) {
      const refusal = await consume(limiter, keyOf(attempt));
      return refusal && { seconds: refusal.seconds, isFirst: refusal.count === ATTEMPTS + 1 };
    },
    async forgive(attempt) {
      await limiter.delete(keyOf(attempt));
    },
  };
}

/** What people type where their login belongs is sometimes their password: it is not kept. */
const keyOf = ({ login, address }: Attempt): string =>
  createHash('sha256').update(`${address} ${login.trim().toLowerCase()}`).digest('base64url');
