import { PrismaPg } from '@prisma/adapter-pg';

import { ConnectionPool } from './connection-pool.ts';
import { recordOpened, type Db, type Timeouts } from './opened.ts';
import { createFairQueue } from '../process/fair-queue.ts';
import type { ObjectStore } from '../blobs/object-store.ts';
import { PrismaClient } from '../generated/prisma/client.ts';

export type { Db, Tx } from './opened.ts';
export { requireUtc } from './require-utc.ts';
export { readRows } from './read-rows.ts';
export { beforeCommit, transaction } from './transaction.ts';
export { watchDatabase } from './watch.ts';

/** Connections of a process, besides one each for the watch and the live events. */
export const DEFAULT_POOL_SIZE = 16;
const CONNECT_TIMEOUT_MS = 4_000;
/** A statement that waits longer for a lock fails and is answered as busy. */
export const LOCK_TIMEOUT_MS = 2_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/**
 * How long a change waits for another change of the same object in this process. Together with the lock timeout it
 * stays below 5 s.
 */
const SAME_WAIT_MS = 2_500;
/** How long a change waits for its turn. */
const TURN_WAIT_MS = 10_000;

interface OpenOptions {
  readonly poolSize?: number;
  readonly objects?: ObjectStore | null;
  /** Whether the address is a pooler's in transaction mode, which keeps no settings of a connection. */
  readonly isPooler?: boolean;
}

const sessionOptions = ({ lock, statement }: Timeouts) =>
  `-c lock_timeout=${lock} -c statement_timeout=${statement} -c timezone=UTC`;

/** Opens the database; connections are made when they are first needed. */
export function openDatabase(
  databaseUrl: string,
  { poolSize = DEFAULT_POOL_SIZE, objects = null, isPooler = false }: OpenOptions = {},
): Db {
  const timeouts = { lock: LOCK_TIMEOUT_MS, statement: STATEMENT_TIMEOUT_MS };
  const pool = new ConnectionPool({
    connectionString: databaseUrl,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...(isPooler ? { query_timeout: timeouts.statement } : { options: sessionOptions(timeouts) }),
  });
  // Without a listener, a connection that breaks in a transaction would end the process.
  const adapter = new PrismaPg(pool, { disposeExternalPool: true, onConnectionError: () => undefined });
  const db = new PrismaClient({ adapter });
  // Half of the connections are reserved for reads.
  const atOnce = Math.max(1, Math.floor(poolSize / 2));
  recordOpened(db, {
    pool,
    localTimeouts: isPooler ? timeouts : null,
    objects,
    queue: createFairQueue({ atOnce, sameWaitMs: SAME_WAIT_MS, waitMs: TURN_WAIT_MS }),
  });
  return db;
}
