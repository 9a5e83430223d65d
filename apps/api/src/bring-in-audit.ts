import { CHAIN_START, linkOf, type ChainPlace } from '@curvewell/contracts/record';
import type pg from 'pg';

import { ENTRY_COLUMNS, entryOf, NO_LABORATORY, type Chain, type EntryRow } from './audit-chain.ts';

const BATCH = 2_000;

/**
 * Brings the entries that were written before there was a chain into it, marked as such: from then on they are
 * protected like all others. Done by the role that owns the table, once, while nobody else prepares the database.
 *
 * @returns how many there were
 */
export async function bringInAudit(owner: pg.Client): Promise<number> {
  const { rows: chains } = await owner.query<{ chain: Chain }>(
    'SELECT DISTINCT laboratory_id AS chain FROM audit_event WHERE number < 0',
  );
  let count = 0;
  for (const { chain } of chains) {
    for (;;) {
      const rows = await waitingEntries(owner, chain);
      if (rows.length === 0) break;
      await bringIn(owner, chain, rows);
      count += rows.length;
    }
  }
  return count;
}

type WaitingRow = EntryRow & { readonly id: string };

async function waitingEntries(owner: pg.Client, chain: Chain): Promise<WaitingRow[]> {
  const { rows } = await owner.query<WaitingRow>(
    `SELECT ${ENTRY_COLUMNS} FROM audit_event
     WHERE number < 0 AND coalesce(laboratory_id, $2) = coalesce($1, $2) ORDER BY id LIMIT ${BATCH}`,
    [chain, NO_LABORATORY],
  );
  return rows;
}

/** One transaction for each batch: stopped in between, it goes on where it was. */
async function bringIn(owner: pg.Client, chain: Chain, rows: readonly WaitingRow[]): Promise<void> {
  await owner.query('BEGIN');
  try {
    let place = await headOf(owner, chain);
    const links = rows.map((row) => {
      const entry = { ...entryOf(row, chain), number: place.number + 1 };
      const link = linkOf(entry, place.hash);
      place = link;
      return { id: row.id, ...link };
    });
    await owner.query('ALTER TABLE audit_event DISABLE TRIGGER audit_event_append_only');
    await owner.query(
      `UPDATE audit_event e SET number = n.number, previous_hash = n.previous_hash, hash = n.hash
       FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) AS n(id, number, previous_hash, hash)
       WHERE e.id = n.id`,
      [
        links.map(({ id }) => id),
        links.map(({ number }) => number),
        links.map(({ previousHash }) => previousHash),
        links.map(({ hash }) => hash),
      ],
    );
    await owner.query('ALTER TABLE audit_event ENABLE TRIGGER audit_event_append_only');
    await owner.query(
      `INSERT INTO audit_head (chain, number, hash) VALUES ($1, $2, $3)
       ON CONFLICT (chain) DO UPDATE SET number = excluded.number, hash = excluded.hash`,
      [chain ?? NO_LABORATORY, place.number, place.hash],
    );
    await owner.query('COMMIT');
  } catch (error) {
    await owner.query('ROLLBACK');
    throw error;
  }
}

async function headOf(owner: pg.Client, chain: Chain): Promise<ChainPlace> {
  const { rows } = await owner.query<{ number: string; hash: string }>(
    'SELECT number, hash FROM audit_head WHERE chain = $1',
    [chain ?? NO_LABORATORY],
  );
  const [head] = rows;
  return head === undefined ? CHAIN_START : { number: Number(head.number), hash: head.hash };
}
