import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from './create-test-app.ts';
import { configuration, importedRun } from './run-factory.ts';

let test: TestApp;
/** Another client in a transaction. */
let other: pg.Client;
beforeAll(async () => {
  test = await createTestApp();
  other = new pg.Client({ connectionString: test.databaseUrl });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await test.close();
});

async function addLot(name: string) {
  const { id: kitVersionId } = await test.db.kitVersion.findFirstOrThrow({
    where: { version: 'v2', kit: { name: 'LCT-13910' } },
  });
  return test.db.lot.create({ data: { kitVersionId, name, expirationDate: new Date('2099-12-31') } });
}

/** Waits until a statement of this database waits for a lock. */
async function waitForBlockedStatement(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await other.query<{ count: number }>(
        `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows[0]?.count;
    })
    .toBe(1);
}

it('ERR-102 deleting a lot while a run starts to use it fails, because it is in use', async () => {
  const run = await importedRun(test, { seed: 401 });
  const lot = await addLot('TAKEN');
  await other.query('BEGIN');
  const { rows } = await other.query<{ id: string }>(
    `INSERT INTO run_kit (id, run_id, laboratory_id, "order", kit_version_id)
     VALUES (gen_random_uuid(), $1, $3, 0, $2) RETURNING id`,
    [run.id, lot.kitVersionId, run.laboratory.id],
  );
  await other.query(
    'INSERT INTO run_kit_lot (run_kit_id, laboratory_id, lot_id, "order") VALUES ($1, $3, $2, 0)',
    [rows[0]?.id, lot.id, run.laboratory.id],
  );
  const deleted = test.call('quality', 'DELETE', `/lots/${lot.id}`);
  await waitForBlockedStatement();
  await other.query('COMMIT');
  const answer = await deleted;
  expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'in-use' }]);
});

it('ERR-102 a run that starts to use a lot during its deletion is refused, because the lot does not exist', async () => {
  const run = await importedRun(test, { seed: 402 });
  const lot = await addLot('GONE');
  const body = await configuration(test.db, run);
  const kits = body.kits?.map((kit) => ({ ...kit, lots: [...kit.lots, { id: lot.id }] })) ?? [];
  await other.query('BEGIN');
  await other.query('DELETE FROM lot WHERE id = $1', [lot.id]);
  const saved = test.call('tech', 'PUT', `/run/${run.id}`, { ...body, kits });
  await waitForBlockedStatement();
  await other.query('COMMIT');
  const answer = await saved;
  expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'invalid-request' }]);
  expect(answer.json<{ message: string }>().message).toMatch(/lot/i);
  expect(await test.db.runKit.count({ where: { runId: run.id } })).toBe(0);
});
