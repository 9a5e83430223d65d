import type { Clock } from '../../clock.ts';
import type { Db } from '../../database/db.ts';

/** Longer than any session lasts: one that came back later would only be audited as another sign-in. */
const KEPT_MS = 90 * 24 * 3600 * 1000;

/** Forgets the sessions that were first seen long ago. They are kept only so that each is audited once. */
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
