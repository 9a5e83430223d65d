import { PrismaPg } from '@prisma/adapter-pg';

import { PrismaClient, type Prisma } from './generated/prisma/client.ts';
import { OneByOneClient } from './one-by-one-client.ts';

export type Db = PrismaClient;
/** The client inside a transaction; every function in a `queries.ts` takes it first. */
export type Tx = Prisma.TransactionClient;

/** Connections that one process holds at most. */
const POOL_SIZE = 16;
const CONNECT_TIMEOUT_MS = 5_000;
/** A statement that waits longer for a lock than this is given up (and answered as busy). */
const LOCK_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 30_000;

/** Opens the database; connections are made when they are first needed. */
export function openDatabase(databaseUrl: string): Db {
  const adapter = new PrismaPg(
    {
      connectionString: databaseUrl,
      Client: OneByOneClient,
      max: POOL_SIZE,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      options: `-c lock_timeout=${LOCK_TIMEOUT_MS} -c statement_timeout=${STATEMENT_TIMEOUT_MS} -c timezone=UTC`,
    },
    // A broken idle connection is replaced at the next query; without a listener it would end the process.
    { onPoolError: () => undefined, onConnectionError: () => undefined },
  );
  return new PrismaClient({ adapter });
}
