import { createHash } from 'node:crypto';

import { consume, createLimiter } from '../../http/limits/rate-limiter.ts';

/** Wrong passwords for one login from one address, and the window in seconds. */
const ATTEMPTS = 5;
const WINDOW_S = 5 * 60;

interface Attempt {
  readonly login: string;
  readonly address: string;
}

interface Refusal {
  readonly seconds: number;
  /** Only the first refusal of a window is audited. */
  readonly isFirst: boolean;
}

/**
 * Slows down password guessing without revealing whether a login exists. Counts login and address together,
 * so that nobody can lock out others behind the same address, or the owner of a login elsewhere.
 */
export interface SignInLimits {
  /** Counts an attempt before its password is checked, so that concurrent attempts count as well. */
  readonly enter: (attempt: Attempt) => Promise<Refusal | null>;
  /** Resets the count after a correct password. */
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

/** Hashed, because users sometimes enter their password as the login. */
const keyOf = ({ login, address }: Attempt): string =>
  createHash('sha256').update(`${address} ${login.trim().toLowerCase()}`).digest('base64url');
