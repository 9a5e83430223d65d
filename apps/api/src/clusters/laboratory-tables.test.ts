import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { laboratoryTables } from './laboratory-tables.ts';
import { CATALOGUE, SPECIAL, STAYS } from './table-kinds.ts';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

it('OPS-537 every table is moved with its laboratory, recounted, part of the catalogue, or listed as staying', async () => {
  const { id } = await database.db.laboratory.findFirstOrThrow();
  const tables = await laboratoryTables(client, id);
  expect(tables.filter(({ kind }) => kind === 'moved').map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'run',
      'run_kit_lot',
      'control_peak',
      'signature',
      'time_stamp',
      'template_well',
    ]),
  );
  const { rows } = await client.query<{ name: string }>(
    `SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  const existing = new Set(rows.map(({ name }) => name));
  const listed = [...Object.keys(SPECIAL), ...Object.keys(STAYS), ...CATALOGUE];
  expect(listed.filter((name) => !existing.has(name))).toEqual([]);
  await client.query('CREATE TABLE forgotten (id int PRIMARY KEY)');
  await expect(laboratoryTables(client, id)).rejects.toThrow(/forgotten/);
});
