import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestDatabase, type TestDatabase } from './database.ts';
import { often } from './often.ts';
import { startProduct } from './product.ts';

const FAR = '340,000 of 1,000,000 audit entries chained';
let database: TestDatabase;
let working: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Simulates a process that upgrades the database. */
async function work(): Promise<void> {
  working = new pg.Client({ connectionString: database.url });
  await working.connect();
  await working.query(`SET application_name = 'upgrade: ${FAR}'; SELECT pg_advisory_lock(7240115)`);
}

interface Ready {
  readonly status: string;
  readonly parts: Readonly<Record<string, { readonly state: string; readonly progress?: string }>>;
}

async function healthAt(url: string): Promise<{ readonly code: number; readonly body: Ready }> {
  const answer = await fetch(url);
  return { code: answer.status, body: (await answer.json()) as Ready }; // the format of health
}

/** Patience for the start on a busy machine. */
const STARTS = { timeout: 90_000 };

/** By day only the default settings. */
const SETTINGS = often({ byDay: [{}], byNight: [{}, { MIGRATE_AT_START: 'false' }] });

it.each(SETTINGS)(
  'OPS-391 OPS-389 while the database is upgraded, a waiting process (%o) is live, not ready, and reports the progress',
  async (settings) => {
    await work();
    const product = await startProduct(database.url, settings);
    const code = (path: string) =>
      fetch(`${product.address}${path}`).then(
        ({ status }) => status,
        () => null,
      );
    await expect.poll(() => code('/health/live'), STARTS).toBe(200);
    expect(await code('/')).toBe(503);
    const { code: readiness, body } = await healthAt(`${product.address}/health/ready`);
    expect([readiness, body.status]).toEqual([503, 'not ready']);
    expect(body.parts).toMatchObject({
      database: { state: 'ok' },
      upgrade: { state: 'failed', progress: FAR },
    });
    await expect
      .poll(product.output)
      .toContain(`Waiting while another process prepares this database: ${FAR} (session `);
    await working.end();
    expect(await product.started).toBe('ready');

    const later = await healthAt(`${product.address}/health/ready`);
    expect([later.code, later.body.parts['upgrade']?.state]).toEqual([200, 'not used']);
    await work();
    // A process that already serves continues, and reports the upgrade as well.
    await expect
      .poll(async () => (await healthAt(`${product.address}/health/ready`)).body.parts['upgrade'])
      .toMatchObject({ state: 'ok', progress: FAR });
    expect((await healthAt(`${product.address}/health/ready`)).code).toBe(200);
    await working.end();
    expect(await product.stop()).toBe(0);
  },
  240_000,
);
