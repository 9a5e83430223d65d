import { AsyncLocalStorage } from 'node:async_hooks';

import type { Tx } from './opened.ts';

/** A request with an idempotency key. */
export interface Attempt {
  /** Stores the key in the transaction of the change. */
  readonly claim: (tx: Tx) => Promise<void>;
  /** Stores the response in the same transaction. */
  readonly keep: (tx: Tx, done: unknown) => Promise<void>;
  /** Whether the key has been stored. */
  isClaimed: boolean;
}

/** The current attempt, for the transactions of its request. */
export const attempts = new AsyncLocalStorage<Attempt>();
