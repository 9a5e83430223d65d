import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

import type { ConnectionTest, FileTransferConnection } from '@curvewell/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { connectionTo, PASSWORD, startFtpServer, type FtpServer } from '../../../test/file-server.ts';
import { testedBy, testEvents } from '../../../test/tested-connection.ts';
import { createSecrets, readSecretKeys } from '../../database/secrets.ts';
import { reencryptSecrets } from './reencrypt-secrets.ts';

let test: TestApp;
let server: FtpServer;
beforeAll(async () => {
  test = await createTestApp();
  server = await startFtpServer();
});
afterAll(async () => {
  await server.close();
  await test.close();
});
afterEach(async () => {
  server.faults = {};
  await test.db.fileTransferConnection.deleteMany();
});

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, login = 'physician') =>
  test.call(login, method, url, body);
const create = (more: object = {}) => call('POST', '/ftp-connection', connectionTo(server, more));
const read = async () => (await call('GET', '/ftp-connection')).json<FileTransferConnection>();
const tryIt = async (more: object = {}) =>
  testedBy(await call('POST', '/ftp/test', connectionTo(server, more)));
const outcomes = ({ steps }: ConnectionTest) => steps.map(({ step, outcome }) => `${step} ${outcome}`);

describe('the connection of a laboratory', () => {
  it('API-63 API-65 FTP-19 is configured once, read without secrets, and belongs to the laboratory', async () => {
    expect((await call('GET', '/ftp-connection')).json()).toBeNull();
    expect((await create()).json()).toMatchObject({
      host: '127.0.0.1',
      passwordSet: true,
      privateKeySet: false,
    });
    expect((await create()).statusCode).toBe(409);
    const answer = await call('GET', '/ftp-connection');
    expect(answer.body).not.toContain(PASSWORD);
    expect(answer.body).not.toMatch(/v1:/);
    expect((await call('GET', '/ftp-connection', undefined, 'physician.south')).json()).toBeNull();
    for (const method of ['GET', 'POST', 'PUT'] as const)
      expect((await call(method, '/ftp-connection', connectionTo(server), 'tech')).statusCode).toBe(403);
  });

  it('FTP-03 CONST-34 defaults to FTP with a password, and sends nothing automatically', async () => {
    const { host, port, username, password } = connectionTo(server);
    const answer = await call('POST', '/ftp-connection', { host, port, username, password });
    expect(answer.json()).toMatchObject({
      protocol: 'FTP',
      tls: true,
      authentication: 'PASSWORD',
      sendFilesOnApproval: false,
      directory: '/',
    });
  });

  it('API-64 is changed with the current revision; an empty password is kept', async () => {
    await create();
    const { password: _, ...settings } = connectionTo(server, { directory: '/', revision: 1 });
    expect((await call('PUT', '/ftp-connection', settings)).json()).toMatchObject({
      directory: '/',
      revision: 2,
    });
    expect((await call('PUT', '/ftp-connection', settings)).statusCode).toBe(409);
    expect((await tryIt({ password: undefined, directory: '/' })).works).toBe(true);
    const { details } = await test.db.auditEvent.findFirstOrThrow({
      where: { action: 'fileTransfer.update' },
    });
    expect(details).toEqual({
      from: { directory: '/results' },
      to: { directory: '/' },
      secretsReplaced: false,
    });
  });

  it('FTP-30 a test reports each step when it is done, and the remaining ones; it continues when the user leaves', async () => {
    const outcomesByEvent = testEvents(await call('POST', '/ftp/test', connectionTo(server))).map((event) =>
      event.kind === 'failed' ? [event.message] : outcomes(event.test),
    );
    const steps = ['resolve', 'connect', 'sign-in', 'directory', 'write', 'clean-up'];
    const upTo = (taken: number) =>
      steps.map((step, place) => `${step} ${place < taken ? 'done' : 'to-come'}`);
    expect(outcomesByEvent).toEqual([...[0, 1, 2, 3, 4, 5, 6].map(upTo), upTo(6)]);

    // A server that accepts connections and stays silent; the earlier steps must already be reported.
    const silent = createServer();
    const silence = once(silent.listen(0, '127.0.0.1'), 'connection') as Promise<[Socket]>;
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo; // a TCP server has a port
    const address = await test.app.listen({ port: 0, host: '127.0.0.1' });
    const answer = await fetch(`${address}/api/ftp/test`, {
      method: 'POST',
      headers: { ...(await test.signIn('physician')), 'content-type': 'application/json' },
      body: JSON.stringify({ ...connectionTo(server), port }),
    });
    const [socket] = await silence;
    let body = '';
    const isResolved = () =>
      testEvents({ body }).some((event) => event.kind === 'step' && event.test.steps[0]?.outcome === 'done');
    for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      body += part;
      if (isResolved()) break;
    }
    expect(isResolved(), body).toBe(true);
    const tried = { where: { action: 'fileTransfer.test', details: { path: ['port'], equals: port } } };
    expect(await test.db.auditEvent.count(tried)).toBe(0);
    socket.destroy();
    silent.close();
    await expect.poll(() => test.db.auditEvent.count(tried)).toBe(1);
  });

  it('the stored password is sent to the stored server only', async () => {
    await create();
    for (const more of [{ host: 'localhost' }, { port: server.port === 2000 ? 2001 : 2000 }]) {
      const settings = connectionTo(server, { ...more, password: undefined });
      expect((await call('PUT', '/ftp-connection', { ...settings, revision: 1 })).statusCode).toBe(400);
      expect((await call('POST', '/ftp/test', settings)).statusCode).toBe(400);
    }
  });

  it('API-66 can be deleted by its own laboratory', async () => {
    const { id } = (await create()).json<FileTransferConnection>();
    expect((await call('DELETE', `/ftp-connection/${id}`, undefined, 'physician.south')).statusCode).toBe(
      404,
    );
    expect((await call('DELETE', `/ftp-connection/${id}`)).statusCode).toBe(204);
    expect(await test.db.fileTransferConnection.count()).toBe(0);
  });

  it('API-67 is known to all users of its laboratory, and to no others', async () => {
    await create();
    const ask = (login: string) => call('GET', '/ftp-connection/configuration/valid', undefined, login);
    expect((await ask('tech')).json()).toBe(true);
    expect((await ask('tech.south')).json()).toBe(false);
    expect((await ask('newcomer')).statusCode).toBe(403);
  });

  it('no secret is in the database, the audit trail or the log of deliveries', async () => {
    await create();
    await tryIt();
    const row = await test.db.fileTransferConnection.findFirstOrThrow();
    expect(row.encryptedPassword).toMatch(/^v1:[0-9a-f]{8}:[A-Za-z0-9+/]+=*$/);
    const [{ found } = { found: -1 }] = await test.db.$queryRaw<{ found: number }[]>`
      SELECT count(*)::int AS found FROM audit_event WHERE details::text LIKE ${`%${PASSWORD}%`}`;
    expect(found).toBe(0);
  });

  it('after a change of the key all secrets are encrypted again and stay readable', async () => {
    await create();
    const sealed = async () =>
      (await test.db.fileTransferConnection.findFirstOrThrow()).encryptedPassword ?? '';
    const before = await sealed();
    const keys = [2, 1].map((fill) => Buffer.alloc(32, fill).toString('base64'));
    const secrets = createSecrets(readSecretKeys(keys.join(' ')));
    const actor = { userId: null, name: 'Command line', laboratory: null };
    expect(await reencryptSecrets({ db: test.db, secrets, actor })).toBe(1);
    expect(await reencryptSecrets({ db: test.db, secrets, actor })).toBe(0);
    const { id } = await test.db.laboratory.findFirstOrThrow({ where: { fileTransfer: { isNot: null } } });
    expect(await sealed()).not.toBe(before);
    expect(createSecrets(readSecretKeys(keys[0] ?? '')).open(await sealed(), `${id}/password`)).toBe(
      PASSWORD,
    );
    // An installation that has lost its key reports that and continues to work.
    const answer = await call('POST', '/ftp/test', connectionTo(server, { password: undefined }));
    expect(answer.json()).toMatchObject({ code: 'not-configured' });
  });

  it.each([
    ['host', 'files.example/../x'],
    ['host', 'two words'],
    ['port', 25],
    ['port', 0],
    ['directory', '/results/../etc'],
    ['directory', 'results\r\nDELE x'],
    ['directory', 'results'],
    ['username', 'a\r\nPASS b'],
    ['authentication', 'SSH_KEY'],
  ])('refuses %s %j and names it', async (field, value) => {
    const answer = await create({ [field]: value });
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ issues: { path: string[] }[] }>().issues[0]?.path).toEqual(['body', field]);
  });
});

describe('API-68 the test of a connection', () => {
  it('runs every step of a delivery and leaves no files', async () => {
    const test = await tryIt();
    expect(test.works).toBe(true);
    expect(outcomes(test)).toEqual([
      'resolve done',
      'connect done',
      'sign-in done',
      'directory done',
      'write done',
      'clean-up done',
    ]);
    expect([...server.files.keys()]).toEqual([]);
  });

  it.each([
    [{ denies: 'sign-in' }, 'sign-in', '530 Login incorrect', /username curvewell and the password/],
    [{ denies: 'directory' }, 'directory', '550 No such directory', /Check that \/results exists/],
    [{ denies: 'write' }, 'write', '550 Permission denied', /may not write in \/results/],
    [{ denies: 'rename' }, 'write', '550 Permission denied', /may write but not rename/],
    [{ isFull: true }, 'write', '552 No space left on device', /no space left/],
    [{ lies: true }, 'write', null, /differs from the size that was sent/],
    [{ dropsFile: true }, 'write', expect.any(String) as string, /does not respond/],
  ] as const)(
    'names the failed step, the server’s message and the advice: %j',
    async (faults, step, expected, advice) => {
      server.faults = faults;
      const test = await tryIt();
      const failed = test.steps.find(({ outcome }) => outcome === 'failed');
      expect(failed).toMatchObject({ step });
      expect(failed?.serverMessage ?? (expected === null ? null : failed?.message)).toEqual(expected);
      expect(failed?.advice).toMatch(advice);
      expect(test.works).toBe(false);
    },
  );

  it('reports a port without a server', async () => {
    const other = await startFtpServer();
    await other.close();
    const { steps } = await tryIt({ port: other.port });
    expect(steps.map(({ outcome }) => outcome)).toEqual([
      'done',
      'failed',
      ...Array<string>(4).fill('not-tried'),
    ]);
    expect(steps[1]?.advice).toMatch(/No server listens/);
  });

  it('is audited, also when it fails', async () => {
    await tryIt({ password: 'wrong' });
    const { details } = await test.db.auditEvent.findFirstOrThrow({
      where: { action: 'fileTransfer.test' },
      orderBy: { id: 'desc' },
    });
    expect(details).toMatchObject({ works: false, failedStep: 'sign-in', host: '127.0.0.1' });
  });
});

it('FTP-04 a connection is read as it was saved', async () => {
  await create({ sendFilesOnApproval: true });
  expect(await read()).toMatchObject({ sendFilesOnApproval: true, protocol: 'FTP', directory: '/results' });
});

describe('FTPS', () => {
  it('uses TLS from the sign-in on; an untrusted certificate is shown, stored and compared', async () => {
    const first = await tryIt({ tls: true });
    expect(outcomes(first)).toEqual([
      'resolve done',
      'connect done',
      'certificate done',
      'sign-in done',
      'directory done',
      'write done',
      'clean-up done',
    ]);
    expect(first).toMatchObject({ works: true, hostKeyState: 'first-seen' });
    const { hostKeyFingerprint } = first;
    expect(hostKeyFingerprint).toMatch(/^SHA256:/);
    await create({ tls: true, hostKeyFingerprint });
    expect(await tryIt({ tls: true })).toMatchObject({ works: true, hostKeyState: 'known' });

    server.changeCertificate();
    const changed = await tryIt({ tls: true });
    expect(changed).toMatchObject({ works: false, hostKeyState: 'changed' });
    expect(changed.steps.find(({ outcome }) => outcome === 'failed')).toMatchObject({
      step: 'certificate',
      advice: expect.stringContaining('Nothing was sent') as string,
    });
  });

  it('never falls back to plain FTP', async () => {
    server.faults = { denies: 'tls' };
    const { steps } = await tryIt({ tls: true });
    expect(steps.find(({ outcome }) => outcome === 'failed')).toMatchObject({
      step: 'certificate',
      advice: expect.stringContaining('may not offer encryption') as string,
    });
    expect(steps.find(({ step }) => step === 'sign-in')?.outcome).toBe('not-tried');
  });
});
