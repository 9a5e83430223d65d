import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

import { copyOption, Digested } from './copied-rows.ts';
import type { BackedUpTable, Manifest } from './manifest.ts';
import type { Backup } from './read-backup.ts';
import { openJobsTable, ownTables, quoted, type TableShape } from './tables.ts';

/**
 * Replaces all rows of a database that has the same tables, in one transaction, then reads them again and compares
 * the hashes.
 */
export async function loadBackup(client: pg.Client, backup: Backup): Promise<void> {
  const { tables, sequences } = backup.manifest;
  const shapes = await ownTables(client);
  refuseOtherTables(tables, shapes);
  await client.query('BEGIN');
  try {
    const restoreRules = await liftRules(client, shapes);
    await client.query(`TRUNCATE ${quoted(shapes.map(({ name }) => name))}`);
    for (const table of tables) await loadRows(client, backup, table, pg.escapeIdentifier(table.name));
    for (const { name, lastValue } of sequences)
      if (lastValue !== null) await client.query('SELECT setval($1::regclass, $2)', [`"${name}"`, lastValue]);
    await restoreRules();
    await client.query('COMMIT');
    // PostgreSQL has no statistics after a bulk load and would choose slow plans.
    await client.query('ANALYZE');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
  await compareRows(client, { tables, shapes });
}

/** Loads the waiting jobs into an empty queue that it creates. */
export async function loadJobs(client: pg.Client, backup: Backup): Promise<void> {
  const { jobs } = backup.manifest;
  const shape = await openJobsTable(client);
  if (jobs === null || shape === null) return;
  const missing = jobs.columns.filter((column) => !shape.columns.includes(column));
  if (missing.length > 0)
    throw new Error(
      `The columns of the queue differ between this program and the backup: ${missing.join(', ')}.`,
    );
  await loadRows(client, backup, jobs, jobs.name);
}

function refuseOtherTables(tables: Manifest['tables'], shapes: readonly TableShape[]): void {
  const wanted = tables.map(({ name, columns }) => `${name}(${columns.join()})`);
  const found = new Set(shapes.map(({ name, columns }) => `${name}(${columns.join()})`));
  const unknown = wanted.filter((one) => !found.has(one));
  if (unknown.length > 0 || wanted.length !== shapes.length)
    throw new Error(`The tables of the backup do not match its migrations: ${unknown.join('; ')}.`);
}

async function loadRows(
  client: pg.Client,
  backup: Backup,
  table: BackedUpTable,
  name: string,
): Promise<void> {
  const digested = new Digested();
  await pipeline(
    await backup.rowsOf(table.name),
    digested,
    client.query(copyFrom(`COPY ${name} (${quoted(table.columns)}) FROM STDIN${copyOption(table)}`)),
  );
  if (digested.sha256() !== table.sha256)
    throw new Error(`The rows of ${table.name} differ from those that were backed up.`);
}

/**
 * Disables foreign keys and triggers until all rows are loaded.
 *
 * @returns enables them again and checks the keys, also those that an upgrade added without checking earlier rows
 */
async function liftRules(client: pg.Client, tables: readonly TableShape[]): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<Rule>(FOREIGN_KEYS);
  const { rows: triggers } = await client.query<Rule>(TRIGGERS);
  for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  const { rows: partitions } = await client.query<{ name: string }>(PARTITIONS);
  for (const name of [
    ...tables.map((table) => pg.escapeIdentifier(table.name)),
    ...partitions.map(({ name }) => name),
  ])
    await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  return async () => {
    for (const { table, name, definition } of keys)
      await client.query(
        `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition.replace(' NOT VALID', '')}`,
      );
    for (const { table, name, definition } of triggers)
      await client.query(`ALTER TABLE ${table} ${definition} TRIGGER ${name}`);
  };
}

interface Rule {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

const FOREIGN_KEYS = `
  SELECT conrelid::regclass::text AS "table", quote_ident(conname) AS "name", pg_get_constraintdef(oid) AS "definition"
  FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace`;
/** Reads the state of each trigger of a table, since some also fire on replicas. */
const TRIGGERS = `
  SELECT tgrelid::regclass::text AS "table", quote_ident(tgname) AS "name",
    CASE tgenabled WHEN 'A' THEN 'ENABLE ALWAYS' WHEN 'R' THEN 'ENABLE REPLICA' WHEN 'D' THEN 'DISABLE' ELSE 'ENABLE' END
      AS "definition"
  FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid
  WHERE NOT tgisinternal AND c.relkind <> 'v' AND (c.relnamespace = 'public'::regnamespace OR c.relispartition)`;
/** They are emptied with their table, and have triggers of their own against that. */
const PARTITIONS = `SELECT oid::regclass::text AS "name" FROM pg_class WHERE relispartition AND relkind = 'r'`;

async function compareRows(
  client: pg.Client,
  { tables, shapes }: { readonly tables: Manifest['tables']; readonly shapes: readonly TableShape[] },
): Promise<void> {
  const selects = new Map(shapes.map(({ name, select }) => [name, select]));
  for (const { name, rows, sha256, isBinary } of tables) {
    const digested = new Digested();
    const nowhere = new Writable({
      write: (_chunk, _encoding, done) => done(),
    });
    const copied = client.query(
      copyTo(`COPY (${selects.get(name) ?? ''}) TO STDOUT${copyOption({ isBinary })}`),
    );
    await pipeline(copied, digested, nowhere);
    if (digested.sha256() !== sha256)
      throw new Error(
        `${name} differs from the backup: ${copied.rowCount} rows, expected ${rows}, or different rows.`,
      );
  }
}
