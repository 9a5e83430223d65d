import type { BackgroundDependencies } from '../../dependencies.ts';
import { readRows, type Db } from '../../database/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';

/** Packing results takes 45 minutes of the hour after which the job expires. The job of the next hour continues. */
const LONGEST_MS = 10 * 60_000;
const AT_ONCE = 500;

/**
 * Packs the wells of earlier runs that are decided, each run in its own transaction that changes nothing unless the wells have the
 * same hash afterwards. Leaves laboratories that are being moved or live elsewhere. Can be interrupted at any time.
 */
export async function packWells({ db, clock, onError }: BackgroundDependencies): Promise<void> {
  const end = clock.now().getTime() + LONGEST_MS;
  for (let ids = await earlierRuns(db, null); ids.length > 0; ids = await earlierRuns(db, ids.at(-1) ?? null))
    for (const id of ids) {
      if (clock.now().getTime() > end) return;
      try {
        await db.$executeRaw`SELECT pack_wells(${id}::uuid)`;
      } catch (error) {
        onError(new Error(`The wells of run ${id} stay rows.`, { cause: error }));
      }
    }
}

/** The next runs whose wells are rows, along their index: from run to run, however many wells each has. */
async function earlierRuns(db: Db, after: string | null): Promise<string[]> {
  const rows = await readRows<{ id: string }>(
    db,
    Prisma.sql`
      WITH RECURSIVE earlier(run_id, count) AS (
        (SELECT run_id, 1 FROM earlier_well WHERE ${after}::uuid IS NULL OR run_id > ${after}::uuid ORDER BY run_id LIMIT 1)
        UNION ALL
        SELECT (SELECT w.run_id FROM earlier_well w WHERE w.run_id > e.run_id ORDER BY w.run_id LIMIT 1), e.count + 1
        FROM earlier e WHERE e.run_id IS NOT NULL AND e.count < ${AT_ONCE}
      )
      SELECT run_id AS id FROM earlier WHERE run_id IS NOT NULL ORDER BY run_id`,
  );
  return rows.map(({ id }) => id);
}
