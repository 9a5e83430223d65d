import { RateLimiterMemory, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';

/** Counts for each key in a window that begins with the first request of the key. */
export type Limiter = RateLimiterAbstract;

interface Refusal {
  /** Until the window of the key ends. */
  readonly seconds: number;
  /** Requests of the key in its window, this one among them. */
  readonly count: number;
}

/** Counts in the memory of this process. */
export const createLimiter = ({
  points,
  durationS,
}: {
  readonly points: number;
  readonly durationS: number;
}): RateLimiterMemory => new RateLimiterMemory({ points, duration: durationS });

/** Counts one request of a key. @returns null: it is allowed */
export async function consume(limiter: Limiter, key: string): Promise<Refusal | null> {
  try {
    await limiter.consume(key);
    return null;
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return { seconds: Math.ceil(refused.msBeforeNext / 1000), count: refused.consumedPoints };
  }
}
