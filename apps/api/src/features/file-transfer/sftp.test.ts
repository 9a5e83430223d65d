import type { ConnectionTest, FileTransferConnection } from '@curvewell/domain';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { connectionTo } from '../../../test/file-server.ts';
import { keyPair, startSftpServer, type SftpServer } from '../../../test/sftp-server.ts';
import { testedBy } from '../../../test/tested-connection.ts';
import { openSftp } from './sftp.ts';
import { IS_NIGHT } from '../../../test/often.ts';

let test: TestApp;
let server: SftpServer;
const user = keyPair();
beforeAll(async () => {
  test = await createTestApp();
  server = await startSftpServer(user.parsed);
});
afterAll(async () => {
  await server.close();
  await test.close();
});
afterEach(async () => {
  server.faults = {};
  server.clear();
  await test.db.fileTransferConnection.deleteMany();
});

const sftp = (more: object = {}) => connectionTo(server, { protocol: 'SFTP', ...more });
const call = (method: 'GET' | 'POST' | 'PUT', url: string, body?: object) =>
  test.call('physician', method, url, body);
const tryIt = async (more: object = {}) => testedBy(await call('POST', '/ftp/test', sftp(more)));
const failedStep = ({ steps }: ConnectionTest) => steps.find(({ outcome }) => outcome === 'failed');

it('CONST-34 FTP-04 SFTP is tested step by step, and its host key is shown', async () => {
  const found = await tryIt();
  expect(found.steps.map(({ step, outcome }) => `${step} ${outcome}`)).toEqual([
    'resolve done',
    'connect done',
    'host-key done',
    'sign-in done',
    'directory done',
    'write done',
    'clean-up done',
  ]);
  expect(found).toMatchObject({ works: true, hostKeyState: 'first-seen' });
  expect(found.hostKeyFingerprint).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/);
  expect([...server.files.keys()]).toEqual([]);
});

it.runIf(IS_NIGHT)('FTP-10 signs in by key, with its passphrase if it has one', async () => {
  const byKey = { authentication: 'SSH_KEY', password: undefined, privateKey: user.privateKey };
  expect((await tryIt(byKey)).works).toBe(true);
  const other = await tryIt({ ...byKey, privateKey: keyPair().privateKey });
  expect(failedStep(other)).toMatchObject({
    step: 'sign-in',
    advice: expect.stringContaining('public key') as string,
  });
  const broken = await tryIt({ ...byKey, privateKey: 'no key' });
  expect(failedStep(broken)?.advice).toMatch(/private key cannot be read/);
});

it('a changed host key is refused before anything is sent, until a user accepts it', async () => {
  const { hostKeyFingerprint } = await tryIt();
  await call('POST', '/ftp-connection', sftp({ hostKeyFingerprint }));
  expect(await tryIt()).toMatchObject({ works: true, hostKeyState: 'known' });

  server.changeHostKey();
  const changed = await tryIt();
  expect(changed).toMatchObject({ works: false, hostKeyState: 'changed' });
  expect(changed.hostKeyFingerprint).not.toBe(hostKeyFingerprint);
  expect(failedStep(changed)).toMatchObject({
    step: 'host-key',
    advice: expect.stringContaining('Nothing was sent') as string,
  });

  const accepted = sftp({ hostKeyFingerprint: changed.hostKeyFingerprint, revision: 1 });
  const saved = (await call('PUT', '/ftp-connection', accepted)).json<FileTransferConnection>();
  expect(saved.hostKeyFingerprint).toBe(changed.hostKeyFingerprint);
  expect(await tryIt()).toMatchObject({ works: true, hostKeyState: 'known' });
  const { details } = await test.db.auditEvent.findFirstOrThrow({ where: { action: 'fileTransfer.update' } });
  expect(details).toMatchObject({
    from: { hostKeyFingerprint },
    to: { hostKeyFingerprint: changed.hostKeyFingerprint },
  });
});

it.each([
  [{ denies: 'sign-in' }, 'sign-in', /username curvewell and the password/],
  [{ denies: 'directory' }, 'directory', /may not open|whether \/results is there/],
  [{ denies: 'write' }, 'write', /may not write in \/results/],
  [{ denies: 'rename' }, 'write', /may write but not rename/],
  [{ isFull: true }, 'write', /no space left/],
  [{ lies: true }, 'write', /differs from the size that was sent/],
  [{ dropsFile: true }, 'write', /does not respond/],
] as const)('names the failed step and the advice: %j', async (faults, step, advice) => {
  server.faults = faults;
  const found = await tryIt();
  expect(failedStep(found)).toMatchObject({ step });
  expect(failedStep(found)?.advice).toMatch(advice);
});

it.runIf(IS_NIGHT)('existing files are replaced, even if the server cannot rename onto them', async () => {
  const deadlines = { answer: 2_000, file: 2_000 };
  const transport = openSftp({ ...sftp(), privateKey: null }, { address: '127.0.0.1', deadlines });
  await transport.connect();
  await transport.prove();
  await transport.signIn();
  for (const content of ['first', 'second']) {
    await transport.write('/results/x.part', Buffer.from(content));
    await transport.rename('/results/x.part', '/results/x');
  }
  transport.close();
  expect([...server.files].map(([path, content]) => [path, content.toString()])).toEqual([
    ['/results/x', 'second'],
  ]);
});
