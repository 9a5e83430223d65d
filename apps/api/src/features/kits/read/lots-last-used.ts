import type { Db } from '../../../database/db.ts';

/** The number of a laboratory's newest runs that are searched; a lot in none of them is not in use. */
const RUNS_LOOKED_AT = 500;

/** The date (UTC) of the newest run with each recently used lot of a laboratory, by lot id. */
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
