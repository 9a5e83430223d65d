import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { connected } from './connected.ts';
import { sessionProgress, TELL_EVERY_MS, type Progress, type Tell } from './progress.ts';
import { PREPARATION_LOCK, progressOf, WORKING_SESSION, type WorkingSession } from './working-session.ts';

/** Between two looks of a process that waits. */
const LOOK_EVERY_MS = 500;
/** Work that has not moved for so long may wait for something itself. */
const STANDS_STILL_MS = 10 * 60_000;

/**
 * Nothing ends the work before it is done, whatever the role's own settings are. A machine that is gone without a word
 * is noticed within a minute, so that the next process can go on.
 */
const SESSION = `SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0;
  SET tcp_keepalives_idle = 20; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 4;
  SET client_connection_check_interval = '10s'; SET timezone = 'UTC'`;

interface Waiting {
  readonly tell?: Tell;
}

/** Prepares a database while no other process does: those that start at the same time wait, and find it prepared. */
export async function preparing<T>(
  databaseUrl: string,
  prepare: (client: pg.Client, progress: Progress) => Promise<T>,
  { tell = () => undefined }: Waiting = {},
): Promise<T> {
  const client = await connected(databaseUrl);
  try {
    await client.query(SESSION);
    await taken(client, 'pg_try_advisory_lock', tell);
    return await watched({ databaseUrl, tell }, () => prepare(client, sessionProgress(client, tell)));
  } finally {
    await client.end();
  }
}

/** Waits until no process prepares the database. */
export const prepared = (client: pg.Client, { tell = () => undefined }: Waiting = {}): Promise<void> =>
  taken(client, 'pg_try_advisory_lock_shared', tell);

/**
 * Asks again and again: a session that waits inside of PostgreSQL keeps a snapshot, and an index that is built beside
 * the work of others waits for all of them.
 */
async function taken(
  client: pg.Client,
  lock: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared',
  tell: Tell,
): Promise<void> {
  const told = whoWorks(tell);
  for (;;) {
    const { rows } = await client.query<{ got: boolean }>(`SELECT ${lock}($1) AS got`, [PREPARATION_LOCK]);
    if (rows[0]?.got === true) return;
    await told(client);
    await sleep(LOOK_EVERY_MS);
  }
}

/** Tells who prepares the database and how far that is. */
function whoWorks(tell: Tell): (client: pg.Client) => Promise<void> {
  let [last, changedAt, toldAt] = ['', performance.now(), -Infinity];
  return async (client) => {
    const { rows } = await client.query<WorkingSession>(WORKING_SESSION);
    const [working] = rows;
    if (working === undefined) return;
    const now = performance.now();
    const progress = progressOf(working);
    const who = `session ${working.pid}${working.address === null ? '' : ` from ${working.address}`}`;
    if (progress !== last) [last, changedAt] = [progress, now];
    const isStill = now - changedAt >= STANDS_STILL_MS;
    if (now - toldAt < (isStill ? STANDS_STILL_MS : TELL_EVERY_MS)) return;
    toldAt = now;
    tell(
      isStill
        ? `Waiting: ${who} of PostgreSQL has prepared this database without progress for 10 minutes (${progress})${await waitsFor(client, working.pid)}.`
        : `Waiting while another process prepares this database: ${progress} (${who}).`,
    );
  };
}

async function waitsFor(client: pg.Client, pid: number): Promise<string> {
  const { rows } = await client.query<{ by: number[] }>('SELECT pg_blocking_pids($1) AS by', [pid]);
  const by = rows[0]?.by ?? [];
  return by.length === 0 ? '' : `; it waits for session ${by.join(', ')}`;
}

/** How far one statement is, such as one that builds an index, can be seen from outside of it alone. */
async function watched<T>(
  { databaseUrl, tell }: { readonly databaseUrl: string; readonly tell: Tell },
  work: () => Promise<T>,
): Promise<T> {
  const timer = setInterval(() => {
    void tellStatement(databaseUrl, tell).catch(() => undefined);
  }, TELL_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** What tells of itself after each batch. */
const COUNTED = /^[\d,]+ of /;

async function tellStatement(databaseUrl: string, tell: Tell): Promise<void> {
  const looking = new pg.Client({ connectionString: databaseUrl });
  looking.on('error', () => undefined);
  await looking.connect();
  try {
    const { rows } = await looking.query<WorkingSession>(WORKING_SESSION);
    const progress = rows.map(progressOf).filter((text) => !COUNTED.test(text));
    for (const text of progress) tell(`Upgrade: ${text}`);
  } finally {
    await looking.end();
  }
}
