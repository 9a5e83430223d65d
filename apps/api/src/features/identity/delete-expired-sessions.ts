import type { Clock } from '../../clock.ts';
import type { Db } from '../../database/db.ts';

/** Longer than any session. A session that returned later would only be audited as a new sign-in. */
const KEPT_MS = 90 * 24 * 3600 * 1000;

/** Deletes old sessions, which are stored only so that each is audited once. */
export async function deleteExpiredSessions({
  db,
  clock,
}: {
  readonly db: Db;
  readonly clock: Clock;
}): Promise<number> {
  const before = new Date(clock.now().getTime() - KEPT_MS);
  await db.sessionActivity.deleteMany({ where: { activeAt: { lt: before } } });
  const { count } = await db.seenSession.deleteMany({
    where: { seenAt: { lt: before } },
  });
  return count;
}
