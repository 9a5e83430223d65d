const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Backoff after the first, second, … failed attempt; `LONGEST_MS` after these. */
const PAUSES_MS = [1, 2, 5, 15, 30, 60].map((minutes) => minutes * MINUTE_MS);
const LONGEST_MS = 2 * HOUR_MS;
/** Jitter, so that installations that share a server do not retry together. */
const JITTER = 0.1;

/** The backoff after a number of consecutive failures, from 1. @param random - from 0 to below 1 */
export function pauseAfter(failures: number, random: number): number {
  const pause = PAUSES_MS[failures - 1] ?? LONGEST_MS;
  return Math.round(pause * (1 + JITTER * (2 * random - 1)));
}

/** Longer than any attempt. After this time the process has stored a result or has crashed. */
export const TRY_LASTS_MS = 15 * MINUTE_MS;
/** How long deliveries wait before the first mail. */
export const FIRST_NOTICE_AFTER_MS = HOUR_MS;
/** Interval between mails of the same kind to a laboratory. */
export const BETWEEN_NOTICES_MS = 4 * HOUR_MS;
