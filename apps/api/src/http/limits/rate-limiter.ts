import { RateLimiterMemory, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';

/** Counts requests by key, in a window that starts with the key's first request. */
export type Limiter = RateLimiterAbstract;

interface Refusal {
  /** Until the window ends. */
  readonly seconds: number;
  /** Requests in the window, including this one. */
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

/** Counts a request. @returns null: allowed */
export async function consume(limiter: Limiter, key: string): Promise<Refusal | null> {
  try {
    await limiter.consume(key);
    return null;
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return { seconds: Math.ceil(refused.msBeforeNext / 1000), count: refused.consumedPoints };
  }
}
