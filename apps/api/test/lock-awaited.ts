import type { Db } from '../src/database/db.ts';

/** Whether a transaction waits for a row lock in the database. */
export async function isLockAwaited(db: Db): Promise<boolean> {
  const [row] = await db.$queryRaw<{ waits: boolean }[]>`
    SELECT EXISTS (SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock') AS waits`;
  return row?.waits ?? false;
}
