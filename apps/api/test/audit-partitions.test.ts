import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

import { auditCalls } from '@curvewell/contracts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openNextPartition } from '../src/audit/open-next-partition.ts';
import { loadBackup } from '../src/backup/load-backup.ts';
import { openBackup } from '../src/backup/read-backup.ts';
import { backupStream } from '../src/backup/write-backup.ts';
import { laboratoryTables } from '../src/clusters/laboratory-tables.ts';
import { grantToApplication } from '../src/database/application-role.ts';
import { migrate, migrationNames } from '../src/upgrade/migrations.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { createEmptyDatabase, type EmptyDatabase } from './database.ts';
import { importedRun } from './run-factory.ts';
import { rehashed } from './tamperings/undone.ts';

const PARTITIONED = 'audit_event_ends';
const APPLICATION = 'partitions_application';

/** Of an entry that was written while a clock was ahead. */
const YEAR_AFTER_FAR = new Date().getUTCFullYear() + 6;
const FAR = `${YEAR_AFTER_FAR - 1}-05-05`;

const opened = async (url: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
};

/** Bounds of the partitions, in the order of time. */
async function bounds(client: pg.Client): Promise<string[]> {
  await client.query(`SET timezone TO 'UTC'`);
  const { rows } = await client.query<{ bound: string }>(`
    SELECT pg_get_expr(relpartbound, oid) AS bound FROM pg_class
    WHERE oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = 'audit_event'::regclass) ORDER BY relname`);
  return rows.map(({ bound }) => bound.replaceAll(/FOR VALUES | 00:00:00\+00|-01-01|'/g, ''));
}

describe('an audit trail without partitions', () => {
  let database: EmptyDatabase;
  let client: pg.Client;
  beforeAll(async () => {
    database = await createEmptyDatabase();
    client = await opened(database.url);
    await client.query(`CREATE ROLE ${APPLICATION}`);
  });
  afterAll(async () => {
    await client.query(`DROP OWNED BY ${APPLICATION}; DROP ROLE ${APPLICATION}`);
    await client.end();
    await database.drop();
  });

  const insert = (at: string, number: number) =>
    client.query(
      `INSERT INTO audit_event (number, at, actor_name, action, entity, previous_hash, hash)
       VALUES ($2, $1, 'Somebody', 'user.create', 'user', repeat('0', 64), repeat('0', 64))`,
      [at, number],
    );
  const extend = async (day: string) => {
    const { rows } = await client.query<{ ends: boolean }>(
      'SELECT bound_audit_partition_at($1::timestamptz) AS ends',
      [`${day}T00:00:00Z`],
    );
    if (rows[0]?.ends !== true) return false;
    await client.query('SELECT prove_audit_partition()');
    await client.query('SELECT exchange_audit_partition()');
    return true;
  };
  const fileOf = async (table: string) => {
    const { rows } = await client.query<{ file: number }>(
      'SELECT pg_relation_filenode($1::regclass) AS file',
      [table],
    );
    return rows;
  };

  it('OPS-613 becomes the first partition unchanged, with its permissions', async () => {
    const names = await migrationNames();
    const first = names.findIndex((name) => name.endsWith(PARTITIONED));
    await migrate(client, { wanted: new Set(names.slice(0, first)) });
    await client.query(`GRANT SELECT ON audit_event TO ${APPLICATION}`);
    await insert('2024-05-05', 1);
    await insert(FAR, 2);
    const before = await fileOf('audit_event');
    expect(await migrate(client)).toEqual(names.slice(first));

    expect(await fileOf('audit_part.audit_event')).toEqual(before);
    const { rows } = await client.query<{ numbers: string }>(
      'SELECT string_agg(number::text, $1 ORDER BY id) AS numbers FROM audit_event',
      [','],
    );
    expect(rows[0]?.numbers).toBe('1,2');
    const rights = await client.query<{ table: boolean; partition: boolean }>(
      `SELECT has_table_privilege($1, 'audit_event', 'SELECT') AS table,
         has_table_privilege($1, 'audit_part.audit_event', 'SELECT') AS partition`,
      [APPLICATION],
    );
    expect(rights.rows).toEqual([{ table: true, partition: false }]);
    expect(await bounds(client)).toEqual([
      `FROM (MINVALUE) TO (${YEAR_AFTER_FAR})`,
      `FROM (${YEAR_AFTER_FAR}) TO (MAXVALUE)`,
    ]);
  });

  it('OPS-612 gets a partition a month before each year, and loses no entry if that was missed', async () => {
    const year = YEAR_AFTER_FAR;
    expect(await extend(`${year - 1}-11-30`)).toBe(false);
    expect(await extend(`${year - 1}-12-02`)).toBe(true);
    expect(await extend(`${year - 1}-12-03`)).toBe(false);
    expect((await bounds(client)).slice(1)).toEqual([
      `FROM (${year}) TO (${year + 1})`,
      `FROM (${year + 1}) TO (MAXVALUE)`,
    ]);
    // Two years later, nothing has been opened since.
    await insert(`${year + 2}-03-03`, 3);
    expect(await extend(`${year + 2}-03-04`)).toBe(true);
    await insert(`${year + 3}-01-01`, 4);
    expect((await bounds(client)).slice(2)).toEqual([
      `FROM (${year + 1}) TO (${year + 3})`,
      `FROM (${year + 3}) TO (MAXVALUE)`,
    ]);
    const { rows } = await client.query<{ place: string }>(
      `SELECT number || ' ' || tableoid::regclass AS place FROM audit_event ORDER BY id`,
    );
    expect(rows.map(({ place }) => place)).toEqual([
      '1 audit_part.audit_event',
      '2 audit_part.audit_event',
      `3 audit_part.audit_event_${year + 1}`,
      `4 audit_part.audit_event_${year + 3}`,
    ]);
  });

  it('OPS-612 reads no entry while others wait, and ends after an entry of a clock that was ahead', async () => {
    const year = YEAR_AFTER_FAR + 3;
    await insert(`${year + 4}-07-07`, 5);
    const heard: string[] = [];
    const listen = ({ message = '' }: { readonly message?: string | undefined }) => void heard.push(message);
    client.on('notice', listen);
    await client.query('SET client_min_messages = debug1');
    expect(await extend(`${year + 1}-02-02`)).toBe(true);
    await client.query('RESET client_min_messages');
    client.off('notice', listen);
    expect(heard.filter((text) => text.includes('is implied by existing constraints'))).toHaveLength(1);
    expect(heard.filter((text) => text.startsWith('verifying table'))).toEqual([
      `verifying table "audit_event_${year}"`,
    ]);
    expect((await bounds(client)).slice(3)).toEqual([
      `FROM (${year}) TO (${year + 5})`,
      `FROM (${year + 5}) TO (MAXVALUE)`,
    ]);
    const left = await client.query(`SELECT FROM pg_constraint WHERE conname = 'audit_event_ends'`);
    expect(left.rows).toEqual([]);
  });

  it('OPS-614 prevents changes to entries of any year, and writes of the product to a partition', async () => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'audit_event'::regclass`,
    );
    const refused = { code: '23001' };
    for (const name of ['audit_event', ...rows.map((row) => row.name)])
      await expect(client.query(`TRUNCATE ${name}`), name).rejects.toMatchObject(refused);
    for (const number of [1, 2, 3, 4, 5]) {
      const where = `WHERE number = ${number}`;
      await expect(client.query(`DELETE FROM audit_event ${where}`)).rejects.toMatchObject(refused);
      await expect(client.query(`UPDATE audit_event SET actor_name = '' ${where}`)).rejects.toMatchObject(
        refused,
      );
    }
    await grantToApplication(client, APPLICATION);
    const left = await client.query(
      `SELECT c.oid::regclass::text AS name FROM pg_class c CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS may
       WHERE c.relnamespace = 'audit_part'::regnamespace AND c.relkind = 'r' AND has_table_privilege($1, c.oid, may)
       UNION ALL SELECT 'audit_part' FROM pg_namespace WHERE nspname = 'audit_part' AND has_schema_privilege($1, oid, 'USAGE')`,
      [APPLICATION],
    );
    expect(left.rows).toEqual([]);
    await client.query(`SET ROLE ${APPLICATION}`);
    const { rows: ends } = await client.query('SELECT bound_audit_partition() AS ends');
    expect(ends).toEqual([{ ends: false }]);
    await expect(client.query('SELECT bound_audit_partition_at(now())')).rejects.toMatchObject({
      code: '42501',
    });
    await client.query('RESET ROLE');
  });

  it('AUDIT-48 has each number of a chain once, also in a partition', async () => {
    await expect(insert('2025-01-01', 2)).rejects.toMatchObject({ code: '23505' });
    const { rows } = await client.query<{ unique: boolean }>(
      `SELECT bool_or(indisunique AND indnullsnotdistinct AND indnkeyatts = 2) AS unique FROM pg_inherits
       JOIN pg_index ON indrelid = inhrelid WHERE inhparent = 'audit_event'::regclass GROUP BY inhrelid`,
    );
    expect(rows.map(({ unique }) => unique)).toEqual(rows.map(() => true));
  });
});

describe('an audit trail of two years', () => {
  let test: TestApp;
  let owner: pg.Client;
  let north: string;
  let runId: string;
  beforeAll(async () => {
    test = await createTestApp();
    owner = await opened(test.databaseUrl);
    const { id, laboratory } = await importedRun(test, { seed: 1 });
    [runId, north] = [id, laboratory.id];
    for (const value of ['One', 'Two', 'Three', 'Four'])
      await test.call('tech', 'POST', `/run/${id}/comment`, { value });
    await test.db.$transaction(async (tx) => {
      await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
      await tx.$executeRaw`UPDATE audit_event SET at = at + interval '14 months'
        WHERE laboratory_id = ${north}::uuid AND number > (SELECT max(number) - 2 FROM audit_event WHERE laboratory_id = ${north}::uuid)`;
      await rehashed(tx, north);
    });
    const { rows } = await owner.query('SELECT DISTINCT tableoid FROM audit_event WHERE laboratory_id = $1', [
      north,
    ]);
    expect(rows).toHaveLength(2);
  });
  afterAll(async () => {
    await owner.end();
    await test.close();
  });

  it('AUDIT-47 pages and the history of a run span the end of a year', async () => {
    const pages = await Promise.all(
      [0, 1, 2, 3].map(async (page) => {
        const answer = await test.call('quality', 'GET', `/audit?run=${runId}&page=${page}&size=2`);
        return auditCalls.list.answer.parse(answer.json());
      }),
    );
    const numbers = pages.flatMap(({ rows }) => rows.map(({ entry }) => entry.number));
    expect(numbers).toHaveLength(5);
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
    expect(new Set(pages.map(({ count }) => count))).toEqual(new Set([5]));
    const history = await test.call('tech', 'GET', `/run/${runId}/history`);
    const found = history.json<{ rows: { entry: { number: number } }[] }>().rows;
    expect(found.map(({ entry }) => entry.number)).toEqual(numbers);
  });

  it('AUDIT-48 the chain is verified, and continues', async () => {
    await test.call('tech', 'POST', `/run/${runId}/comment`, { value: 'Five' });
    const states = await test.call('super', 'GET', '/audit/verify');
    expect(states.json<{ fault: unknown }[]>().flatMap(({ fault }) => fault ?? [])).toEqual([]);
  });

  it('AUDIT-48 a backup and a move include entries of both years', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'curvewell-partitions-'));
    const file = path.join(folder, 'backup.zip');
    await pipeline(await backupStream(test.databaseUrl, 60_000), createWriteStream(file));
    const backup = await openBackup(file, null);
    const copy = await createEmptyDatabase();
    const client = await opened(copy.url);
    await migrate(client);
    // Compares the rows with the backup.
    await loadBackup(client, backup);
    const all =
      'SELECT to_jsonb(e) AS entry, tableoid::regclass::text AS part FROM audit_event e ORDER BY id';
    expect((await client.query(all)).rows).toEqual((await owner.query(all)).rows);
    await expect(client.query('TRUNCATE audit_event')).rejects.toMatchObject({ code: '23001' });
    await client.end();
    await backup.close();
    await copy.drop();
    await rm(folder, { recursive: true });
    const tables = (await laboratoryTables(owner, north)).filter(({ name }) => name.includes('audit_event'));
    expect(tables.map(({ name, kind }) => [name, kind])).toEqual([['audit_event', 'trail']]);
  });

  it('OPS-612 a job opens the next one, and leaves no bound if it cannot', async () => {
    // Three years later.
    await owner.query(`
      CREATE OR REPLACE FUNCTION bound_audit_partition() RETURNS boolean LANGUAGE sql SECURITY DEFINER
        AS $$ SELECT public.bound_audit_partition_at(now() + interval '3 years') $$;
      ALTER FUNCTION exchange_audit_partition() SET lock_timeout TO '50ms'`);
    const before = await bounds(owner);
    await owner.query('BEGIN; LOCK TABLE ONLY audit_event IN ACCESS SHARE MODE');
    await expect(openNextPartition(test)).rejects.toThrow();
    await owner.query('ROLLBACK');
    const left = await owner.query(`SELECT FROM pg_constraint WHERE conname = 'audit_event_ends'`);
    expect(left.rows).toEqual([]);
    expect(await bounds(owner)).toEqual(before);
    await test.db.$transaction((tx) => test.app.jobs.ask(tx, 'audit-partition', { data: {} }));
    await test.work();
    expect(await bounds(owner)).toHaveLength(before.length + 1);
  });
});
