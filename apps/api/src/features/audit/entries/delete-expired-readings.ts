import type { Clock } from '../../../clock.ts';
import type { Db } from '../../../database/db.ts';

const DAY_MS = 24 * 3600 * 1000;
const BATCH = 10_000;

interface Dependencies {
  readonly db: Db;
  readonly clock: Clock;
  /** Retention of the view log, in days. */
  readonly readLogDays: number;
}

export async function deleteExpiredReadings({ db, clock, readLogDays }: Dependencies): Promise<number> {
  const before = new Date(clock.now().getTime() - readLogDays * DAY_MS);
  let forgotten = 0;
  for (let batch = BATCH; batch === BATCH; forgotten += batch)
    batch = await db.$executeRaw`
      DELETE FROM read_log WHERE id IN (SELECT id FROM read_log WHERE at < ${before} ORDER BY at LIMIT ${BATCH})`;
  return forgotten;
}
