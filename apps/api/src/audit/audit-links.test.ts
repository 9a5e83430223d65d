import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../test/create-test-app.ts';
import { storedLinks } from './audit-links.ts';
import { readRows, type Tx } from '../database/db.ts';
import { Prisma } from '../generated/prisma/client.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const ENTRIES = 3_000;
class Undone extends Error {}

/** Runs in a transaction that is rolled back. Returns the numbers of a long chain and the number of rows read. */
async function readLongChain(
  prepare: (tx: Tx) => Promise<unknown>,
): Promise<{ numbers: number[]; touched: number }> {
  const numbers: number[] = [];
  let touched = 0;
  await test.db
    .$transaction(async (tx) => {
      const { id: chain } = await tx.laboratory.create({ data: { name: 'Of a long trail' } });
      await tx.$executeRaw`
        INSERT INTO audit_event (laboratory_id, number, actor_name, action, entity, details, previous_hash, hash)
        SELECT ${chain}::uuid, n, 'Somebody', 'run.update', 'run', '{}', repeat('0', 64), repeat('0', 64)
        FROM generate_series(1, ${ENTRIES}) n`;
      await prepare(tx);
      const before = await rowsTouched(tx);
      for await (const { number } of storedLinks((sql) => readRows(tx, sql), { chain })) numbers.push(number);
      touched = (await rowsTouched(tx)) - before;
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return { numbers, touched };
}

async function rowsTouched(tx: Tx): Promise<number> {
  const [row] = await readRows<{ touched: number }>(
    tx,
    Prisma.sql`SELECT (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::float8 AS touched
      FROM pg_stat_xact_all_tables WHERE relname = 'audit_event'`,
  );
  return row?.touched ?? 0;
}

const all = Array.from({ length: ENTRIES }, (_, index) => index + 1);

describe('the links of a chain', () => {
  it.each([
    ['knows the table', (tx: Tx) => tx.$executeRaw`ANALYZE audit_event`],
    [
      'knows nothing of it',
      (tx: Tx) =>
        tx.$executeRaw`DELETE FROM pg_statistic WHERE starelid = 'audit_part.audit_event'::regclass`,
    ],
    [
      'takes it for a small one',
      (tx: Tx) =>
        tx.$executeRaw`UPDATE pg_class SET reltuples = 10, relpages = 1 WHERE oid = 'audit_part.audit_event'::regclass`,
    ],
  ])('AUDIT-20 are each read once, whether the planner %s', async (_, prepare) => {
    const { numbers, touched } = await readLongChain(prepare);
    expect(numbers).toEqual(all);
    expect(touched).toBeLessThan(ENTRIES * 1.2);
  });

  it('AUDIT-20 are listed even if numbers are missing or duplicated', async () => {
    const { numbers } = await readLongChain(async (tx) => {
      await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
      await tx.$executeRaw`DROP INDEX audit_part.audit_event_laboratory_id_number_key`;
      await tx.$executeRaw`DELETE FROM audit_event WHERE hash = repeat('0', 64) AND number BETWEEN 701 AND 1500`;
      await tx.$executeRaw`UPDATE audit_event SET number = 5 WHERE hash = repeat('0', 64) AND number BETWEEN 6 AND 300`;
    });
    expect(numbers).toHaveLength(ENTRIES - 800);
    expect(numbers.filter((number) => number === 5)).toHaveLength(296);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });
});
