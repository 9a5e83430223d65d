import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { statementsOf } from '../src/upgrade/concurrently.ts';
import { GRADUAL } from '../src/upgrade/gradual.ts';
import { migrate, migrationNames, MIGRATIONS_FOLDER, readMigrations } from '../src/upgrade/migrations.ts';
import { SILENT } from '../src/upgrade/progress.ts';
import { catalogueOf } from './catalogue.ts';
import { createEmptyDatabase, type EmptyDatabase } from './database.ts';

/** The first migration of these keys. */
const BEGINS = '20261202700000_laboratory_of_rows';

const connected = async ({ url }: EmptyDatabase) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
};
const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const [LABORATORY, RUN, KIT, DECISION, READING, DELIVERY] = [1, 2, 3, 4, 5, 6].map(id);

/** A decided run with a row of each table that did not name the laboratory, as release 0.2.0 wrote them, and many peaks. */
const ROWS = `
  SET session_replication_role = replica;
  INSERT INTO laboratory (id, name) VALUES ('${LABORATORY}', 'North');
  INSERT INTO run (id, laboratory_id, business_id, plate_type, name, run_date, created_by_id, created_by_name, instrument_name, analyser_id, file_name, import_report, status)
  VALUES ('${RUN}', '${LABORATORY}', 1, 'RECTANGULAR_96', 'R', now(), '${id(9)}', 'Tara', 'CFX', '${id(9)}', 'f.xlsx', '{}', 'APPROVED');
  INSERT INTO run_kit (id, run_id, "order", kit_version_id) VALUES ('${KIT}', '${RUN}', 0, '${id(9)}');
  INSERT INTO run_kit_lot (run_kit_id, lot_id, "order") VALUES ('${KIT}', '${id(9)}', 0);
  INSERT INTO run_used_pair (run_id, kit_version_id, reaction_buffer_id) VALUES ('${RUN}', '${id(9)}', '${id(9)}');
  INSERT INTO record_check (run_id, is_unchanged, checked_at) VALUES ('${RUN}', true, now());
  INSERT INTO interpretation_claim (run_id, token, until) VALUES ('${RUN}', '${id(9)}', now());
  INSERT INTO run_decision (id, run_id, laboratory_id, decision, by_id, by_name) VALUES ('${DECISION}', '${RUN}', '${LABORATORY}', 'approve', '${id(9)}', 'Ada');
  INSERT INTO time_stamp (decision_id, requested_at) VALUES ('${DECISION}', now());
  INSERT INTO delivery (id, run_id, laboratory_id, state, requested_by_name, requested_at) VALUES ('${DELIVERY}', '${RUN}', '${LABORATORY}', 'SENT', 'Ada', now());
  INSERT INTO delivery_log (delivery_id, turn, try, at, step, ok, message) VALUES ('${DELIVERY}', 1, 1, now(), 'begin', true, '');
  INSERT INTO control_series (id, laboratory_id, kit_id, reaction_buffer_id, analyser_id, channel, sample_type)
  VALUES ('${id(8)}', '${LABORATORY}', '${id(9)}', '${id(9)}', '${id(9)}', 'FAM', 'STANDARD');
  INSERT INTO control_reading (id, laboratory_id, series_id, run_id, well_id, kit_version_id, lot_id, read_at)
  VALUES ('${READING}', '${LABORATORY}', '${id(8)}', '${RUN}', '${id(9)}', '${id(9)}', '${id(9)}', now());
  INSERT INTO control_peak (reading_id, phase, place, tm, height, quality, counted)
  SELECT '${READING}', 'MELT', n, 60, 100, 1, true FROM generate_series(1, 20000) n;
  INSERT INTO audit_event (laboratory_id, number, at, actor_name, action, entity, hash, previous_hash, details)
  VALUES ('${LABORATORY}', 1, now(), 'Ada', 'run.approve', 'run', repeat('0', 64), repeat('0', 64), '{}');
  SET session_replication_role = origin`;

const FILLED = [
  'run_kit',
  'run_used_pair',
  'run_kit_lot',
  'record_check',
  'interpretation_claim',
  'time_stamp',
  'delivery_log',
  'control_peak',
];

describe('the upgrade of a database with runs', () => {
  let database: EmptyDatabase;
  let client: pg.Client;
  const names = migrationNames();
  const count = async (query: string) => (await client.query(query)).rowCount;
  beforeAll(async () => {
    database = await createEmptyDatabase();
    client = await connected(database);
    const before = (await names).filter((name) => name < BEGINS);
    await migrate(client, { wanted: new Set(before) });
    await client.query(ROWS);
    for (const { name, sql } of await readMigrations(MIGRATIONS_FOLDER))
      if (name === BEGINS)
        await client.query(`BEGIN; ${sql}; INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
          VALUES ('${name}', encode(sha256(${pg.escapeLiteral(sql)}::bytea), 'hex'), '${name}', now()); COMMIT`);
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it('OPS-615 the former release writes rows without their laboratory, which they get', async () => {
    await client.query('BEGIN');
    await client.query(
      `INSERT INTO delivery_log (delivery_id, turn, try, at, step, ok, message) VALUES ('${DELIVERY}', 1, 2, now(), 'end', true, '')`,
    );
    await client.query(`UPDATE record_check SET checked_at = now()`);
    for (const table of ['delivery_log', 'record_check'])
      expect(await count(`SELECT FROM ${table} WHERE laboratory_id = '${LABORATORY}'`), table).toBe(1);
    await client.query('ROLLBACK');
  });

  it('OPS-616 while it is missing, rows of a decided run may get it, but nothing else in them may change', async () => {
    for (const change of [
      `run_kit SET "order" = 5`,
      `run_kit SET laboratory_id = '${LABORATORY}', "order" = 5`,
      `run_kit_lot SET laboratory_id = '${LABORATORY}', "order" = 5`,
      `control_peak SET laboratory_id = '${LABORATORY}', tm = 61 WHERE place = 7`,
    ])
      await expect(client.query(`UPDATE ${change}`), change).rejects.toThrow('is decided');
  });

  it('OPS-615 fills them while a row is locked, without waiting for it, and leads to the schema of a new database', async () => {
    const other = await connected(database);
    await other.query('BEGIN; SELECT FROM run_kit FOR UPDATE');
    const batches: string[] = [];
    const progress = {
      ...SILENT,
      counted: (done: number, total: number, what: string) => {
        batches.push(`${done} of ${total} ${what}`);
        return Promise.resolve();
      },
    };
    const upgraded = migrate(client, { progress });
    // The rounds go on until the row is free.
    await expect.poll(() => batches.filter((batch) => batch.includes('run_kit:')).length).toBeGreaterThan(1);
    await other.query('COMMIT');
    await upgraded;
    await other.end();

    expect(batches.filter((batch) => batch.includes('control_peak')).length).toBeGreaterThan(1);
    for (const table of FILLED)
      expect(await count(`SELECT FROM ${table} WHERE laboratory_id <> '${LABORATORY}'`), table).toBe(0);
    expect(await count('SELECT FROM control_peak')).toBe(20_000);
    await expect(client.query(`UPDATE run_kit SET laboratory_id = laboratory_id`)).rejects.toThrow(
      'is decided',
    );

    const fresh = await createEmptyDatabase();
    const newest = await connected(fresh);
    await migrate(newest);
    expect(await catalogueOf(client)).toEqual(await catalogueOf(newest));
    await newest.end();
    await fresh.drop();
  });

  it('OPS-615 steps that are repeated after a stop change nothing', async () => {
    const before = await catalogueOf(client);
    for (const { name, sql } of (await readMigrations(MIGRATIONS_FOLDER)).filter(
      (one) => one.name.startsWith('202612027008') && one.name in GRADUAL,
    ))
      await GRADUAL[name]?.(client, SILENT, statementsOf(sql));
    expect(await catalogueOf(client)).toEqual(before);
  });
});

describe('references between rows of laboratories', () => {
  let database: EmptyDatabase;
  let client: pg.Client;
  beforeAll(async () => {
    database = await createEmptyDatabase();
    client = await connected(database);
    await migrate(client);
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it('OPS-617 name the laboratory, so that no row belongs to a run of another one', async () => {
    const { rows } = await client.query<{ key: string }>(`
      WITH own AS (
        SELECT attrelid AS oid, attnum FROM pg_attribute WHERE attname = 'laboratory_id' AND attnotnull AND attrelid <> 'template'::regclass
      )
      SELECT conrelid::regclass || '.' || conname AS key
      FROM pg_constraint k JOIN own c ON c.oid = k.conrelid JOIN own p ON p.oid = k.confrelid
      WHERE contype = 'f' AND NOT (c.attnum = ANY (conkey) AND p.attnum = ANY (confkey))`);
    expect(rows).toEqual([]);

    const parents = /^ {2}(SET|INSERT INTO (laboratory|run|run_decision|delivery) )/;
    for (const statement of ROWS.split(';'))
      if (parents.test(statement.replace(/^\n/, ''))) await client.query(statement);
    await client.query(`INSERT INTO laboratory (id, name) VALUES ('${id(11)}', 'South')`);
    await expect(
      client.query(
        `INSERT INTO record_check (run_id, laboratory_id, is_unchanged, checked_at) VALUES ('${RUN}', '${id(11)}', true, now())`,
      ),
    ).rejects.toMatchObject({ code: '23503', constraint: 'record_check_run_id_fkey' });
    await expect(
      client.query(
        `INSERT INTO delivery_log (delivery_id, laboratory_id, turn, try, at, step, ok, message)
         VALUES ('${DELIVERY}', '${id(11)}', 1, 1, now(), 'begin', true, '')`,
      ),
    ).rejects.toMatchObject({ code: '23503', constraint: 'delivery_log_delivery_id_fkey' });
    await client.query(
      `INSERT INTO record_check (run_id, laboratory_id, is_unchanged, checked_at) VALUES ('${RUN}', '${LABORATORY}', true, now())`,
    );
  });
});
