import { CHAIN_START, linkOf, type ChainPlace } from '@curvewell/domain/record';

import {
  ENTRY_COLUMNS,
  entryOf,
  NO_LABORATORY,
  type Chain,
  type EntryRow,
} from '../../src/audit/audit-chain.ts';
import type { Db, Tx } from '../../src/database/db.ts';

class Undone extends Error {}

/**
 * Runs changes without triggers and foreign keys, as the owner of the database could, returns what is found,
 * and rolls back.
 */
export async function undone<Found>(
  db: Db,
  tamper: (tx: Tx) => Promise<Found>,
  { triggers = false } = {},
): Promise<Found> {
  const found: Found[] = [];
  await db
    .$transaction(
      async (tx) => {
        if (!triggers) await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
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

/** Hashes a chain again after a place, as an informed attacker would. */
export async function rehashed(
  tx: Tx,
  chain: Chain,
  { after = CHAIN_START, last }: { readonly after?: ChainPlace; readonly last?: number } = {},
): Promise<void> {
  const rows = await tx.$queryRawUnsafe<(EntryRow & { id: bigint })[]>(
    `SELECT ${ENTRY_COLUMNS} FROM audit_event
     WHERE laboratory_id IS NOT DISTINCT FROM $1::uuid AND number > $2::bigint AND number <= $3::bigint
     ORDER BY number`,
    chain,
    after.number,
    last ?? Number.MAX_SAFE_INTEGER,
  );
  let place = after;
  for (const row of rows) {
    const link = linkOf(entryOf(row, chain), place.hash);
    await tx.$executeRaw`UPDATE audit_event SET previous_hash = ${place.hash}, hash = ${link.hash} WHERE id = ${row.id}`;
    place = link;
  }
  if (last !== undefined) return;
  await tx.$executeRaw`UPDATE audit_head SET hash = ${place.hash} WHERE chain = ${chain ?? NO_LABORATORY}::uuid`;
}
