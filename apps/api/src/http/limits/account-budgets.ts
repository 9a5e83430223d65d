import type { AppError } from '../../errors.ts';
import { createFairQueue, type FairQueue } from '../../process/fair-queue.ts';

/** Fraction of one core for each account. */
const SHARE = 1 / 4;
/**
 * Processor time, ms, that an account may use at once after four idle minutes; enough for several reports.
 */
const BURST_MS = 60_000;
/** The longest wait of a request for earlier use by its account. */
const MAX_WAITING_MS = 4_000;
/** Concurrent requests of one account; browsers open six connections. */
const AT_ONCE = 8;
const MAX_WAITING = 100;
/** Above this number, accounts without debt are forgotten. */
const MAX_KEPT = 10_000;

/** Delay until a request may start, ms; null: refused. */
export interface Admission {
  readonly waitMs: number | null;
  /** Time until it would be admitted, ms. */
  readonly retryAfterMs: number;
}

/**
 * Limits the processor time of each account to a quarter of a core. Heavier use waits, and is refused when
 * the wait would be too long. Generic cell rate algorithm (ITU-T I.371, annex A): stores for each account the
 * time until which its use is paid.
 */
export class AccountBudgets {
  readonly #now: () => number;
  readonly #paidUntil = new Map<string, number>();

  /** @param now - monotonic time in ms */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Charges a request before it runs. Refused requests are free. */
  admit(account: string, costMs: number): Admission {
    const now = this.#now();
    const from = this.#paidFrom(account, now);
    const waitMs = Math.max(0, from - now);
    if (waitMs > MAX_WAITING_MS) return { waitMs: null, retryAfterMs: waitMs - MAX_WAITING_MS };
    this.#paidUntil.set(account, from + costMs / SHARE);
    if (this.#paidUntil.size > MAX_KEPT) this.#forget(now);
    return { waitMs, retryAfterMs: 0 };
  }

  /** Charges a cost that is known only during or after the request; a negative cost is a refund. */
  charge(account: string, costMs: number): void {
    this.#paidUntil.set(account, this.#paidFrom(account, this.#now()) + costMs / SHARE);
  }

  /** An account that is not known may use the whole burst, also right after the process has started. */
  #paidFrom(account: string, now: number): number {
    return Math.max(this.#paidUntil.get(account) ?? -Infinity, now - BURST_MS / SHARE);
  }

  #forget(now: number): void {
    for (const [account, until] of this.#paidUntil)
      if (until <= now - BURST_MS / SHARE) this.#paidUntil.delete(account);
  }
}

/** Requests of an account wait only for others of the same account. */
export const createAccountQueue = (refuse: () => AppError): FairQueue =>
  createFairQueue({
    atOnce: Infinity,
    atOnceOfUser: AT_ONCE,
    waitingOfUser: MAX_WAITING,
    refusals: { user: refuse },
  });
