import { Prisma } from '../../../generated/prisma/client.ts';
import type { Db, Tx } from '../../../database/db.ts';

/**
 * Whether a version `v` has results of runs other than trials, in any laboratory of this cluster. Such a version is locked
 * even without an active lot: its status was given for the settings that those runs used. Newest first, along the
 * index; not EXISTS, for which the planner may read all runs.
 */
export const HAS_RESULTS = Prisma.sql`coalesce((
  SELECT true FROM run_use u CROSS JOIN LATERAL (SELECT o.trial_lot_ids FROM run o WHERE o.id = u.run_id OFFSET 0) r
  WHERE u.subject_id = v.id AND u.is_interpreted AND cardinality(r.trial_lot_ids) = 0
  ORDER BY u.run_date DESC LIMIT 1), false)`;

/** Those of some versions that have results of runs other than trials. */
export async function versionsWithResults(
  db: Db | Tx,
  versionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT v.id FROM kit_version v WHERE v.id = ANY(${[...versionIds]}::uuid[]) AND ${HAS_RESULTS}`;
  return new Set(rows.map(({ id }) => id));
}
