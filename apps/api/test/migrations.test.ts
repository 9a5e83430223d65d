import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { ownTables } from '../src/backup/tables.ts';
import {
  FORMER_FOLDER,
  migrate,
  migrationNames,
  MIGRATIONS_FOLDER,
  requireMigrated,
} from '../src/upgrade/migrations.ts';
import { preparing } from '../src/upgrade/preparing.ts';
import { catalogueOf } from './catalogue.ts';
import { createEmptyDatabase, type EmptyDatabase } from './database.ts';

describe('a database with former migrations', () => {
  let database: EmptyDatabase;
  let client: pg.Client;
  let former: string[];
  beforeEach(async () => {
    database = await createEmptyDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    former = await migrationNames(FORMER_FOLDER);
  });
  afterEach(async () => {
    await client.end();
    await database.drop();
  });

  it('OPS-433 that has all of them has the schema and rows of a new one, and continues like it', async () => {
    const fresh = await createEmptyDatabase();
    const other = new pg.Client({ connectionString: fresh.url });
    await other.connect();
    expect(await migrate(other)).toEqual(await migrationNames());
    expect(await migrate(client, { wanted: new Set(former) })).toEqual(former);
    // Includes later migrations; the squashed one has no effect here.
    expect(await migrate(client)).toEqual(await migrationNames());

    expect(await catalogueOf(client)).toEqual(await catalogueOf(other));
    expect(await rowsOf(client)).toEqual(await rowsOf(other));
    expect(await migrate(client)).toEqual([]);
    await other.end();
    await fresh.drop();
  });

  it('OPS-433 that has some of them gets the others, and continues like a new one', async () => {
    const some = former.slice(0, 32);
    await migrate(client, { wanted: new Set(some) });
    expect(await migrate(client)).toEqual([...former.slice(32), ...(await migrationNames())]);
    await requireMigrated(client);
  });

  it('OPS-109 the original text of a migration rewritten before its release is accepted, and no other', async () => {
    const name = '20261123201800_trial_runs';
    await migrate(client, { wanted: new Set(former) });
    const setChecksum = (checksum: string) =>
      client.query('UPDATE _prisma_migrations SET checksum = $1 WHERE migration_name = $2', [checksum, name]);
    await setChecksum('38424b4873b57e28a0df19a358cef3a4bf48c0e3827418ca4b5bc829a22e016c');
    expect(await migrate(client)).toEqual(await migrationNames());
    await setChecksum('0'.repeat(64));
    await expect(migrate(client)).rejects.toThrow(
      /^These files differ from the migrations applied to this database: \S+former-migrations\/\d+_trial_runs/,
    );
  });
});

/** The rows that migrations insert. */
async function rowsOf(client: pg.Client): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const { name, select } of [...(await ownTables(client)), INSTALLATION])
    found[name] = (await client.query<Record<string, unknown>>(select)).rows;
  return found;
}
const INSTALLATION = { name: 'installation', select: 'SELECT * FROM installation' };

describe('a database and a program that do not match', () => {
  let database: EmptyDatabase;
  let folder: string;
  const migrateNow = () => preparing(database.url, (client) => migrate(client, { folder }));
  async function query(sql: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(sql);
    await client.end();
    return rows;
  }
  async function add(name: string, sql: string): Promise<string> {
    await mkdir(path.join(folder, name), { recursive: true });
    const file = path.join(folder, name, 'migration.sql');
    await writeFile(file, sql);
    return file;
  }
  beforeAll(async () => {
    database = await createEmptyDatabase();
    folder = path.join(await mkdtemp(path.join(tmpdir(), 'curvewell-migrations-')), 'migrations');
    await cp(MIGRATIONS_FOLDER, folder, { recursive: true });
  });
  afterAll(async () => {
    await database.drop();
    await rm(path.dirname(folder), { recursive: true });
  });

  it('OPS-108 migrations do without what PostgreSQL 15, the oldest that is supported, does not have', async () => {
    const later =
      /\bIS JSON\b|\bpg_input_|\bany_value\(|\bjson_(?:table|value|query|serialize)\(|\buuidv7\(/i;
    for (const name of await migrationNames()) {
      const sql = await readFile(path.join(MIGRATIONS_FOLDER, name, 'migration.sql'), 'utf8');
      expect(sql.replaceAll(/--.*$/gm, ''), name).not.toMatch(later);
    }
  });

  it('OPS-108 migrations are applied in order, once', async () => {
    const names = await migrationNames();
    const [one, other] = await Promise.all([migrateNow(), migrateNow()]);
    expect([...one, ...other]).toEqual(names);
  });

  it('OPS-392 no timeout of the role interrupts a migration', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await query(`ALTER DATABASE ${name} SET statement_timeout = '100ms'`);
    await preparing(database.url, (client) => client.query('SELECT pg_sleep(0.3)'));
    await query(`ALTER DATABASE ${name} RESET statement_timeout`);
  });

  it('OPS-388 an index whose concurrent build was interrupted is built again', async () => {
    const name = '29990101000001_index';
    await query('CREATE TABLE twice AS SELECT 1 AS one FROM generate_series(1, 2)');
    await add(name, '-- Each once.\nCREATE UNIQUE INDEX CONCURRENTLY "twice_key" ON "twice" ("one");\n');
    await expect(migrateNow()).rejects.toThrow(
      /^The migration 29990101000001_index failed: .* It continues at the next start/,
    );
    const valid = `SELECT indisvalid FROM pg_index WHERE indexrelid = 'twice_key'::regclass`;
    expect(await query(valid)).toEqual([{ indisvalid: false }]);
    await query('DELETE FROM twice WHERE ctid = (SELECT max(ctid) FROM twice)');
    expect(await migrateNow()).toEqual([name]);
    expect(await query(valid)).toEqual([{ indisvalid: true }]);
  });

  it('OPS-387 a migration that waits for a table lock lets later queries pass', async () => {
    const name = '29990101000002_column';
    await add(name, 'ALTER TABLE twice ADD COLUMN other int;\n');
    const reading = new pg.Client({ connectionString: database.url });
    await reading.connect();
    await reading.query('BEGIN; SELECT FROM twice');
    const reported = Promise.withResolvers<string>();
    const migrated = preparing(database.url, (client, progress) => migrate(client, { folder, progress }), {
      report: reported.resolve,
    });
    expect(await reported.promise).toContain('the table is in use');
    await query('SELECT FROM twice');
    await reading.query('COMMIT');
    await reading.end();
    expect(await migrated).toEqual([name]);
    for (const one of [name, '29990101000001_index']) await rm(path.join(folder, one), { recursive: true });
    await query(`DELETE FROM _prisma_migrations WHERE migration_name LIKE '2999%'`);
  });

  it('OPS-108 a failed migration reports where, leaves nothing behind and can be repeated', async () => {
    const name = '29990101000000_broken';
    const file = await add(name, 'CREATE TABLE half (id int);\nINSERT INTO nowhere VALUES (1);\n');
    await expect(migrateNow()).rejects.toThrow(
      /^The migration 29990101000000_broken failed in line 2: relation "nowhere" does not exist\. It left no changes/,
    );
    expect(await query(`SELECT to_regclass('half') AS half`)).toEqual([{ half: null }]);
    await writeFile(file, 'CREATE TABLE half (id int);\n');
    expect(await migrateNow()).toEqual([name]);
  });

  it('OPS-109 a migration that was changed after it was applied is detected and named', async () => {
    const name = '29990101000000_broken';
    const file = path.join(folder, name, 'migration.sql');
    // Line endings may differ, because Git converts them.
    await writeFile(file, 'CREATE TABLE half (id int);\r\n');
    expect(await migrateNow()).toEqual([]);
    await appendFile(file, '-- one more line\n');
    await expect(migrateNow()).rejects.toThrow(
      /^These files differ from the migrations applied to this database: \S+_broken\/migration\.sql/,
    );
    await writeFile(file, 'CREATE TABLE half (id int);\n');
  });

  it('OPS-109 a program that is older than the database refuses to change it', async () => {
    await rm(path.join(folder, '29990101000000_broken'), { recursive: true });
    await expect(migrateNow()).rejects.toThrow(
      /^The database is newer than this program, which does not know 29990101000000_broken\./,
    );
  });

  it('OPS-109 a migration that another tool left incomplete is named', async () => {
    await query(
      `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name LIKE '%_schema_0_2_0'`,
    );
    await query(`DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_broken'`);
    await expect(migrateNow()).rejects.toThrow(
      /^The migration \d+_schema_0_2_0 was started by another tool and did not finish/,
    );
  });
});
