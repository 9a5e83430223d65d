import { setTimeout as sleep } from 'node:timers/promises';

import type pg from 'pg';

import type { Progress } from './progress.ts';
import { withShortLocks } from './with-short-locks.ts';

/** Pages of 8 kB, some 10,000 rows. */
const BATCH_PAGES = 128;
/** Before the next round, if all rows that are left are locked. */
const PAUSE_MS = 500;
const FILL = /^SELECT fill_laboratory_ids\('(?<table>\w+)'/;

/**
 * Fills `laboratory_id` of the tables that the statements name, some pages a transaction. It waits for no row: what others
 * have locked is filled in the next round. New rows have the value.
 */
export async function fillLaboratoryIds(
  client: pg.Client,
  progress: Progress,
  statements: readonly string[],
): Promise<void> {
  for (const statement of statements) {
    const table = FILL.exec(statement)?.groups?.['table'];
    if (table === undefined) throw new Error(`This statement names no table: ${statement}`);
    while (await hasUnfilled(client, table))
      if ((await fillOnce(client, progress, table)) === 0) await sleep(PAUSE_MS);
  }
}

async function hasUnfilled(client: pg.Client, table: string): Promise<boolean> {
  const { rowCount } = await client.query(`SELECT FROM ${table} WHERE laboratory_id IS NULL LIMIT 1`);
  return rowCount === 1;
}

async function fillOnce(client: pg.Client, progress: Progress, table: string): Promise<number> {
  const { rows } = await client.query<{ pages: number }>(
    `SELECT (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int AS pages`,
    [table],
  );
  const pages = rows[0]?.pages ?? 0;
  let filled = 0;
  for (let first = 0; first < pages; first += BATCH_PAGES) {
    const batch = await client.query<{ filled: number }>(
      'SELECT fill_laboratory_ids($1, $2, $3)::int AS filled',
      [table, first, BATCH_PAGES],
    );
    filled += batch.rows[0]?.filled ?? 0;
    await progress.counted(
      Math.min(first + BATCH_PAGES, pages),
      pages,
      `pages of ${table}: laboratory noted`,
    );
  }
  return filled;
}

const ADDS = /^ALTER TABLE "(?<table>\w+)" ADD CONSTRAINT "(?<key>\w+)"/;

/** Adds or validates foreign keys, each in its own transaction, so that it locks two tables at a time. */
export async function oneKeyAtATime(
  client: pg.Client,
  progress: Progress,
  statements: readonly string[],
): Promise<void> {
  for (const statement of statements) {
    const added = ADDS.exec(statement)?.groups;
    if (added !== undefined && (await hasKey(client, added['table'], added['key']))) continue;
    await progress.step(statement.replace(/ FOREIGN KEY.*/s, ''));
    await withShortLocks(client, progress, () => client.query(statement));
  }
}

const DROPS = /^ALTER TABLE "(?<table>\w+)" DROP CONSTRAINT "(?<key>\w+)"$/;

/** Drops each former key, and gives its name to the new one, in one transaction. */
export async function exchangeKeys(
  client: pg.Client,
  progress: Progress,
  statements: readonly string[],
): Promise<void> {
  for (let at = 0; at < statements.length; at += 2) {
    const [drop = '', rename = ''] = statements.slice(at, at + 2);
    const dropped = DROPS.exec(drop)?.groups;
    if (dropped === undefined) throw new Error(`This statement drops no key: ${drop}`);
    if (!(await hasKey(client, dropped['table'], `${dropped['key']}_new`))) continue;
    await withShortLocks(client, progress, async () => {
      await client.query(drop);
      await client.query(rename);
    });
  }
}

async function hasKey(client: pg.Client, table = '', key = ''): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT FROM pg_constraint WHERE conrelid = $1::regclass AND conname = $2',
    [table, key],
  );
  return rowCount === 1;
}
