import { setTimeout as sleep } from 'node:timers/promises';

import type { Run } from '@curvewell/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, TEST_KEY, type TestApp } from './create-test-app.ts';
import { filesOf } from './delivered-files.ts';
import { connectionTo, startFtpServer, type FileServer } from './file-server.ts';
import { startProduct, type Product } from './product.ts';
import { approvedRun } from './run-factory.ts';

/** Kills the whole product a hundred times. */
describe('a product that is killed while it sends', () => {
  const RUNS = 12;
  const KILLS = 100;
  const LATEST_MS = 4_000;
  const END_MS = 300_000;
  let test: TestApp;
  let server: FileServer;
  beforeAll(async () => {
    test = await createTestApp();
    server = await startFtpServer();
  });
  afterAll(async () => {
    await server.close();
    await test.close();
  });

  /** Restarts like a supervisor: on a busy machine the start may time out waiting for the database. */
  async function start(): Promise<Product> {
    for (let left = 5; ; left--) {
      const product = await startProduct(test.databaseUrl, {
        SECRETS_KEY: TEST_KEY,
        FILE_SERVER_NETWORKS: 'loopback',
      });
      if ((await product.started) === 'ready') return product;
      if (left === 0) throw new Error(product.output());
    }
  }
  const physician = (method: 'POST', url: string, body?: object) => test.call('physician', method, url, body);
  const countIn = (state: 'SENDING' | 'SENT') => test.db.delivery.count({ where: { state } });

  /** Checks what has arrived, and then sends again to the same folder. */
  async function sendAgain(runs: readonly Run[]): Promise<number> {
    const done = await test.db.delivery.findMany({ where: { state: 'SENT' } });
    for (const { runId } of done) {
      const run = runs.find(({ id }) => id === runId);
      if (run === undefined) throw new Error('it is one of them');
      const { there, sent } = await filesOf(test, server, run);
      expect(there).toEqual(sent);
    }
    const runIds = { in: done.map(({ runId }) => runId) };
    await test.db.delivery.updateMany({ where: { runId: runIds }, data: { state: 'NOT_SENT' } });
    await test.db.run.updateMany({ where: { id: runIds }, data: { ftpSent: false } });
    await physician('POST', '/deliveries/send-not-sent');
    return done.length;
  }

  it('FTP-20 leaves each file once, complete, and no partial files', async () => {
    await physician('POST', '/ftp-connection', connectionTo(server, { sendFilesOnApproval: true }));
    const runs: Run[] = [];
    for (let index = 0; index < RUNS; index++) runs.push(await approvedRun(test, { seed: 5_000 + index }));

    let inTheMiddle = 0;
    let arrived = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const product = await start();
      await sleep(Math.random() * LATEST_MS);
      await product.kill();
      inTheMiddle += (await countIn('SENDING')) > 0 ? 1 : 0;
      arrived += await sendAgain(runs);
    }
    const product = await start();
    for (let waited = 0; waited < END_MS && (await countIn('SENT')) < RUNS; waited += 500) {
      await physician('POST', '/deliveries/send-not-sent');
      await sleep(500);
    }
    await product.stop();
    expect(inTheMiddle).toBeGreaterThan(0);
    expect(await countIn('SENT')).toBe(RUNS);
    for (const run of runs) {
      const { there, sent } = await filesOf(test, server, run);
      expect(there).toEqual(sent);
      expect(Object.keys(sent)).toHaveLength(2);
    }
    process.stderr.write(`${KILLS} kills, ${inTheMiddle} while sending; ${arrived + RUNS} runs arrived.\n`);
  }, 3_600_000);
});
