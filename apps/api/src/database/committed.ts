import { isOpened, type Db, type Tx } from './opened.ts';

type Notify = () => void;

const waiting = new WeakMap<Tx, Notify[]>();

/** Tells of something when the transaction that it was done in is committed; outside of one, at once. */
export function onceCommitted(tx: Db | Tx, notify: Notify): void {
  if (isOpened(tx)) notify();
  else waiting.set(tx, [...(waiting.get(tx) ?? []), notify]);
}

/** Tells what waited for this transaction. */
export function notifyCommitted(tx: Tx): void {
  for (const notify of waiting.get(tx) ?? []) notify();
}
