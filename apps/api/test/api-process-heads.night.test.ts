import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { NO_ANSWERS } from '@curvewell/domain';
import { exportJWK, importSPKI } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { exportHeads, HeadFiles } from '../src/features/audit/index.ts';
import { createTestApp, TEST_SIGNING_KEY, type TestApp } from './create-test-app.ts';
import { freePort } from './free-port.ts';
import { decide, interpretedRun, submit } from './run-factory.ts';
import { UNOBSERVED } from './unobserved.ts';
import { withoutRules } from './without-rules.ts';

const SERVER = fileURLToPath(new URL('../src/server.ts', import.meta.url));
const PATIENCE = { timeout: 60_000, interval: 200 };

let test: TestApp;
let folder: string;
let provider: Server;
let providerPort: number;
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  test = await createTestApp();
  folder = await mkdtemp(path.join(tmpdir(), 'curvewell-api-process-'));
  const key = await exportJWK(await importSPKI(test.issuer.publicKey, 'RS256'));
  providerPort = await freePort();
  provider = await serving(providerPort, (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ keys: [{ ...key, kid: 'test', alg: 'RS256' }] }));
  });
});
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
  provider.close();
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

async function serving(port: number, listener: RequestListener): Promise<Server> {
  const server = createServer(listener).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** A process that serves the API and runs no background jobs. */
async function startApi(
  settings: NodeJS.ProcessEnv,
): Promise<(path: string, body?: object) => Promise<Answer>> {
  const port = await freePort();
  const child = spawn(process.execPath, ['--no-deprecation', SERVER], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      CURVEWELL_ROLE: 'api',
      MIGRATE_AT_START: 'false',
      DATABASE_URL: test.databaseUrl,
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: path.join(folder, 'data'),
      OIDC_URL: 'http://localhost',
      OIDC_INTERNAL_URL: `http://127.0.0.1:${providerPort}`,
      REQUESTS_PER_MINUTE: '0',
      SIGNING_KEY: TEST_SIGNING_KEY.toString('base64'),
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  ends.push(() => {
    child.kill('SIGKILL');
    return ended;
  });
  const address = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${address}/health/ready`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(isReady, PATIENCE).toBe(200);
  return async (url, body) => {
    const response = await fetch(`${address}/api${url}`, {
      headers: { ...(await test.signIn('tech')), 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'PUT', body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
}
interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

it('TRUST-430 TRUST-431 a process that only serves the API decides nothing before it has checked the exported heads, and detects a rollback', async () => {
  const approved = await interpretedRun(test, { seed: 31 });
  await submit(test, approved.id);
  await decide(test, approved.id);
  const interpreted = await interpretedRun(test, { seed: 32 });
  // The newest entry of the chain belongs to another run.
  await interpretedRun(test, { seed: 33 });
  const heads = new HeadFiles(path.join(folder, 'heads'));
  const { db, signer } = test;
  const { clock, jobs } = test.app;
  await exportHeads({ db, clock, jobs, signer, headPlaces: [heads], ...UNOBSERVED });
  await withoutRules(db, async (tx) => {
    const chain = approved.laboratory.id;
    await tx.$executeRaw`DELETE FROM audit_event e USING audit_head h
      WHERE h.chain = ${chain}::uuid AND e.laboratory_id = h.chain AND e.number = h.number`;
    await tx.$executeRaw`UPDATE audit_head h SET number = e.number, hash = e.hash FROM audit_event e
      WHERE h.chain = ${chain}::uuid AND e.laboratory_id = h.chain AND e.number = h.number - 1`;
  });
  const storePort = await freePort();
  const call = await startApi({
    AUDIT_HEADS_FOLDER: path.join(folder, 'heads'),
    AUDIT_HEADS_BUCKET: 'heads',
    AUDIT_HEADS_ENDPOINT: `http://127.0.0.1:${storePort}`,
    AUDIT_HEADS_ACCESS_KEY_ID: 'id',
    AUDIT_HEADS_SECRET_ACCESS_KEY: 'secret',
  });
  const checkIt = () => call(`/run/${interpreted.id}/check?decision=submit`);
  // A process may be overloaded just after its start.
  await expect.poll(async () => (await checkIt()).status, PATIENCE).toBe(200);
  const check = await checkIt();
  const submitIt = () =>
    call(`/run/${interpreted.id}/submit`, { ...NO_ANSWERS, shown: check.body['digest'] });

  // The bucket does not answer, so the state is unknown.
  expect(await submitIt()).toMatchObject({
    status: 503,
    body: { code: 'unavailable', message: expect.stringMatching(/does not respond/) as string },
  });
  expect((await call('/public-properties')).body['rolledBack']).toBeNull();

  const store = await serving(storePort, (_request, response) => {
    response.setHeader('content-type', 'application/xml');
    response.end('<ListBucketResult></ListBucketResult>');
  });
  ends.push(() => store.close());
  await expect.poll(async () => (await submitIt()).status, PATIENCE).toBe(409);
  expect(await submitIt()).toMatchObject({
    body: { code: 'illegal-transition', message: expect.stringMatching(/was rolled back/) as string },
  });
  expect((await call('/public-properties')).body['rolledBack']).not.toBeNull();
  expect((await db.run.findUniqueOrThrow({ where: { id: interpreted.id } })).status).toBe('RUN_TO_INTERPRET');
}, 150_000);
