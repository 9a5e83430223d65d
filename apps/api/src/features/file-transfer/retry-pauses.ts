const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** After the first failed try, the second, …; then always the longest. */
const PAUSES_MS = [1, 2, 5, 15, 30, 60].map((minutes) => minutes * MINUTE_MS);
const LONGEST_MS = 2 * HOUR_MS;
/** So much shorter or longer, so that installations behind one server do not come back together. */
const JITTER = 0.1;

/** How long to wait after so many failed tries in a row, from 1. @param random - from 0 up to 1 */
export function pauseAfter(failures: number, random: number): number {
  const pause = PAUSES_MS[failures - 1] ?? LONGEST_MS;
  return Math.round(pause * (1 + JITTER * (2 * random - 1)));
}

/** Longer than any attempt takes: until then its process has stored how it ended, or has died. */
export const TRY_LASTS_MS = 15 * MINUTE_MS;
/** So long deliveries wait before the first mail. */
export const FIRST_NOTICE_AFTER_MS = HOUR_MS;
/** Between two mails about the same to one laboratory. */
export const BETWEEN_NOTICES_MS = 4 * HOUR_MS;
