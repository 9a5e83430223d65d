import { Writable } from 'node:stream';

import { ALL_CALLS, type Call } from '@curvewell/contracts';
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createSecrets, readSecretKeys } from '../src/database/secrets.ts';
import { LOG_RULES } from '../src/telemetry/log.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { decide, interpretedRun, submit } from './run-factory.ts';

const PASSWORD = 'canary-of-the-file-server';
const WRONG_PASSWORD = 'canary-that-was-typed-wrong';
const SECRETS_KEY = Buffer.from('canary of what encrypts the rest').toString('base64');

let test: TestApp;
const log: string[] = [];
const lines = new Writable({
  write: (chunk: Buffer, _encoding, done) => {
    log.push(chunk.toString());
    done();
  },
});
beforeAll(async () => {
  test = await createTestApp({
    secrets: createSecrets(readSecretKeys(SECRETS_KEY)),
    logger: { level: 'trace', stream: lines, ...LOG_RULES },
  });
});
afterAll(() => test.close());

/** Every row of every table as text, as in a dump. */
async function dumped(): Promise<string> {
  const tables = await test.db.$queryRaw<{ name: string }[]>`
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`;
  const all = await Promise.all(
    tables.map(({ name }) =>
      test.db.$queryRawUnsafe<{ row: string }[]>(`SELECT t::text AS row FROM ${name} t`),
    ),
  );
  return all.flatMap((rows) => rows.map(({ row }) => row)).join('\n');
}

/** Every GET with objects of the laboratory; excludes the endless stream. */
async function everyAnswer(ids: Readonly<Record<string, string>>): Promise<string[]> {
  const gets = ALL_CALLS.filter(
    ({ call: { method, file } }) => method === 'GET' && !file?.mediaTypes.includes('text/event-stream'),
  );
  const addressOf = ({ path }: Call) => path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '0');
  return Promise.all(gets.map(async ({ call }) => (await test.call('super', 'GET', addressOf(call))).body));
}

it('OPS-192 secrets are in no dump, log line, response or export', async () => {
  const { laboratoryId } = await test.db.appUser.findUniqueOrThrow({ where: { login: 'tech' } });
  await test.db.appUser.update({ where: { login: 'super' }, data: { laboratoryId } });
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const keyBody = pem.split('\n')[1] ?? '';
  const server = { host: '127.0.0.1', port: 2121, username: 'u', tls: false };

  // Each secret is entered where the product expects it, including refused requests.
  const kept = {
    ...server,
    protocol: 'SFTP',
    port: 2222,
    authentication: 'SSH_KEY',
    privateKey: pem,
    password: PASSWORD,
  };
  expect((await test.call('super', 'POST', '/ftp-connection', kept)).statusCode).toBe(200);
  await test.call('super', 'POST', '/ftp/test', { ...server, password: WRONG_PASSWORD });
  await test.call('super', 'POST', '/ftp-connection', { ...server, host: '', password: WRONG_PASSWORD });
  const made = await test.call('super', 'POST', `/user/laboratory/${laboratoryId ?? ''}`, {
    login: 'canary.user',
    firstname: 'C',
    lastname: 'U',
    email: 'canary@example.org',
  });
  const { id: userId, password } = made.json<{ id: string; password: { link: string } }>();
  const linkToken = new URL(password.link).searchParams.get('token') ?? password.link.split('/').at(-1) ?? '';
  expect(linkToken.length).toBeGreaterThan(20);
  const { authorization } = await test.signIn('super');
  const signature = authorization.split('.')[2] ?? '';
  await test.app.inject({ url: `/api/run?search=x&access_token=${signature}`, headers: { authorization } });

  const run = await interpretedRun(test);
  await submit(test, run.id);
  await decide(test, run.id);
  await test.work(); // sends the approved run to a server that does not exist
  const exported = await test.call('super', 'POST', `/run/export/${run.id}`, { format: 'CSV' });

  const places = {
    dump: await dumped(),
    log: log.join(''),
    answers: (await everyAnswer({ runId: run.id, userId, laboratoryId: laboratoryId ?? '' })).join('\n'),
    export: exported.body,
  };
  expect(places.dump).toContain('canary.user');
  expect(places.log).toContain('"route":"/api/ftp-connection"');
  expect(places.answers).toContain('"privateKeySet":true');
  const secrets = { PASSWORD, WRONG_PASSWORD, SECRETS_KEY, keyBody, linkToken, signature };
  const found = Object.entries(places).flatMap(([place, text]) =>
    Object.entries(secrets).flatMap(([name, secret]) =>
      text.includes(secret) ? [`${name} in ${place}`] : [],
    ),
  );
  expect(found).toEqual([]);
});
