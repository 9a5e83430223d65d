import type { Clock } from '../../clock.ts';

const WINDOW_MS = 15 * 60 * 1000;
/** Failed attempts that one address may make in the window. A whole laboratory may sit behind one address. */
const ATTEMPTS = 50;
const ADDRESSES = 10_000;

/** Slows down whoever tries many accounts from one address. */
export interface AttemptLimit {
  secondsToWait(address: string): number;
  count(address: string): void;
}

export function createAttemptLimit(clock: Clock): AttemptLimit {
  const failures = new Map<string, { count: number; since: number }>();

  function current(address: string) {
    const entry = failures.get(address);
    return entry !== undefined && clock.now().getTime() - entry.since < WINDOW_MS ? entry : undefined;
  }

  return {
    secondsToWait(address) {
      const entry = current(address);
      if (entry === undefined || entry.count < ATTEMPTS) return 0;
      return Math.ceil((entry.since + WINDOW_MS - clock.now().getTime()) / 1000);
    },
    count(address) {
      const entry = current(address);
      if (entry !== undefined) {
        entry.count++;
        return;
      }
      const oldest = failures.keys().next();
      if (failures.size >= ADDRESSES && oldest.done !== true) failures.delete(oldest.value);
      failures.set(address, { count: 1, since: clock.now().getTime() });
    },
  };
}
