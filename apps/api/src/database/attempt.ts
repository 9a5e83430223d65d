import { AsyncLocalStorage } from 'node:async_hooks';

import type { Tx } from './opened.ts';

/** A request that names itself by a key. */
interface Attempt {
  /** Notes the key in the transaction of the change, so that both are there or neither. */
  readonly claim: (tx: Tx) => Promise<void>;
  /** Something has been changed. */
  isClaimed: boolean;
}

/** The attempt that is being worked on, for the transactions of its work. */
export const attempts = new AsyncLocalStorage<Attempt>();
