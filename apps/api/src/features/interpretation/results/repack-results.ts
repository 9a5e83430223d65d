import type { BackgroundDependencies } from '../../../dependencies.ts';
import { readRows, type Db } from '../../../database/db.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

/** Ends before the job expires. The job of the next hour continues. */
const LONGEST_MS = 45 * 60_000;
const AT_ONCE = 500;
/** Of the laboratory `l`: a move compares its rows, and packing writes no audit entry that the database would refuse. */
const LIVES_HERE = Prisma.sql`l.move_state IS NULL`;

/**
 * Packs the results of earlier interpretations of decided runs, each in its own transaction that changes nothing unless the
 * results have the same hash afterwards. Leaves laboratories that are being moved or live elsewhere. Can be interrupted at
 * any time.
 */
export async function repackResults({ db, clock, onError }: BackgroundDependencies): Promise<void> {
  const end = clock.now().getTime() + LONGEST_MS;
  for (let ids = await unpackedIds(db, null); ids.length > 0; ids = await unpackedIds(db, ids.at(-1) ?? null))
    for (const id of ids) {
      if (clock.now().getTime() > end) return;
      try {
        await db.$executeRaw`
          SELECT repack_results(i.id) FROM interpretation i JOIN laboratory l ON l.id = i.laboratory_id
          WHERE i.id = ${id}::uuid AND ${LIVES_HERE}`;
      } catch (error) {
        onError(new Error(`The results of interpretation ${id} stay unpacked.`, { cause: error }));
      }
    }
}

/** The next interpretations whose results are not one value. */
async function unpackedIds(db: Db, after: string | null): Promise<string[]> {
  const rows = await readRows<{ id: string }>(
    db,
    Prisma.sql`
      SELECT i.id FROM interpretation i JOIN laboratory l ON l.id = i.laboratory_id LEFT JOIN run r ON r.id = i.run_id
      WHERE i.results IS NULL AND ${LIVES_HERE} AND (i.run_id IS NULL OR r.status IN ('APPROVED', 'REJECTED'))
        AND (${after}::uuid IS NULL OR i.id > ${after}::uuid)
      ORDER BY i.id LIMIT ${AT_ONCE}`,
  );
  return rows.map(({ id }) => id);
}
