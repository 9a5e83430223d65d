import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { ownTables } from '../../src/backup/tables.ts';
import { laboratoryTables } from '../../src/clusters/laboratory-tables.ts';
import { grantToApplication } from '../../src/database/application-role.ts';
import { migrate } from '../../src/upgrade/migrations.ts';
import { createEmptyDatabase, type EmptyDatabase } from '../database.ts';
import { partitionRuns } from './partition-runs.ts';

/** Rows of a laboratory that do not hang on a run. */
const NOT_OF_RUNS = [
  'control_reference',
  'file_transfer_connection',
  'kept_dye',
  'kit',
  'kit_trial',
  'laboratory',
  'new_account',
  'read_log',
  'run_counter',
  'saved_view',
  'template',
  'template_well',
  'transfer_trouble',
  'work_list_columns',
];

let database: EmptyDatabase;
let client: pg.Client;
let orders: Map<string, string>;
const readOrders = async () => new Map((await ownTables(client)).map(({ name, select }) => [name, select]));
beforeAll(async () => {
  database = await createEmptyDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await migrate(client);
  orders = await readOrders();
  await partitionRuns(client);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const names = async (query: string) =>
  (await client.query<{ name: string }>(query)).rows.map(({ name }) => name);

it('OPS-618 runs and all tables that depend on them are partitioned by laboratory, and every unique key contains it', async () => {
  const plain = await names(`
    SELECT c.relname::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'laboratory_id' AND a.attnotnull
    WHERE c.relkind = 'r' AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace ORDER BY 1`);
  expect(plain.filter((name) => !NOT_OF_RUNS.includes(name))).toEqual([]);

  const partitioned = await names(`
    SELECT c.relname::text AS name FROM pg_partitioned_table p JOIN pg_class c ON c.oid = p.partrelid
    WHERE p.partstrat = 'h' AND (SELECT count(*) FROM pg_inherits WHERE inhparent = c.oid) = 4 ORDER BY 1`);
  expect(partitioned).toEqual(
    expect.arrayContaining(['blob', 'comment', 'control_peak', 'run', 'run_kit_lot']),
  );
  const keys = await names(`
    SELECT indexrelid::regclass::text AS name FROM pg_index i JOIN pg_partitioned_table p ON p.partrelid = i.indrelid
    WHERE p.partstrat = 'h' AND i.indisprimary AND pg_get_indexdef(i.indexrelid) !~ 'btree \\(laboratory_id, '`);
  expect(keys).toEqual([]);
});

it('OPS-618 the product has no rights on a partition, and each has the triggers against changes', async () => {
  const role = `partitions_${process.pid}`;
  await client.query(`CREATE ROLE ${role} LOGIN`);
  await grantToApplication(client, role);
  expect(
    await names(`
      SELECT c.oid::regclass::text AS name FROM pg_class c CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) AS may
      WHERE c.relnamespace = 'run_part'::regnamespace AND c.relkind = 'r' AND has_table_privilege('${role}', c.oid, may)`),
  ).toEqual([]);
  await client.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);

  const unlike = await names(`
    SELECT i.inhrelid::regclass || '.' || t.tgname AS name
    FROM pg_inherits i JOIN pg_trigger t ON t.tgrelid = i.inhparent AND NOT t.tgisinternal
    WHERE NOT EXISTS (SELECT FROM pg_trigger o WHERE o.tgrelid = i.inhrelid AND o.tgname = t.tgname AND o.tgfoid = t.tgfoid)`);
  expect(unlike).toEqual([]);
});

it('OPS-618 backups and moves read the same tables in the same order', async () => {
  const last = (select: string) => select.replace(/, laboratory_id$/, '');
  for (const [name, select] of await readOrders())
    expect(last(select), name).toBe(last(orders.get(name) ?? 'no such table'));
  expect((await laboratoryTables(client, '00000000-0000-0000-0000-000000000000')).length).toBeGreaterThan(30);
});
