import { setTimeout as sleep } from 'node:timers/promises';

import type pg from 'pg';

import { OneByOneClient } from './one-by-one-client.ts';
import { databaseProblem } from './problem.ts';

/**
 * Locks shared by all processes that use this database, held by one connection of each process. The database
 * releases them when the process ends.
 */
export interface AdvisoryLocks {
  /**
   * Waits for a lock. A process must not take a lock that it already holds: the database would grant it.
   *
   * @returns releases the lock
   * @throws AppError `unavailable` while the database does not answer; the signal's reason
   */
  take(name: string, signal?: AbortSignal): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** Interval between attempts while another process holds the lock. */
const LOOK_MS = 200;
const CONNECT_MS = 4_000;
const ANSWER_MS = 5_000;

/** Connects when the first lock is taken. */
export function openAdvisoryLocks(databaseUrl: string): AdvisoryLocks {
  let line: Promise<pg.Client> | undefined;

  function connect(): Promise<pg.Client> {
    const client = new OneByOneClient({
      connectionString: databaseUrl,
      application_name: 'curvewell locks',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: ANSWER_MS,
    });
    const opened = client.connect().then(() => client);
    client.on('error', () => forget(opened));
    return opened;
  }
  /** A late failure of a lost connection must not affect its successor. */
  function forget(lost: Promise<pg.Client>): void {
    if (line === lost) line = undefined;
    lost.then((client) => client.end()).catch(() => undefined);
  }

  async function ask(call: 'pg_try_advisory_lock' | 'pg_advisory_unlock', name: string): Promise<boolean> {
    const used = (line ??= connect());
    try {
      const sql = `SELECT ${call}(hashtextextended($1, 0)) AS done`;
      const { rows } = await (await used).query<{ done: boolean }>(sql, [name]);
      return rows[0]?.done === true;
    } catch (error) {
      // A lost connection loses its locks, so the next lock uses a new connection.
      forget(used);
      throw databaseProblem(error) ?? error;
    }
  }

  return {
    take: async (name, signal) => {
      while (!(await ask('pg_try_advisory_lock', name))) await sleep(LOOK_MS, undefined, { signal });
      return async () => {
        await ask('pg_advisory_unlock', name).catch(() => undefined);
      };
    },
    close: async () => {
      const last = line;
      line = undefined;
      await last?.then((client) => client.end()).catch(() => undefined);
    },
  };
}
