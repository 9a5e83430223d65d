import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { exportHeads } from '../src/features/audit/index.ts';
import { sendFiles } from '../src/features/deliveries/send-files.ts';
import { testConnection } from '../src/features/file-transfer/test-connection.ts';
import type { ServerAccess } from '../src/features/file-transfer/transport.ts';
import { createTestApp } from './create-test-app.ts';
import {
  SERVER_PASSWORD,
  SERVER_USER,
  startRealServer,
  unpackFileServers,
  type RealServer,
  type ServerKind,
} from './real-file-servers.ts';
import { UNOBSERVED } from './unobserved.ts';

const isRequested = process.env['FILE_SERVERS'] !== undefined || process.env['NIGHT'] !== undefined;
const why = isRequested ? unpackFileServers() : 'they are asked for by FILE_SERVERS=1';
if (isRequested && why !== null) process.stderr.write(`Real file servers are skipped: ${why}\n`);

const DEADLINES = { answer: 3_000, file: 3_000 };
const KINDS: readonly ServerKind[] = ['FTP', 'FTPS', 'SFTP password', 'SFTP key'];
const CONTENT = Buffer.alloc(3_000_000, 'some curve ');

let keys: string;
let privateKey: string;
let otherKey: string;
let userKey: string;

beforeAll(async () => {
  if (why !== null) return;
  keys = await mkdtemp(path.join(tmpdir(), 'curvewell-keys-'));
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path.join(keys, 'user')]);
  execFileSync('ssh-keygen', ['-q', '-t', 'rsa', '-N', '', '-f', path.join(keys, 'other')]);
  privateKey = await readFile(path.join(keys, 'user'), 'utf8');
  otherKey = await readFile(path.join(keys, 'other'), 'utf8');
  userKey = await readFile(path.join(keys, 'user.pub'), 'utf8');
});
afterAll(async () => {
  if (why === null) await rm(keys, { recursive: true });
});

interface Trial extends Partial<ServerAccess> {
  readonly directory?: string;
  readonly knownKey?: string | null;
}

const accessTo = (kind: ServerKind, { port }: RealServer): ServerAccess => ({
  host: '127.0.0.1',
  port,
  username: SERVER_USER,
  protocol: kind.startsWith('SFTP') ? 'SFTP' : 'FTP',
  tls: kind === 'FTPS',
  ...(kind === 'SFTP key'
    ? { authentication: 'SSH_KEY', password: null, privateKey }
    : { authentication: 'PASSWORD', password: SERVER_PASSWORD, privateKey: null }),
});

describe.skipIf(why !== null).each(KINDS)('%s with a real server', (kind) => {
  let server: RealServer;
  beforeAll(async () => {
    server = await startRealServer(kind, { userKey });
  });
  afterAll(() => server.close());

  const opening = (to: RealServer, more: Partial<ServerAccess> = {}, knownKey: string | null = null) => ({
    access: { ...accessTo(kind, to), ...more },
    knownKey,
    allows: () => true,
    deadlines: DEADLINES,
  });
  const tryIt = (to: RealServer, { directory = to.directory, knownKey = null, ...more }: Trial = {}) =>
    testConnection({
      ...opening(to, more, knownKey),
      directory,
      now: new Date(),
      onProgress: () => undefined,
    });
  const failed = async (test: ReturnType<typeof tryIt>) =>
    (await test).steps.find(({ outcome }) => outcome === 'failed');
  const file = (name: string, read = () => Promise.resolve(CONTENT)) => ({
    name,
    size: CONTENT.length,
    sha256: '',
    read,
  });
  const send = (to: RealServer, files: readonly ReturnType<typeof file>[]) =>
    sendFiles({
      ...opening(to),
      directory: to.directory,
      folder: '4711',
      files,
      onStep: () => undefined,
      onFile: () => Promise.resolve(),
    });

  it('every step of a test is done, and leaves nothing behind', async () => {
    const test = await tryIt(server);
    expect(test.steps.filter(({ outcome }) => outcome !== 'done')).toEqual([]);
    expect(await readdir(server.directory)).toEqual([]);
    const hasKey = kind !== 'FTP';
    expect(test.hostKeyState).toBe(hasKey ? 'first-seen' : null);
    if (kind === 'FTPS') {
      const { message } = test.steps.find(({ step }) => step === 'certificate') ?? {};
      expect(message).toMatch(/DEPTH_ZERO_SELF_SIGNED_CERT/);
    }
    if (hasKey)
      expect((await tryIt(server, { knownKey: test.hostKeyFingerprint })).hostKeyState).toBe('known');
  });

  it('FTP-20 files arrive complete, and a second time replace the first', async () => {
    for (const names of [['a.xlsx', 'b with ü.pdf'], ['a.xlsx']]) {
      await send(
        server,
        names.map((name) => file(name)),
      );
      const there = path.join(server.directory, '4711');
      expect((await readdir(there)).toSorted()).toEqual(['a.xlsx', 'b with ü.pdf']);
      const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex');
      for (const name of names) expect(hash(await readFile(path.join(there, name)))).toBe(hash(CONTENT));
    }
  });

  it('a wrong password or key fails at sign-in', async () => {
    const wrong = kind === 'SFTP key' ? { privateKey: otherKey } : { password: 'wrong' };
    const step = await failed(tryIt(server, wrong));
    expect(step).toMatchObject({ step: 'sign-in' });
    expect(step?.advice).toMatch(kind === 'SFTP key' ? /has the public key/ : /and the password/);
  });

  it('a missing or read-only directory is reported', async () => {
    expect(await failed(tryIt(server, { directory: `${server.directory}/none` }))).toMatchObject({
      step: 'directory',
      advice: expect.stringContaining('is there') as string,
    });
    const denied = path.join(server.directory, '../denied');
    const step = await failed(tryIt(server, { directory: denied }));
    expect(step).toMatchObject({
      step: 'write',
      advice: expect.stringContaining('may not write') as string,
    });
  });

  it.skipIf(kind === 'FTP')('another key or certificate is refused before anything is sent', async () => {
    const { hostKeyFingerprint: knownKey } = await tryIt(server);
    const other = await startRealServer(kind, { userKey, identity: 1 });
    const test = await tryIt(other, { knownKey });
    await other.close();
    expect(test).toMatchObject({ works: false, hostKeyState: 'changed' });
    expect(test.steps.find(({ step }) => step === 'sign-in')?.outcome).toBe('not-tried');
  });

  it.each(['stands still', 'dies'] as const)('a server that %s in a file is detected', async (how) => {
    const own = await startRealServer(kind, { userKey });
    const sending = send(own, [
      file('big.bin', async () => {
        own.freeze();
        if (how === 'dies') void sleep(300).then(own.kill);
        return Promise.resolve(CONTENT);
      }),
    ]);
    await expect(sending).rejects.toMatchObject({ name: 'TransferFault', step: 'write' });
    await own.close();
  });

  it('a server that hangs from the start is detected', async () => {
    const own = await startRealServer(kind, { userKey });
    own.freeze();
    const step = await failed(tryIt(own));
    expect(step?.step).toBe('connect');
    expect(step?.advice).toMatch(/does not respond|network allows connections/);
    await own.close();
  });
});

it.skipIf(why !== null)(
  'AUDIT-10 a head of the trail is stored on a real server by SFTP, and can be compared',
  async () => {
    const server = await startRealServer('SFTP password', { userKey });
    const test = await createTestApp();
    const { host, port, username, password } = accessTo('SFTP password', server);
    const { directory } = server;
    const set = await test.call('physician', 'POST', '/ftp-connection', {
      host,
      port,
      username,
      password,
      directory,
      protocol: 'SFTP',
      tls: false,
      authentication: 'PASSWORD',
      sendFilesOnApproval: false,
    });
    expect([set.statusCode, set.body]).toEqual([200, expect.any(String)]);
    const { db, signer } = test;
    const { clock, jobs, headFiles } = test.app;
    await exportHeads({ db, clock, jobs, signer, headPlaces: [headFiles], ...UNOBSERVED });
    await test.work();
    const [name = ''] = await readdir(path.join(directory, 'audit-heads'));
    const head: unknown = JSON.parse(await readFile(path.join(directory, 'audit-heads', name), 'utf8'));
    const found = await test.call('quality', 'POST', '/audit/compare', { heads: [head] });
    expect(found.json()).toMatchObject([{ laboratory: 'Demo laboratory North', fault: null }]);
    await test.close();
    await server.close();
  },
);
