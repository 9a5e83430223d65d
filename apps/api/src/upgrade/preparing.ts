import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { connected } from './connected.ts';
import { REPORT_EVERY_MS, sessionProgress, type Progress, type ReportProgress } from './progress.ts';
import { PREPARATION_LOCK, progressOf, WORKING_SESSION, type WorkingSession } from './working-session.ts';

/** How often a waiting process checks. */
const LOOK_EVERY_MS = 500;
/** Work without progress for this long may itself be blocked. */
const STANDS_STILL_MS = 10 * 60_000;

/**
 * Disables timeouts, whatever the role's settings. A machine that disappears is noticed within a minute, so
 * that the next process can continue.
 */
export const SESSION = `SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0;
  SET tcp_keepalives_idle = 20; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 4;
  SET client_connection_check_interval = '10s'; SET timezone = 'UTC'`;

interface Waiting {
  readonly report?: ReportProgress;
}

/** Prepares a database exclusively; concurrent processes wait and find it prepared. */
export async function preparing<T>(
  databaseUrl: string,
  prepare: (client: pg.Client, progress: Progress) => Promise<T>,
  { report = () => undefined }: Waiting = {},
): Promise<T> {
  const client = await connected(databaseUrl);
  try {
    await client.query(SESSION);
    await taken(client, 'pg_try_advisory_lock', report);
    return await watched({ databaseUrl, report }, () => prepare(client, sessionProgress(client, report)));
  } finally {
    await client.end();
  }
}

/** Waits until no process prepares the database. */
export const prepared = (client: pg.Client, { report = () => undefined }: Waiting = {}): Promise<void> =>
  taken(client, 'pg_try_advisory_lock_shared', report);

/**
 * Polls: a session that waits inside PostgreSQL holds a snapshot, and concurrent index builds wait for all
 * snapshots.
 */
async function taken(
  client: pg.Client,
  lock: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared',
  report: ReportProgress,
): Promise<void> {
  const reportHolder = reportHolderTo(report);
  for (;;) {
    const { rows } = await client.query<{ got: boolean }>(`SELECT ${lock}($1) AS got`, [PREPARATION_LOCK]);
    if (rows[0]?.got === true) return;
    await reportHolder(client);
    await sleep(LOOK_EVERY_MS);
  }
}

function reportHolderTo(report: ReportProgress): (client: pg.Client) => Promise<void> {
  let [last, changedAt, reportedAt] = ['', performance.now(), -Infinity];
  return async (client) => {
    const { rows } = await client.query<WorkingSession>(WORKING_SESSION);
    const [working] = rows;
    if (working === undefined) return;
    const now = performance.now();
    const progress = progressOf(working);
    const who = `session ${working.pid}${working.address === null ? '' : ` from ${working.address}`}`;
    if (progress !== last) [last, changedAt] = [progress, now];
    const isStill = now - changedAt >= STANDS_STILL_MS;
    if (now - reportedAt < (isStill ? STANDS_STILL_MS : REPORT_EVERY_MS)) return;
    reportedAt = now;
    report(
      isStill
        ? `Waiting: ${who} of PostgreSQL has been preparing this database for 10 minutes without progress (${progress})${await waitsFor(client, working.pid)}.`
        : `Waiting while another process prepares this database: ${progress} (${who}).`,
    );
  };
}

async function waitsFor(client: pg.Client, pid: number): Promise<string> {
  const { rows } = await client.query<{ by: number[] }>('SELECT pg_blocking_pids($1) AS by', [pid]);
  const by = rows[0]?.by ?? [];
  return by.length === 0 ? '' : `; it waits for session ${by.join(', ')}`;
}

/** The progress of a single statement, such as an index build, is visible only from another session. */
async function watched<T>(
  { databaseUrl, report }: { readonly databaseUrl: string; readonly report: ReportProgress },
  work: () => Promise<T>,
): Promise<T> {
  const timer = setInterval(() => {
    void reportStatement(databaseUrl, report).catch(() => undefined);
  }, REPORT_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Steps that report themselves after each batch. */
const COUNTED = /^[\d,]+ of /;

async function reportStatement(databaseUrl: string, report: ReportProgress): Promise<void> {
  const looking = new pg.Client({ connectionString: databaseUrl });
  looking.on('error', () => undefined);
  await looking.connect();
  try {
    const { rows } = await looking.query<WorkingSession>(WORKING_SESSION);
    const progress = rows.map(progressOf).filter((text) => !COUNTED.test(text));
    for (const text of progress) report(`Upgrade: ${text}`);
  } finally {
    await looking.end();
  }
}
