import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import path from 'node:path';

import pg from 'pg';

import { applyMigration, checksumOf, recordMigration, type Migration } from './apply-migration.ts';
import { SILENT, type Progress } from './progress.ts';

export const PRISMA_FOLDER = fileURLToPath(new URL('../../../../prisma/', import.meta.url));
export const MIGRATIONS_FOLDER = path.join(PRISMA_FOLDER, 'migrations');
/** Applied by versions before 0.2.0, and now only to databases that have some of them. */
export const FORMER_FOLDER = path.join(PRISMA_FOLDER, 'former-migrations');
/** Creates in one step what the former migrations create in many. */
export const SQUASHED = '20261128062000_schema_0_2_0';

/** The names of all known migrations, oldest first. */
export const knownMigrations = async (): Promise<string[]> => [
  ...(await migrationNames(FORMER_FOLDER)),
  ...(await migrationNames()),
];

/** The names of the migrations in a folder, oldest first; by default those of a new database. */
export async function migrationNames(folder = MIGRATIONS_FOLDER): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

interface Options {
  /** The folder of migrations since the last squash. */
  readonly folder?: string;
  /**
   * The migrations of an earlier version, whose rows are loaded before the others are applied; undefined:
   * all.
   */
  readonly wanted?: ReadonlySet<string>;
  readonly progress?: Progress;
}

/**
 * Migrates a database to the newest version, and records each migration in Prisma's table and format. Each
 * runs in one transaction with its record, so that a failure leaves nothing behind. A migration that would
 * block others runs in resumable steps instead: see `upgrade/apply-migration.ts`.
 *
 * A new database starts with `SQUASHED`. One with former migrations gets the rest of them, and `SQUASHED` is
 * recorded without being applied; both lead to the same schema.
 *
 * @returns the names of the migrations that were applied now
 * @throws Error with instructions when this program and the database do not match
 */
export async function migrate(
  client: pg.Client,
  { folder = MIGRATIONS_FOLDER, wanted, progress = SILENT }: Options = {},
): Promise<readonly string[]> {
  await client.query(HISTORY_TABLE);
  const former = await readMigrations(FORMER_FOLDER);
  const current = await readMigrations(folder);
  const history = await readHistory(client);
  refuseNewerDatabase([...former, ...current], history);
  refuseUnfinished(history);
  refuseChanged([...former, ...current], history);

  const done = new Set(history.map(({ name }) => name));
  const first = history.length === 0 ? wanted : done;
  const isFormer = former.some(({ name }) => first?.has(name) === true);
  const waiting = [...(isFormer ? former : []), ...current].filter(
    ({ name }) => !done.has(name) && wanted?.has(name) !== false,
  );
  for (const migration of waiting)
    if (isFormer && migration.name === SQUASHED) await recordMigration(client, migration);
    else await applyMigration(client, migration, progress);
  return waiting.map(({ name }) => name);
}

/** @throws Error with instructions unless the database matches this program's migrations */
export async function requireMigrated(client: pg.Client): Promise<void> {
  const migrations = await readMigrations(MIGRATIONS_FOLDER);
  const history = await readHistory(client).catch((cause: unknown) => {
    if (!(cause instanceof pg.DatabaseError) || cause.code !== UNDEFINED_TABLE) throw cause;
    return [];
  });
  refuseNewerDatabase([...(await readMigrations(FORMER_FOLDER)), ...migrations], history);
  refuseUnfinished(history);
  const done = new Set(history.map(({ name }) => name));
  const waiting = migrations.filter(({ name }) => !done.has(name)).map(({ name }) => name);
  if (waiting.length === 0) return;
  throw new Error(
    `The database is not ready for this program, which needs ${waiting.join(', ')}: ` +
      'run apps/api/src/migrate.ts with the role that owns the tables, then start again.',
  );
}

const UNDEFINED_TABLE = '42P01';

/** As created by Prisma. */
const HISTORY_TABLE = `
  CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id" VARCHAR(36) PRIMARY KEY NOT NULL,
    "checksum" VARCHAR(64) NOT NULL,
    "finished_at" TIMESTAMPTZ,
    "migration_name" VARCHAR(255) NOT NULL,
    "logs" TEXT,
    "rolled_back_at" TIMESTAMPTZ,
    "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
    "applied_steps_count" INTEGER NOT NULL DEFAULT 0
  )`;

interface Applied {
  readonly name: string;
  readonly checksum: string;
  readonly isFinished: boolean;
}

export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = await migrationNames(folder);
  return Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name, 'migration.sql');
      return { name, file, sql: await readFile(file, 'utf8') };
    }),
  );
}

async function readHistory(client: pg.Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied>(`
    SELECT migration_name AS "name", checksum, finished_at IS NOT NULL AS "isFinished"
    FROM "_prisma_migrations" WHERE rolled_back_at IS NULL ORDER BY started_at`);
  return rows;
}

function refuseNewerDatabase(migrations: readonly Migration[], history: readonly Applied[]): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = history.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (unknown.length === 0) return;
  throw new Error(
    `The database is newer than this program, which does not know ${unknown.join(', ')}. Start the program that made ${
      unknown.length === 1 ? 'it' : 'them'
    } or a later one; nothing was changed.`,
  );
}

function refuseUnfinished(history: readonly Applied[]): void {
  const unfinished = history.find(({ isFinished }) => !isFinished);
  if (unfinished === undefined) return;
  throw new Error(
    `The migration ${unfinished.name} was started by another tool and did not finish. Check which parts of it are in the database, ` +
      'then mark it with `prisma migrate resolve`, or restore the backup from before it.',
  );
}

/**
 * Checksums of scripts that were applied to databases of 0.2.0 before its release and then rewritten to avoid
 * long locks. Their effect is the same.
 */
const REWRITTEN: Readonly<Record<string, string>> = {
  '20261123201800_trial_runs': '38424b4873b57e28a0df19a358cef3a4bf48c0e3827418ca4b5bc829a22e016c',
  '20261123201943_run_date_source': '726589d6e9ebc6301473772ba635617723cc28662ba93c5d63a1f4792b032527',
};

function refuseChanged(migrations: readonly Migration[], history: readonly Applied[]): void {
  const applied = new Map(history.map(({ name, checksum }) => [name, checksum]));
  const changed = migrations.filter(({ name, sql }) => {
    const checksum = applied.get(name);
    return checksum !== undefined && checksum !== REWRITTEN[name] && !checksumsOf(sql).includes(checksum);
  });
  if (changed.length === 0) return;
  const files = changed.map(({ file }) => path.relative(process.cwd(), file));
  throw new Error(
    `These files differ from the migrations applied to this database: ${files.join(', ')}. ` +
      'Never edit an applied migration: restore the file, and put the change into a new migration.',
  );
}

/** Prisma's checksums of a script, for both kinds of line endings that Git may produce. */
function checksumsOf(sql: string): string[] {
  const lines = sql.replaceAll('\r\n', '\n');
  return [sql, lines, lines.replaceAll('\n', '\r\n')].map(checksumOf);
}
