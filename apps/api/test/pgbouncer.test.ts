import { readFileSync } from 'node:fs';

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { poolerUrlOf } from '../src/database/database-url.ts';
import { openDatabase, requireUtc, transaction } from '../src/database/db.ts';
import { JOB_CONNECTIONS } from '../src/jobs/jobs.ts';
import { readConfig } from '../src/settings/config.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { IS_NIGHT } from './often.ts';
import { startPgBouncer, unpackPgBouncer } from './pgbouncer.ts';
import { startProduct } from './product.ts';
import { interpretedRun, submit } from './run-factory.ts';

describe('the setting of a pooler', () => {
  const poolerOf = (environment: NodeJS.ProcessEnv) => readConfig(environment).databasePoolerUrl;

  it('OPS-520 DATABASE_POOLER replaces host and port of the database, and nothing else', () => {
    const DATABASE_POOLER = 'pooler.example:6432';
    expect(
      poolerOf({ DATABASE_URL: 'postgresql://a:b%40c@db:5432/x?sslmode=require', DATABASE_POOLER }),
    ).toBe('postgresql://a:b%40c@pooler.example:6432/x?sslmode=require');
    expect(poolerOf({ DATABASE_HOST: '/run/postgresql', DATABASE_POOLER })).toBe(
      'postgresql://curvewell@pooler.example:6432/curvewell',
    );
    expect(poolerOf({ DATABASE_URL: 'postgresql://db/x' })).toBeNull();
  });

  it('OPS-520 a pooler without a database, or without a port, is refused', () => {
    expect(() => poolerOf({ DATABASE_POOLER: 'pooler.example:6432' })).toThrow('DATABASE_POOLER needs');
    expect(() => poolerOf({ DATABASE_URL: 'postgresql://db/x', DATABASE_POOLER: 'pooler.example' })).toThrow(
      'expected host:port',
    );
  });
});

/** Besides the pooler's: of an `api` for events and the order of changes, of a `worker` for locks and due jobs. */
const DIRECT = { api: JOB_CONNECTIONS.asker + 2, worker: JOB_CONNECTIONS.worker + 2 } as const;

it('OPS-547 100 processes behind the documented pooler need at most 500 connections to the server', () => {
  const scale = readFileSync(new URL('../../../docs/scale.md', import.meta.url), 'utf8');
  const pooled = Number(/^default_pool_size = (\d+)$/m.exec(scale)?.[1]);
  expect(100 * Math.max(DIRECT.api, DIRECT.worker) + pooled).toBeLessThanOrEqual(500);
});

const isRequested = IS_NIGHT || process.env['PGBOUNCER'] !== undefined;
const why = isRequested ? unpackPgBouncer() : 'it is asked for by PGBOUNCER=1';
if (isRequested && why !== null) process.stderr.write(`A real PgBouncer is skipped: ${why}\n`);

describe.skipIf(why !== null)('behind a real PgBouncer in transaction mode', () => {
  /** Fewer than the product holds connections. */
  const SERVER_CONNECTIONS = 3;
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
  let test: TestApp;
  beforeAll(async () => {
    pooler = await startPgBouncer({
      databaseUrl: inject('templateUrl'),
      serverConnections: SERVER_CONNECTIONS,
    });
    test = await createTestApp({ pooler: pooler.address });
  });
  afterAll(async () => {
    await test.close();
    await pooler.close();
  });

  it('OPS-521 many requests at once share few server connections', async () => {
    const runs = [];
    for (const seed of [521, 522, 523]) runs.push(await interpretedRun(test, { seed }));
    const lists = Array.from({ length: 24 }, () => test.call('physician', 'GET', '/run'));
    const answers = await Promise.all([...runs.map(({ id }) => submit(test, id)), ...lists]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    expect(await pooler.serverConnections()).toBe(SERVER_CONNECTIONS);
  });

  it('OPS-521 waits for a lock and statements end after the product’s own timeouts, and no setting is left behind', async () => {
    const read = (setting: string) =>
      test.db.$queryRaw<{ value: string }[]>`SELECT current_setting(${setting}) AS value`;
    const inside = await transaction(
      { db: test.db },
      (tx) => tx.$queryRaw<object[]>`
      SELECT current_setting('lock_timeout') AS lock, current_setting('statement_timeout') AS statement`,
    );
    expect(inside).toEqual([{ lock: '2s', statement: '30s' }]);
    for (let look = 0; look < SERVER_CONNECTIONS * 2; look++)
      expect(await read('lock_timeout')).toEqual([{ value: '0' }]);
  });

  it('OPS-521 a change of a row that another connection has locked is answered as busy', async () => {
    const run = await interpretedRun(test, { seed: 525 });
    const other = new pg.Client({ connectionString: test.databaseUrl });
    await other.connect();
    try {
      await other.query('BEGIN');
      await other.query('SELECT 1 FROM run WHERE id = $1 FOR UPDATE', [run.id]);
      const answer = await submit(test, run.id);
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'busy']);
    } finally {
      await other.end();
    }
  });

  it('OPS-522 a pooler whose time zone is not UTC is refused, with the setting to make', async () => {
    await expect(requireUtc(test.db)).resolves.toBeUndefined();
    const elsewhere = await startPgBouncer({
      databaseUrl: inject('templateUrl'),
      serverConnections: 1,
      connectQuery: "SET timezone = 'Asia/Tokyo'",
    });
    const db = openDatabase(poolerUrlOf(test.databaseUrl, elsewhere.address) ?? '', { isPooler: true });
    try {
      await expect(requireUtc(db)).rejects.toThrow('time zone “Asia/Tokyo”. Set it to UTC');
    } finally {
      await db.$disconnect();
      await elsewhere.close();
    }
  });

  it('OPS-547 an api behind the pooler opens no more direct connections than are planned for', async () => {
    const client = new pg.Client({ connectionString: test.databaseUrl });
    await client.connect();
    const direct = async () => {
      const { rows } = await client.query<{ open: number }>(
        `SELECT count(*)::int AS open FROM pg_stat_activity WHERE datname = current_database()`,
      );
      return (rows[0]?.open ?? 0) - (await pooler.serverConnections());
    };
    const before = await direct();
    const product = await startProduct(test.databaseUrl, {
      CURVEWELL_ROLE: 'api',
      DATABASE_POOLER: pooler.address,
    });
    try {
      expect(await product.started, product.output()).toBe('ready');
      const opened = (await direct()) - before;
      expect(opened).toBeGreaterThan(0);
      expect(opened).toBeLessThanOrEqual(DIRECT.api);
    } finally {
      await product.stop();
      await client.end();
    }
  });
});
