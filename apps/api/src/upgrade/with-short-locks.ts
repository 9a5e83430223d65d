import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import type { Progress } from './progress.ts';

/** While a table change waits for its lock, all later queries wait behind it. */
const LOCK_WAIT = '2s';
const PAUSE_MS = 1_000;
/** A lock timeout or a deadlock. */
const TRY_AGAIN = ['55P03', '40P01'];

/**
 * A transaction that blocks others only briefly: it waits for its locks no longer than `LOCK_WAIT`, lets
 * others continue, and retries until it gets them.
 */
export async function withShortLocks<T>(
  client: pg.Client,
  progress: Pick<Progress, 'report'>,
  work: () => Promise<T>,
): Promise<T> {
  for (let isReported = false; ; isReported = true) {
    try {
      await client.query(`BEGIN; SET LOCAL lock_timeout = '${LOCK_WAIT}'`);
      const done = await work();
      await client.query('COMMIT');
      return done;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      if (!(error instanceof pg.DatabaseError) || !TRY_AGAIN.includes(error.code ?? '')) throw error;
    }
    if (!isReported) progress.report('Upgrade: the table is in use. Retrying every second.');
    await sleep(PAUSE_MS);
  }
}
