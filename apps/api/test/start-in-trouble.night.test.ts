import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { createTestDatabase } from './database.ts';
import { freePort } from './free-port.ts';

const SERVER = fileURLToPath(new URL('../src/server.ts', import.meta.url));
/** The last data that a starting process requests from the database. */
const LAST_QUESTION = 'signing-key';

/** A proxy to a database; new connections after the last request get no answer until released. */
async function startWay(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl);
  const released = Promise.withResolvers<undefined>();
  const sockets = new Set<Socket>();
  let isStopped = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far])
      sockets.add(
        socket.on('error', () => undefined).on('close', () => [near, far].map((one) => one.destroy())),
      );
    near.on('data', (bytes) => {
      if (bytes.includes(LAST_QUESTION)) isStopped = true;
    });
    if (isStopped) near.pause();
    void (isStopped ? released.promise : Promise.resolve()).then(() => near.pipe(far).pipe(near));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port); // a listening TCP server
  return {
    url: url.href,
    release: () => {
      isStopped = false;
      released.resolve(undefined);
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

it('TRUST-81 a process whose database hangs during the start reports it, and becomes ready when it responds again', async () => {
  const database = await createTestDatabase();
  const way = await startWay(database.url);
  const folder = await mkdtemp(path.join(tmpdir(), 'curvewell-start-'));
  const port = await freePort();
  const product = spawn(process.execPath, ['--no-deprecation', SERVER], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      CURVEWELL_ROLE: 'api',
      MIGRATE_AT_START: 'false',
      DATABASE_URL: way.url,
      PORT: String(port),
      OIDC_URL: 'http://127.0.0.1:9',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: folder,
      SIGNING_KEY: Buffer.alloc(32, 1).toString('base64'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  product.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
  const health = () =>
    fetch(`http://127.0.0.1:${port}/health/ready`).then(
      ({ status }) => status,
      () => product.exitCode ?? 'silent',
    );
  const patience = { timeout: 60_000, interval: 50 };
  try {
    // Before the last request its database is not ready either.
    await expect.poll(() => output, patience).toContain('the database does not respond');
    // The port changes hands during the start, and is silent for a moment.
    await expect.poll(health, patience).toBe(503);
    way.release();
    await expect.poll(health, patience).toBe(200);
  } finally {
    product.kill('SIGKILL');
    way.close();
    await rm(folder, { recursive: true, force: true });
    await database.drop();
  }
}, 150_000);
