import { AsyncLocalStorage } from 'node:async_hooks';

import type { Tx } from './opened.ts';

/** A request that names itself by a key. */
export interface Attempt {
  /** Notes the key in the transaction of the change, so that both are there or neither. */
  readonly claim: (tx: Tx) => Promise<void>;
  /** Keeps what the change has come to there, too, when that is what will be answered. */
  readonly keep: (tx: Tx, done: unknown) => Promise<void>;
  /** Something has been changed. */
  isClaimed: boolean;
}

/** The attempt that is being worked on, for the transactions of its work. */
export const attempts = new AsyncLocalStorage<Attempt>();
