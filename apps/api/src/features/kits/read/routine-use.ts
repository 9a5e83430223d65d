import { Prisma } from '../../../generated/prisma/client.ts';
import type { Db, Tx } from '../../../database/db.ts';

/**
 * Whether a version `v` has results of runs other than trials, in any laboratory of this cluster. Such a version is locked
 * even without an active lot: its status was given for the settings that those runs used.
 */
export const HAS_RESULTS = Prisma.sql`EXISTS (SELECT FROM run_use u JOIN run r ON r.id = u.run_id
  WHERE u.subject_id = v.id AND u.is_interpreted AND cardinality(r.trial_lot_ids) = 0)`;

/** Those of some versions that have results of runs other than trials. */
export async function versionsWithResults(
  db: Db | Tx,
  versionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT v.id FROM kit_version v WHERE v.id = ANY(${[...versionIds]}::uuid[]) AND ${HAS_RESULTS}`;
  return new Set(rows.map(({ id }) => id));
}
