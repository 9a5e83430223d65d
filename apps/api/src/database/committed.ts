import { isOpened, type Db, type Tx } from './opened.ts';

type Tell = () => void;

const waiting = new WeakMap<Tx, Tell[]>();

/** Tells of something when the transaction that it was done in is committed; outside of one, at once. */
export function onceCommitted(tx: Db | Tx, tell: Tell): void {
  if (isOpened(tx)) tell();
  else waiting.set(tx, [...(waiting.get(tx) ?? []), tell]);
}

/** Tells what waited for this transaction. */
export function tellCommitted(tx: Tx): void {
  for (const tell of waiting.get(tx) ?? []) tell();
}
