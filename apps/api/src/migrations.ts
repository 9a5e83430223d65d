import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import path from 'node:path';

import pg from 'pg';

export const PRISMA_FOLDER = fileURLToPath(new URL('../../../prisma/', import.meta.url));
export const MIGRATIONS_FOLDER = path.join(PRISMA_FOLDER, 'migrations');

/** Any fixed number: everyone who prepares this database takes this advisory lock first. */
const PREPARATION_LOCK = 7_240_115;
/** A process that holds the lock for longer than this hangs. */
const LOCK_TIMEOUT_MIN = 10;

/** The names of the migrations in a folder, oldest first. */
export async function migrationNames(folder = MIGRATIONS_FOLDER): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** @throws Error that says why it cannot be reached */
export async function connected(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // A connection that breaks while nothing is asked: the next question fails.
  client.on('error', () => undefined);
  await client.connect().catch((cause: unknown) => {
    throw new Error(`The database cannot be reached: ${reasonOf(cause)}`, { cause });
  });
  return client;
}

/**
 * Prepares a database while no other process does: those that start at the same time
 * wait here, and find it prepared.
 */
export async function preparing<T>(
  databaseUrl: string,
  prepare: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connected(databaseUrl);
  try {
    await client.query(`SET lock_timeout = '${LOCK_TIMEOUT_MIN}min'`);
    await client.query('SELECT pg_advisory_lock($1)', [PREPARATION_LOCK]).catch((cause: unknown) => {
      throw new Error(
        `Another process has been preparing this database for ${LOCK_TIMEOUT_MIN} minutes: end it, and start again.`,
        { cause },
      );
    });
    return await prepare(client);
  } finally {
    await client.end();
  }
}

/**
 * Brings a database to the newest migration, and notes each in Prisma's own table, in
 * Prisma's way, so that its tools agree. Each is one transaction with its note: a migration
 * that fails leaves nothing behind.
 *
 * @param isWanted those of an earlier version, where its rows are put in before the others
 * @returns the names of the migrations that were applied now
 * @throws Error that says what to do, when this program and the database do not fit
 */
export async function migrate(
  client: pg.Client,
  folder: string = MIGRATIONS_FOLDER,
  isWanted: (name: string) => boolean = () => true,
): Promise<readonly string[]> {
  await client.query(HISTORY_TABLE);
  const migrations = await readMigrations(folder);
  const history = await readHistory(client);
  refuseNewerDatabase(migrations, history);
  refuseUnfinished(history);
  refuseChanged(migrations, history, folder);

  const done = new Set(history.map(({ name }) => name));
  const waiting = migrations.filter(({ name }) => !done.has(name) && isWanted(name));
  for (const migration of waiting) await applyOne(client, migration);
  return waiting.map(({ name }) => name);
}

/** @throws Error that says what to do, unless the database is just as this program's migrations make it */
export async function requireMigrated(client: pg.Client, folder: string = MIGRATIONS_FOLDER): Promise<void> {
  const migrations = await readMigrations(folder);
  const history = await readHistory(client).catch((cause: unknown) => {
    if (!(cause instanceof pg.DatabaseError) || cause.code !== UNDEFINED_TABLE) throw cause;
    return [];
  });
  refuseNewerDatabase(migrations, history);
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

/** As Prisma makes it. */
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

interface Migration {
  readonly name: string;
  readonly sql: string;
}

interface Applied {
  readonly name: string;
  readonly checksum: string;
  readonly isFinished: boolean;
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = await migrationNames(folder);
  return Promise.all(
    names.map(async (name) => ({
      name,
      sql: await readFile(path.join(folder, name, 'migration.sql'), 'utf8'),
    })),
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
    `The migration ${unfinished.name} was begun by another tool and not finished. See what of it is in the database, ` +
      'then mark it with `prisma migrate resolve`, or restore the backup from before it.',
  );
}

function refuseChanged(migrations: readonly Migration[], history: readonly Applied[], folder: string): void {
  const applied = new Map(history.map(({ name, checksum }) => [name, checksum]));
  const changed = migrations.filter(({ name, sql }) => {
    const checksum = applied.get(name);
    return checksum !== undefined && !checksumsOf(sql).includes(checksum);
  });
  if (changed.length === 0) return;
  const files = changed.map(({ name }) =>
    path.join(path.relative(process.cwd(), folder), name, 'migration.sql'),
  );
  throw new Error(
    `Not what was applied to this database: ${files.join(', ')}. ` +
      'A migration is never edited once it was applied: restore the file, and write what is new as a new migration.',
  );
}

/** Prisma's checksum of a script; where Git changes the ends of lines, it is still the same script. */
function checksumsOf(sql: string): string[] {
  const lines = sql.replaceAll('\r\n', '\n');
  return [sql, lines, lines.replaceAll('\n', '\r\n')].map(sha256);
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

async function applyOne(client: pg.Client, { name, sql }: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(sql);
    await client.query(
      `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES (gen_random_uuid()::text, $1, $2, now(), clock_timestamp(), 1)`,
      [sha256(sql), name],
    );
    await client.query('COMMIT');
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw new Error(
      `The migration ${name} failed${placeOf(cause, sql)}: ${reasonOf(cause)}. ` +
        'Nothing of it was kept, and the program before it still works with this database. ' +
        'Mend what stands in its way, or start that program, and report this.',
      { cause },
    );
  }
}

/** Where a name has several addresses, each has an error of its own. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join('; ');
  return cause instanceof Error ? cause.message : String(cause);
}

/** The line of the script at which PostgreSQL stopped. */
function placeOf(error: unknown, sql: string): string {
  if (!(error instanceof pg.DatabaseError) || error.position === undefined) return '';
  return ` in line ${sql.slice(0, Number(error.position)).split('\n').length}`;
}
