import type { AppError } from '../../errors.ts';
import { createFairQueue, type FairQueue } from '../../process/fair-queue.ts';

/** Of one core, for each account. */
const SHARE = 1 / 4;
/** What an account may use at once after four minutes in which it used nothing, in ms of processor time: some reports. */
const BURST_MS = 60_000;
/** The longest that a request waits for what its account used before. */
const MAX_WAITING_MS = 4_000;
/** Requests of one account that are worked on at once: a browser has six connections. */
const AT_ONCE = 8;
const MAX_WAITING = 100;
/** Accounts that are kept before those that owe nothing are forgotten. */
const MAX_KEPT = 10_000;

/** A request may begin after so many ms; null: it is refused. */
export interface Admission {
  readonly waitMs: number | null;
  /** Until it would be admitted, ms. */
  readonly retryAfterMs: number;
}

/**
 * Processor time of each account: a quarter of one core. Who uses more waits, and is refused once the wait would be long.
 * Generic cell rate algorithm (ITU-T I.371, annex A): one time for each account, until which its use is paid for.
 */
export class AccountBudgets {
  readonly #now: () => number;
  readonly #paidUntil = new Map<string, number>();

  /** @param now a time in ms that never goes back */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Charges a request before it is done. A refused one costs nothing. */
  admit(account: string, costMs: number): Admission {
    const now = this.#now();
    const from = Math.max(this.#paidUntil.get(account) ?? 0, now - BURST_MS / SHARE);
    const waitMs = Math.max(0, from - now);
    if (waitMs > MAX_WAITING_MS) return { waitMs: null, retryAfterMs: waitMs - MAX_WAITING_MS };
    this.#paidUntil.set(account, from + costMs / SHARE);
    if (this.#paidUntil.size > MAX_KEPT) this.#forget(now);
    return { waitMs, retryAfterMs: 0 };
  }

  /** Charges what is known only while it is done, or after it; below 0: gives back. */
  charge(account: string, costMs: number): void {
    const from = Math.max(this.#paidUntil.get(account) ?? 0, this.#now() - BURST_MS / SHARE);
    this.#paidUntil.set(account, from + costMs / SHARE);
  }

  #forget(now: number): void {
    for (const [account, until] of this.#paidUntil)
      if (until <= now - BURST_MS / SHARE) this.#paidUntil.delete(account);
  }
}

/** Requests of each account wait for one another, not for those of others. */
export const createAccountQueue = (refuse: () => AppError): FairQueue =>
  createFairQueue({
    atOnce: Infinity,
    atOnceOfUser: AT_ONCE,
    waitingOfUser: MAX_WAITING,
    refusals: { user: refuse },
  });
