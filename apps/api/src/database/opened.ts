import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import type { ObjectStore } from '../originals/object-store.ts';
import type { ConnectionPool } from './connection-pool.ts';
import type { FairQueue } from '../process/fair-queue.ts';

export type Db = PrismaClient;
/** The client inside a transaction; every function in a `queries.ts` takes it first. */
export type Tx = Prisma.TransactionClient;

interface Opened {
  readonly pool: ConnectionPool;
  /** In which changes wait without a connection, so that those who read find one. */
  readonly queue: FairQueue;
  /** Where original files are kept beside it; null: in it. */
  readonly originals: ObjectStore | null;
}

const opened = new WeakMap<Db, Opened>();

/** What belongs to a database beside its client. */
export function openedOf(db: Db): Opened {
  const found = opened.get(db);
  if (found === undefined) throw new Error('this database was not opened by openDatabase');
  return found;
}

/** Whether this is a database, and not a transaction on one. */
export function isOpened(db: Db | Tx): db is Db {
  return opened.has(db as Db); // others are in no such map
}

export function recordOpened(db: Db, parts: Opened): void {
  opened.set(db, parts);
}
