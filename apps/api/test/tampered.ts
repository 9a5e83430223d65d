import { CHAIN_START, linkOf } from '@curvewell/contracts/record';

import { ENTRY_COLUMNS, entryOf, type EntryRow } from '../src/audit-chain.ts';
import type { Db, Tx } from '../src/db.ts';

class Undone extends Error {}

/** What is found once the owner of the database has done something, which is then undone. */
export async function undone<Found>(db: Db, tamper: (tx: Tx) => Promise<Found>): Promise<Found> {
  const found: Found[] = [];
  await db
    .$transaction(
      async (tx) => {
        // Triggers and references hold nobody up who owns them.
        await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
        found.push(await tamper(tx));
        throw new Undone();
      },
      { timeout: 60_000 },
    )
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  const [first] = found;
  if (first === undefined) throw new Error('nothing was found');
  return first;
}

/** The entries of a laboratory hashed again, as somebody would do it who knows how they are chained. */
export async function rehashed(tx: Tx, laboratoryId: string): Promise<void> {
  const rows = await tx.$queryRawUnsafe<(EntryRow & { id: bigint })[]>(
    `SELECT ${ENTRY_COLUMNS} FROM audit_event WHERE laboratory_id = '${laboratoryId}' ORDER BY number`,
  );
  let place = CHAIN_START;
  for (const row of rows) {
    const link = linkOf(entryOf(row, laboratoryId), place.hash);
    await tx.$executeRaw`UPDATE audit_event SET previous_hash = ${place.hash}, hash = ${link.hash} WHERE id = ${row.id}`;
    place = link;
  }
  await tx.$executeRaw`UPDATE audit_head SET hash = ${place.hash} WHERE chain = ${laboratoryId}::uuid`;
}
