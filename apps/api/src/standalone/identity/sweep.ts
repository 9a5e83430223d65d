import type { Clock } from '../../clock.ts';
import type { Db } from '../../database/db.ts';
import { forgetNetworks } from './networks.ts';

/** So many rows go at a time: no statement is long, and two processes share the work. */
const BATCH = 1_000;

/** Forgets what has expired. */
export async function sweep({ db, clock }: { readonly db: Db; readonly clock: Clock }): Promise<void> {
  const now = clock.now();
  while ((await deleteExpiredRecords(db, now)) === BATCH);
  while ((await deleteExpiredLimits(db, now)) === BATCH);
  await forgetNetworks({ db, clock });
}

function deleteExpiredRecords(db: Db, now: Date): Promise<number> {
  return db.$executeRaw`
    DELETE FROM oidc_record WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM oidc_record WHERE expires_at < ${now} ORDER BY expires_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`;
}

function deleteExpiredLimits(db: Db, now: Date): Promise<number> {
  return db.$executeRaw`
    DELETE FROM sign_in_limit WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM sign_in_limit WHERE expire < ${now} ORDER BY expire LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`;
}
