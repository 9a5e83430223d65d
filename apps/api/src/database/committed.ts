import { isOpened, type Db, type Tx } from './opened.ts';

type Notify = () => void;

const waiting = new WeakMap<Tx, Notify[]>();

/** Notifies after the commit; outside a transaction, immediately. */
export function afterCommit(tx: Db | Tx, notify: Notify): void {
  if (isOpened(tx)) notify();
  else waiting.set(tx, [...(waiting.get(tx) ?? []), notify]);
}

/** Sends the notifications that wait for this transaction. */
export function notifyCommitted(tx: Tx): void {
  for (const notify of waiting.get(tx) ?? []) notify();
}
