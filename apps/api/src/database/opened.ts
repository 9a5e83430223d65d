import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import type { ObjectStore } from '../blobs/object-store.ts';
import type { ConnectionPool } from './connection-pool.ts';
import type { FairQueue } from '../process/fair-queue.ts';

export type Db = PrismaClient;
/** The client of a transaction; the first parameter of every function in a `queries.ts`. */
export type Tx = Prisma.TransactionClient;

/** In ms. */
export interface Timeouts {
  readonly lock: number;
  readonly statement: number;
}

interface Opened {
  readonly pool: ConnectionPool;
  /** Set at the start of each transaction; null: each connection has them. */
  readonly localTimeouts: Timeouts | null;
  /** In which changes wait without a connection, so that those who read find one. */
  readonly queue: FairQueue;
  /** The object store of blobs; null: they are in the database. */
  readonly objects: ObjectStore | null;
}

const opened = new WeakMap<Db, Opened>();

/** The resources that belong to a database client. */
export function openedOf(db: Db): Opened {
  const found = opened.get(db);
  if (found === undefined) throw new Error('this database was not opened by openDatabase');
  return found;
}

/** Whether this is a database client rather than a transaction. */
export function isOpened(db: Db | Tx): db is Db {
  return opened.has(db as Db); // a transaction is never in the map
}

const inTransactions = new WeakMap<Tx, ObjectStore | null>();

/** The object store of blobs; null: there is none. */
export function objectsOf(db: Db | Tx): ObjectStore | null {
  return opened.get(db as Db)?.objects ?? inTransactions.get(db) ?? null;
}

/** A transaction reads blobs from the object store of its database. */
export function recordTransaction(tx: Tx, db: Db): void {
  inTransactions.set(tx, objectsOf(db));
}

export function recordOpened(db: Db, parts: Opened): void {
  opened.set(db, parts);
}
