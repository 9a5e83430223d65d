import { expect, it } from 'vitest';

import {
  connectionTestSchema,
  fileTransferConnectionSchema,
  isSameServer,
  isUnencrypted,
  saveFileTransferSchema,
  serverKeyStateSchema,
  testedStepSchema,
  TRANSFER_PROTOCOLS,
  transferSettingsOf,
  transferStepSchema,
} from './file-transfer.ts';

const typed = { host: 'files.lab.example', port: 21, username: 'lab' };
const answered = {
  ...typed,
  id: '00000000-0000-4000-8000-000000000001',
  ownerId: '00000000-0000-4000-8000-000000000002',
  passwordSet: true,
  privateKeySet: false,
  hostKeyFingerprint: null,
  hostKeyKnownAt: null,
  revision: 1,
};

it('FTP-18 a connection without a protocol is FTP, in requests and responses', () => {
  expect(saveFileTransferSchema.parse(typed).protocol).toBe('FTP');
  expect(fileTransferConnectionSchema.parse(answered).protocol).toBe('FTP');
  expect(saveFileTransferSchema.parse({ ...typed, protocol: 'SFTP' }).protocol).toBe('SFTP');
  const named = { protocol: 'FTP', authentication: 'PASSWORD' };
  expect(saveFileTransferSchema.parse({ ...typed, ...named })).toMatchObject(named);
});

it('FTP-05 FTP signs in with a password only', () => {
  const withKey = { ...typed, authentication: 'SSH_KEY' };
  expect(saveFileTransferSchema.safeParse(withKey).error?.issues).toMatchObject([
    {
      path: ['authentication'],
      message: 'the protocol does not support this authentication; FTP requires a password',
    },
  ]);
  expect(saveFileTransferSchema.safeParse({ ...withKey, protocol: 'SFTP' }).success).toBe(true);
});

it('a password for a server with TLS is not used for the same server without it', () => {
  const server = saveFileTransferSchema.parse(typed);
  expect(isSameServer(server, { ...server, host: 'FILES.lab.example' })).toBe(true);
  expect(isSameServer(server, { ...server, tls: false })).toBe(false);
  expect(isSameServer({ ...server, protocol: 'SFTP' }, { ...server, protocol: 'SFTP', tls: false })).toBe(
    true,
  );
  expect(isSameServer(server, { ...server })).toBe(true);
  expect(isSameServer(server, { ...server, host: 'other.lab.example' })).toBe(false);
  expect(isSameServer(server, { ...server, port: 990 })).toBe(false);
  expect(isSameServer(server, { ...server, protocol: 'SFTP' })).toBe(false);
});

/** The error message of a field; undefined: valid. */
const refusal = (change: object) =>
  saveFileTransferSchema.safeParse({ ...typed, ...change }).error?.issues[0];
const accepted = (field: string, values: readonly unknown[]) =>
  values.map((value) => refusal({ [field]: value }) === undefined);

it('FTP-18 omitted fields have their defaults', () => {
  expect(saveFileTransferSchema.parse(typed)).toEqual({
    ...typed,
    sendFilesOnApproval: false,
    sentParts: ['FILES', 'REPORT'],
    protocol: 'FTP',
    tls: true,
    directory: '/',
    authentication: 'PASSWORD',
    noticeAddresses: [],
  });
});

it('a connection is stored with its settings, and returned with what is known of its server', () => {
  const connection = fileTransferConnectionSchema.parse(answered);
  expect(connection).toMatchObject(answered);
  expect(transferSettingsOf(connection)).toEqual(saveFileTransferSchema.parse(typed));
});

it('a host is a name or an address', () => {
  expect(accepted('host', ['files.lab.example', '10.0.0.1', '2001:db8::1', 'ä_1-b'])).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(accepted('host', ['a b', 'a/b', '/a', '$a', 'a@b', 'x'.repeat(256)])).toEqual(
    Array.from({ length: 6 }, () => false),
  );
  expect(accepted('host', ['x'.repeat(255)])).toEqual([true]);
  expect(refusal({ host: '' })?.message).toBe('a host is needed');
  expect(refusal({ host: 'a b' })?.message).toBe(
    'the host must be a name or an address, such as files.lab.example',
  );
});

it('a port is an assigned or an unprivileged one', () => {
  expect(accepted('port', [21, 22, 990, 1024, 65_535])).toEqual([true, true, true, true, true]);
  expect(accepted('port', [0, 20, 25, 443, 1023, 65_536])).toEqual(Array.from({ length: 6 }, () => false));
  expect(refusal({ port: 25 })?.message).toBe('the port must be 21, 22, 990 or above 1023');
});

it('a directory is absolute and does not contain parent references', () => {
  expect(accepted('directory', ['/', '/in/lab', '/a..b', `/${'x'.repeat(499)}`])).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(accepted('directory', ['in', 'in/lab', '/../etc', '/in\\..\\x', `/${'x'.repeat(500)}`])).toEqual(
    Array.from({ length: 5 }, () => false),
  );
  expect(refusal({ directory: 'in' })?.message).toBe('a directory must begin with /');
  expect(refusal({ directory: '/..' })?.message).toBe('a directory must not contain ..');
});

it('parts, names, secrets and addresses have limits', () => {
  const address = (index: number) => `a${index}@lab.example`;
  const addresses = (length: number) => Array.from({ length }, (_, index) => address(index));
  const parts = ['FILES', 'REPORT', 'LIS_CSV', 'FHIR', 'RDML'];
  expect(accepted('sentParts', [parts, parts.slice(0, 1), [...parts, 'FILES'], []])).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(refusal({ sentParts: [] })?.message).toBe('choose at least one part to send');
  expect(accepted('username', ['x'.repeat(100), 'x'.repeat(101)])).toEqual([true, false]);
  expect(refusal({ username: '' })?.message).toBe('a username is needed');
  expect(accepted('noticeAddresses', [addresses(5), addresses(6), ['nobody']])).toEqual([true, false, false]);
  expect(accepted('password', ['x'.repeat(1000), 'x'.repeat(1001), 'a\nb'])).toEqual([true, false, false]);
  expect(accepted('privateKey', ['x'.repeat(20_000), 'x'.repeat(20_001), 'a\nb'])).toEqual([
    true,
    false,
    true,
  ]);
});

it('the key of a server is accepted by its SHA-256', () => {
  const key = `SHA256:${'aZ09+/'.repeat(7)}A`;
  expect(accepted('hostKeyFingerprint', [key, null])).toEqual([true, true]);
  expect(
    accepted('hostKeyFingerprint', [`x${key}`, `${key}A`, key.slice(0, -1), key.replace('a', '!'), '']),
  ).toEqual(Array.from({ length: 5 }, () => false));
});

it('FTP without TLS is unencrypted, SFTP never is', () => {
  const clear = (protocol: 'FTP' | 'SFTP', tls: boolean) => isUnencrypted({ protocol, tls });
  expect([clear('FTP', false), clear('FTP', true), clear('SFTP', false), clear('SFTP', true)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

it('the step in which a server proves its identity is one of a test', () => {
  const proofs = Object.values(TRANSFER_PROTOCOLS).map(({ proof }) => proof);
  expect(proofs).toEqual(['certificate', 'host-key']);
  expect(Object.values(TRANSFER_PROTOCOLS).map(({ ports }) => ports[0])).toEqual([21, 22]);
  const step = { outcome: 'done', message: 'Found.', serverMessage: null, advice: null, ms: 4 };
  const steps = [
    'resolve',
    'connect',
    ...proofs.toReversed(),
    'sign-in',
    'directory',
    'write',
    'rename',
    'clean-up',
  ];
  expect(transferStepSchema.options).toEqual(steps);
  const tested = {
    at: '2026-11-20T09:31:00.000Z',
    ms: 40,
    works: true,
    steps: steps.map((one) => ({ ...step, step: one })),
    hostKeyFingerprint: null,
    hostKeyState: 'known',
  };
  expect(connectionTestSchema.parse(tested)).toEqual(tested);
  for (const outcome of ['done', 'failed', 'not-tried', 'to-come'])
    expect(testedStepSchema.safeParse({ ...step, step: 'write', outcome }).success, outcome).toBe(true);
  for (const state of ['first-seen', 'known', 'changed', 'trusted'])
    expect(serverKeyStateSchema.safeParse(state).success, state).toBe(true);
});
