import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createEmptyDatabase, type EmptyDatabase } from './database.ts';
import { startProduct } from './product.ts';

let database: EmptyDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

async function query(sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql);
  await client.end();
  return rows;
}

/** Keeps all processors busy. @returns stops */
function keepBusy(): () => void {
  const loops = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  return () => {
    for (const loop of loops) loop.kill('SIGKILL');
  };
}

it('OPS-107 OPS-378 three processes of any role that start concurrently on an empty database all come up, even on a busy machine, and seed it once', async () => {
  const endLoad = keepBusy();
  const roles = ['all', 'api', 'worker'] as const;
  const products = await Promise.all(
    roles.map((role) => startProduct(database.url, { CURVEWELL_ROLE: role })),
  );
  try {
    for (const s of [5, 20, 60, 120, 200])
      setTimeout(() => console.log(s, products.map(({ output }) => output()).join('\n=====\n')), s * 1000);
    const started = await Promise.all(products.map((product) => product.started));
    expect(started, products.map(({ output }) => output()).join('\n')).toEqual(['ready', 'ready', 'ready']);
    const answers = await Promise.all(products.map(({ address }) => fetch(`${address}/health/ready`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const signIns = await Promise.all(
      products.map(({ address }) => fetch(`${address}/realms/curvewell/.well-known/openid-configuration`)),
    );
    expect(signIns.map(({ status }) => status)).toEqual([200, 200, 404]);
    expect(products.filter(({ output }) => output().includes('Migrated the database'))).toHaveLength(1);
    expect(
      await query(`SELECT
        (SELECT count(*) FROM run)::int AS runs,
        (SELECT count(*) FROM interpretation)::int AS interpretations,
        (SELECT count(*) - count(DISTINCT name) FROM analyser)::int AS "analysersTwice",
        (SELECT count(*) - count(DISTINCT login) FROM app_user)::int AS "usersTwice",
        (SELECT count(*) FROM standalone.identity_key)::int AS keys`),
    ).toEqual([{ runs: 1, interpretations: 1, analysersTwice: 0, usersTwice: 0, keys: 2 }]);
  } finally {
    endLoad();
    expect(await Promise.all(products.map(({ stop }) => stop()))).toEqual([0, 0, 0]);
  }
}, 230_000);

it('OPS-109 a program that is older than its database does not start, and says so in a line', async () => {
  await query(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
    VALUES ('of tomorrow', repeat('0', 64), '29990101000000_tomorrow', now())`);
  const product = await startProduct(database.url);
  expect(await product.started).toBe(1);
  expect(product.output().trim()).toBe(
    'Curvewell did not start: The database is newer than this program, which does not know 29990101000000_tomorrow. ' +
      'Start the program that made it or a later one; nothing was changed.',
  );
}, 120_000);
