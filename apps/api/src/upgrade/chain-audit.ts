import { CHAIN_START, linkOf, type ChainPlace } from '@curvewell/domain/record';
import type pg from 'pg';

import { ENTRY_COLUMNS, entryOf, NO_LABORATORY, type Chain, type EntryRow } from '../audit/audit-chain.ts';
import { withShortLocks } from './with-short-locks.ts';
import type { Progress } from './progress.ts';

/** Entries in one transaction. Other writers wait for at most one batch. */
const BATCH = 2_000;

/** Written before the chain existed; a later version marks that with a negative number. */
const WAITING = '(number IS NULL OR number < 0)';

/** Whether entries are not chained yet; an index covers this query. */
export async function hasUnchained(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('SELECT 1 FROM audit_event WHERE number < 0 LIMIT 1');
  return rows.length > 0;
}

/**
 * Adds entries from before the chain existed to the chain, marked as such, so that they are protected like
 * all others. Each batch is one transaction, so that it resumes after any stop. Requires the role that owns
 * the table.
 *
 * @returns the number of entries
 */
export async function chainAudit(owner: pg.Client, progress: Progress): Promise<number> {
  const { rows } = await owner.query<{ waiting: string; total: string }>(
    `SELECT count(*) FILTER (WHERE ${WAITING}) AS waiting, count(*) AS total FROM audit_event`,
  );
  const [waiting, total] = [Number(rows[0]?.waiting), Number(rows[0]?.total)];
  if (waiting === 0) return 0;
  let [after, count] = ['0', 0];
  for (;;) {
    const last = await withShortLocks(owner, progress, () => chainBatch(owner, after));
    if (last === null) return count;
    after = last.id;
    count += last.count;
    const done = total - waiting + count;
    await progress.counted(done, Math.max(total, done), 'audit entries chained');
  }
}

type WaitingRow = EntryRow & { readonly id: string; readonly laboratory_id: Chain };
type Link = ReturnType<typeof linkOf> & { readonly id: string };

/** @returns the last entry of the batch; null: none after `after` */
async function chainBatch(
  owner: pg.Client,
  after: string,
): Promise<{ readonly id: string; readonly count: number } | null> {
  // Forces access by key, whatever the statistics of the table.
  await owner.query(
    'SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off',
  );
  const { rows } = await owner.query<WaitingRow>(
    `SELECT laboratory_id, ${ENTRY_COLUMNS} FROM audit_event
     WHERE id > $1 AND ${WAITING} ORDER BY id LIMIT ${BATCH}`,
    [after],
  );
  const last = rows.at(-1);
  if (last === undefined) return null;
  // The same order of locks as writers of entries: first the heads, then the table.
  await makeHeads(owner, rows);
  const places = await lockHeads(owner);
  const links = rows.map((row) => linkAfter(places, row));
  await owner.query('ALTER TABLE audit_event DISABLE TRIGGER audit_event_append_only');
  await writeLinks(owner, links);
  await owner.query('ALTER TABLE audit_event ENABLE TRIGGER audit_event_append_only');
  await writeHeads(owner, places);
  return { id: last.id, count: rows.length };
}

async function makeHeads(owner: pg.Client, rows: readonly WaitingRow[]): Promise<void> {
  const { number, hash } = CHAIN_START;
  await owner.query(
    `INSERT INTO audit_head (chain, number, hash)
     SELECT chain, $2::bigint, $3 FROM unnest($1::uuid[]) AS chain ON CONFLICT DO NOTHING`,
    [[...new Set(rows.map(({ laboratory_id: chain }) => chain ?? NO_LABORATORY))], number, hash],
  );
}

/** Locks all heads in the fixed order. */
async function lockHeads(owner: pg.Client): Promise<Map<string, ChainPlace>> {
  const { rows } = await owner.query<{ chain: string; number: string; hash: string }>(
    'SELECT chain, number, hash FROM audit_head ORDER BY chain FOR UPDATE',
  );
  return new Map(rows.map(({ chain, number, hash }) => [chain, { number: Number(number), hash }]));
}

function linkAfter(places: Map<string, ChainPlace>, row: WaitingRow): Link {
  const chain = row.laboratory_id;
  const key = chain ?? NO_LABORATORY;
  const place = places.get(key) ?? CHAIN_START;
  const entry = { ...entryOf(row, chain), number: place.number + 1, broughtIn: true };
  const link = linkOf(entry, place.hash);
  places.set(key, link);
  return { id: row.id, ...link };
}

async function writeLinks(owner: pg.Client, links: readonly Link[]): Promise<void> {
  await owner.query(
    `UPDATE audit_event e
     SET number = n.number, previous_hash = n.previous_hash, hash = n.hash, brought_in = true
     FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) AS n(id, number, previous_hash, hash)
     WHERE e.id = n.id`,
    [
      links.map(({ id }) => id),
      links.map(({ number }) => number),
      links.map(({ previousHash }) => previousHash),
      links.map(({ hash }) => hash),
    ],
  );
}

async function writeHeads(owner: pg.Client, places: ReadonlyMap<string, ChainPlace>): Promise<void> {
  const heads = [...places];
  await owner.query(
    `UPDATE audit_head h SET number = n.number, hash = n.hash
     FROM unnest($1::uuid[], $2::bigint[], $3::text[]) AS n(chain, number, hash) WHERE h.chain = n.chain`,
    [heads.map(([chain]) => chain), heads.map(([, { number }]) => number), heads.map(([, { hash }]) => hash)],
  );
}
