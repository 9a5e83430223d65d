import type { Db } from '../../../database/db.ts';

/** How many of a laboratory's newest runs show which lots are in use: a lot that none of them has is not at hand. */
const RUNS_LOOKED_AT = 500;

/** The day, in UTC, of the newest run with each lot that a laboratory has used lately, by the lots' ids. */
export async function lotsLastUsed(
  db: Db,
  laboratoryId: string | null,
): Promise<ReadonlyMap<string, string>> {
  if (laboratoryId === null) return new Map();
  const rows = await db.$queryRaw<{ id: string; day: string }[]>`
    SELECT subject_id AS id, to_char(max(run_date) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day
    FROM run_use
    WHERE laboratory_id = ${laboratoryId}::uuid AND business_id >= coalesce((
      SELECT business_id FROM run WHERE laboratory_id = ${laboratoryId}::uuid
      ORDER BY business_id DESC OFFSET ${RUNS_LOOKED_AT - 1} LIMIT 1), 0)
    GROUP BY subject_id`;
  return new Map(rows.map(({ id, day }) => [id, day]));
}
