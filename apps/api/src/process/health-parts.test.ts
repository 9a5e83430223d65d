import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { readConfig } from '../settings/config.ts';
import { watchDatabase } from '../database/db.ts';
import { startAnalysisWorkers, type AnalysisWorkers } from '../features/interpretation/index.ts';
import { watchParts } from './health-parts.ts';
import { openS3 } from '../blobs/s3.ts';
import { createSigner } from '../signing/signer.ts';

type Answer = (url: string, response: ServerResponse) => void;

const NOT_THERE = '<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>';
const xml = { 'content-type': 'application/xml' };
let address: string;

/** An identity provider, and a store that has none of the requested objects. */
const well: Answer = (url, response) => {
  if (url.startsWith('/bucket/')) response.writeHead(404, xml).end(NOT_THERE);
  else if (url === '/realms/curvewell/protocol/openid-connect/certs')
    response.end('{"keys":[{"kty":"RSA"}]}');
  else if (url === '/realms/curvewell/.well-known/openid-configuration')
    response.end(JSON.stringify({ issuer: `${address}/realms/curvewell` }));
  else response.writeHead(404).end('{}');
};
let answer = well;
const server = createServer((request, response) => {
  answer(request.url ?? '', response);
});

let database: TestDatabase;
let watch: Awaited<ReturnType<typeof watchDatabase>>;
let analysisWorkers: AnalysisWorkers;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a listening TCP server
  database = await createTestDatabase();
  watch = await watchDatabase({ db: database.db, databaseUrl: database.url, onChange: () => undefined });
  analysisWorkers = startAnalysisWorkers();
});
afterAll(async () => {
  await watch.close();
  await analysisWorkers.close();
  await database.drop();
  server.closeAllConnections();
  server.close();
});

const changes: [part: string, reason: string | null][] = [];
async function open(settings: NodeJS.ProcessEnv, hasStore = true) {
  const keys = { accessKeyId: 'id', secretAccessKey: 'key' };
  const store = () => openS3({ bucket: 'bucket', endpoint: address, region: 'us-east-1', keys });
  const { parts, close } = await watchParts({
    config: readConfig(settings),
    objects: hasStore ? store() : null,
    signer: createSigner(Buffer.alloc(32, 2)),
    database: watch,
    analysisWorkers,
    everyMs: 20,
    answerMs: 500,
    onChange: (part, reason) => changes.push([part, reason]),
  });
  const states = () => Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.state()]));
  return { states, close };
}
const working = {
  database: 'ok',
  migrations: 'ok',
  upgrade: 'not used',
  workers: 'ok',
  identityProvider: 'ok',
  objectStore: 'ok',
  keyServer: 'not used',
  installation: 'ok',
};

it('OPS-373 each part is checked in the background: failures are named, and recoveries are detected', async () => {
  const { states, close } = await open({ OIDC_URL: address });
  try {
    expect(states()).toEqual(working);
    const failing: [what: string, answer: Answer][] = [
      ['an error', (_url, response) => response.writeHead(500).end()],
      ['silence', () => undefined],
    ];
    for (const [what, wrong] of failing) {
      answer = wrong;
      await expect
        .poll(states, { message: what })
        .toEqual({ ...working, identityProvider: 'failed', objectStore: 'failed' });
      answer = well;
      await expect.poll(states).toEqual(working);
    }
    expect(changes).toContainEqual(['identity provider', 'No response within 0.5 s.']);
    expect(changes.at(-1)?.[1]).toBeNull();

    const last = `(SELECT max(migration_name) FROM _prisma_migrations)`;
    await database.db.$executeRawUnsafe(
      `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = ${last}`,
    );
    await expect.poll(states).toEqual({ ...working, migrations: 'failed' });
    await database.db.$executeRawUnsafe('UPDATE _prisma_migrations SET finished_at = now()');
    await expect.poll(states).toEqual(working);
  } finally {
    answer = well;
    await close();
  }
});

it('OPS-374 a wrong address of the identity provider shows in the health check', async () => {
  const wrong = [
    { OIDC_URL: 'http://127.0.0.1:1' },
    { OIDC_URL: address, OIDC_REALM: 'another' },
    // Its issuer differs, so that none of its tokens would be accepted.
    { OIDC_URL: address.replace('127.0.0.1', 'localhost') },
    { OIDC_URL: address, OIDC_INTERNAL_URL: `${address}/auth` },
  ];
  for (const settings of wrong) {
    const { states, close } = await open(settings);
    expect(states(), JSON.stringify(settings)).toEqual({ ...working, identityProvider: 'failed' });
    await close();
  }
});

it('OPS-373 services that are not configured, or that a worker does not need, are not checked', async () => {
  const embedded = await open({}, false);
  expect(embedded.states()).toEqual({ ...working, identityProvider: 'not used', objectStore: 'not used' });
  await embedded.close();
  const worker = await open({ CURVEWELL_ROLE: 'worker', OIDC_URL: 'http://127.0.0.1:1' }, false);
  expect(worker.states()).toMatchObject({ identityProvider: 'not used' });
  await worker.close();
});

it('OPS-400 a restored copy is ready, and reported as a copy until it is confirmed', async () => {
  const { states, close } = await open({ OIDC_URL: address });
  const mark = (value: 'now()' | 'NULL') =>
    database.db.$executeRawUnsafe(
      `UPDATE installation SET restored_at = ${value}, backup_made_at = ${value}`,
    );
  try {
    await mark('now()');
    await expect.poll(states).toEqual({ ...working, installation: 'restored copy' });
    await mark('NULL');
    await expect.poll(states).toEqual(working);
  } finally {
    await close();
  }
});

it('OPS-657 a database that accepts no changes is reported as failed, also after a lost connection, and its recovery is detected', async () => {
  const { states, close } = await open({ OIDC_URL: address });
  const set = async (value: 'on' | 'off') => {
    // All other sessions end. New ones have the setting, like those with a standby after a failover.
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const name = pg.escapeIdentifier(new URL(database.url).pathname.slice(1));
    await client.query('SET default_transaction_read_only = off');
    await client.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${value}`);
    await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`);
    await client.end();
  };
  try {
    expect(states()).toEqual(working);
    await set('on');
    const reason = 'The database is read-only: it accepts no changes.';
    await expect.poll(() => changes.some(([, found]) => found === reason), { timeout: 10_000 }).toBe(true);
    await expect.poll(states, { timeout: 10_000 }).toEqual({ ...working, database: 'failed' });
    await set('off');
    await expect.poll(states, { timeout: 10_000 }).toEqual(working);
  } finally {
    await close();
  }
});
