import pg from 'pg';

import type { Progress } from './progress.ts';

const INDEX = /^CREATE (?<unique>UNIQUE )?INDEX (?:CONCURRENTLY )?(?:IF NOT EXISTS )?"(?<name>\w+)"/i;
const DROP = /^DROP INDEX (?:CONCURRENTLY )?(?:IF EXISTS )?"(?<name>\w+)"$/i;
/** For sorting; an index of a million rows fits. */
const SORT_MEMORY = '256MB';

/** Whether a script is one statement that cannot run in a transaction. */
export const isConcurrent = (sql: string): boolean =>
  /^(?:CREATE (?:UNIQUE )?|DROP )INDEX CONCURRENTLY /i.test(statementsOf(sql)[0] ?? '');

/** Splits a script into statements; it must not contain function bodies with several. */
export const statementsOf = (sql: string): string[] =>
  sql
    .replaceAll(/--.*$/gm, '')
    .split(/;\s*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');

/**
 * Creates and drops indexes concurrently, one statement at a time; resumes after any stop. Other statements
 * must create or replace.
 */
export async function concurrently(
  client: pg.Client,
  progress: Progress,
  statements: readonly string[],
): Promise<void> {
  await client.query(`SET maintenance_work_mem = '${SORT_MEMORY}'`);
  for (const statement of statements) {
    const made = INDEX.exec(statement)?.groups;
    const dropped = DROP.exec(statement)?.groups?.['name'];
    if (made?.['name'] !== undefined) {
      const rest = statement.replace(INDEX, '');
      await makeIndex(client, progress, { name: made['name'], unique: made['unique'] ?? '', rest });
    } else if (dropped !== undefined)
      await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${pg.escapeIdentifier(dropped)}`);
    else await client.query(statement.replace(/^CREATE FUNCTION /, 'CREATE OR REPLACE FUNCTION '));
  }
  await client.query('RESET maintenance_work_mem');
}

interface Index {
  readonly name: string;
  readonly unique: string;
  /** The text after the name. */
  readonly rest: string;
}

async function makeIndex(
  client: pg.Client,
  progress: Progress,
  { name, unique, rest }: Index,
): Promise<void> {
  const { rows } = await client.query<{ valid: boolean }>(
    `SELECT i.indisvalid AS valid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE c.relname = $1 AND c.relnamespace = 'public'::regnamespace`,
    [name],
  );
  if (rows[0]?.valid === true) return;
  const quoted = pg.escapeIdentifier(name);
  // An interrupted build leaves an invalid index.
  if (rows.length > 0) await client.query(`DROP INDEX CONCURRENTLY ${quoted}`);
  await progress.step(`index ${name}`);
  await client.query(`CREATE ${unique}INDEX CONCURRENTLY ${quoted}${rest}`);
}
