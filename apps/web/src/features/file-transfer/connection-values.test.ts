import type { FileTransferConnection } from '@curvewell/domain';
import { expect, test } from 'vitest';

import {
  CONNECTION_WORDS,
  connectionBody,
  connectionValues,
  isComplete,
  missingSecret,
  NEW_CONNECTION,
  sentBody,
  valuesSchema,
  withProtocol,
  withServer,
} from './connection-values.ts';

const blank = connectionValues(NEW_CONNECTION);
const typed = { ...blank, host: 'files.lab.example', username: 'lab', password: 'secret' };
const saved: FileTransferConnection = {
  ...NEW_CONNECTION,
  protocol: 'SFTP',
  host: 'files.lab.example',
  port: 22,
  username: 'lab',
  passwordSet: true,
  hostKeyFingerprint: `SHA256:${'a'.repeat(43)}`,
  revision: 3,
};

test('FTP-03 a new connection has the defaults of the contract', () => {
  const { password, privateKey, hostKeyFingerprint, ...values } = blank;
  expect([password, privateKey, hostKeyFingerprint]).toEqual(['', '', null]);
  expect(values).toMatchObject({
    sendFilesOnApproval: false,
    protocol: 'FTP',
    port: 21,
    authentication: 'PASSWORD',
  });
});

test('RESULT-09 files and report are sent by default, and the chosen result files are included', () => {
  expect(blank.sentParts).toEqual(['FILES', 'REPORT']);
  const chosen = sentBody({ ...typed, sentParts: ['REPORT', 'FHIR'] }, 3);
  expect(chosen).toMatchObject({ sentParts: ['REPORT', 'FHIR'], host: 'files.lab.example' });
  expect(CONNECTION_WORDS.sentParts.show(chosen.sentParts)).toBe('PDF report, FHIR R4');
  expect(() => sentBody({ ...typed, sentParts: [] }, 3)).toThrow('choose at least one part to send');
});

test('FTP-05 choosing FTP forces the password', () => {
  expect(withProtocol({ ...typed, protocol: 'SFTP', authentication: 'SSH_KEY' }, 'FTP').authentication).toBe(
    'PASSWORD',
  );
});

test('FTP-06 FTP-07 choosing a protocol fills an empty port with its default and keeps an existing one', () => {
  expect(withProtocol({ ...typed, port: null }, 'FTP').port).toBe(21);
  expect(withProtocol({ ...typed, port: null }, 'SFTP').port).toBe(22);
  expect(withProtocol({ ...typed, port: 2022 }, 'SFTP').port).toBe(2022);
});

test('FTP-12 a test requires host, port and username', () => {
  expect(isComplete(typed)).toBe(true);
  for (const lacking of [{ host: ' ' }, { port: null }, { username: '' }])
    expect(isComplete({ ...typed, ...lacking })).toBe(false);
});

test('a different server requires the password again', () => {
  const values = connectionValues(saved);
  expect(missingSecret(values, saved)).toBeNull();
  expect(missingSecret(withServer(values, { host: 'other.example' }, saved), saved)).toBe('password');
  expect(missingSecret({ ...values, authentication: 'SSH_KEY' }, saved)).toBe('privateKey');
});

test('a host key is kept for the same server only', () => {
  const values = connectionValues(saved);
  const other = withServer(values, { port: 2022 }, saved);
  expect(other.hostKeyFingerprint).toBeNull();
  expect(withServer(other, { port: 22 }, saved).hostKeyFingerprint).toBe(saved.hostKeyFingerprint);
});

test('secrets that were not typed are not sent', () => {
  expect(connectionBody(connectionValues(saved))).not.toHaveProperty('password');
  expect(connectionBody({ ...typed, privateKey: 'left over' })).not.toHaveProperty('privateKey');
  expect(connectionBody(typed)).toMatchObject({ password: 'secret' });
});

test('invalid values are reported by field', () => {
  const issues = valuesSchema.safeParse({ ...typed, port: 25, directory: 'results' }).error?.issues ?? [];
  expect(issues.map(({ path }) => path[0])).toEqual(['port', 'directory']);
});

test('FTP-03 a new connection is encrypted, without a server, a user or a secret', () => {
  expect(NEW_CONNECTION).toMatchObject({
    id: '',
    ownerId: '',
    revision: 0,
    tls: true,
    host: '',
    directory: '/',
    username: '',
    noticeAddresses: [],
    passwordSet: false,
    privateKeySet: false,
    hostKeyKnownAt: null,
  });
  expect(isComplete({ ...typed, username: '  ' })).toBe(false);
});

test('changing the protocol clears the host key; keeping it does not', () => {
  const values = connectionValues(saved);
  expect(withProtocol(values, 'SFTP').hostKeyFingerprint).toBe(saved.hostKeyFingerprint);
  expect(withProtocol(values, 'FTP').hostKeyFingerprint).toBeNull();
  const withKey = withProtocol({ ...values, authentication: 'SSH_KEY' }, 'SFTP');
  expect(withKey.authentication).toBe('SSH_KEY');
});

test('a stored server without a port does not match', () => {
  const withoutPort = { ...saved, port: null as unknown as number }; // a corrupt record
  expect(withServer(connectionValues(saved), { port: null }, withoutPort).hostKeyFingerprint).toBeNull();
  expect(missingSecret({ ...connectionValues(saved), port: null }, withoutPort)).toBe('password');
});

test('a secret is required unless it is typed, or stored for the same server and method', () => {
  const withKey: FileTransferConnection = { ...saved, authentication: 'SSH_KEY', privateKeySet: true };
  const values = connectionValues(withKey);
  expect(missingSecret(values, withKey)).toBeNull();
  expect(missingSecret(values, { ...withKey, privateKeySet: false })).toBe('privateKey');
  expect(missingSecret({ ...values, host: 'other.example' }, withKey)).toBe('privateKey');
  expect(missingSecret({ ...values, host: 'other.example', privateKey: 'key' }, withKey)).toBeNull();
  // A stored password beside a key may be its passphrase.
  expect(missingSecret({ ...values, authentication: 'PASSWORD' }, withKey)).toBe('password');
  expect(missingSecret({ ...typed, host: 'other.example' }, saved)).toBeNull();
  expect(missingSecret(connectionValues(saved), { ...saved, passwordSet: false })).toBe('password');
});

test('a key is sent only if it was typed and is used', () => {
  const values = { ...typed, protocol: 'SFTP', authentication: 'SSH_KEY' } as const;
  expect(connectionBody({ ...values, privateKey: 'key' })).toMatchObject({ privateKey: 'key' });
  expect(connectionBody(values)).not.toHaveProperty('privateKey');
  expect(sentBody({ ...values, privateKey: 'key' }, 3)).toMatchObject({ privateKey: 'key', revision: 3 });
});

test("another user's changes are shown in words, but never secrets", () => {
  const shown = (values: Partial<typeof typed>) =>
    Object.keys(values).map((key) => {
      const { show } = CONNECTION_WORDS[key as 'host']; // any key, with its own value
      return show(values[key as 'host']!);
    });
  const { host, port, directory, username, password, privateKey } = typed;
  expect(shown({ host, port, directory, username })).toEqual(['files.lab.example', '21', '/', 'lab']);
  expect(shown({ host: '', port: null, hostKeyFingerprint: null })).toEqual([null, null, null]);
  expect(shown({ password, privateKey })).toEqual(['replaced', 'unchanged']);
  expect([shown({ sendFilesOnApproval: true }), shown({ sendFilesOnApproval: false })]).toEqual([
    ['yes'],
    ['no'],
  ]);
  expect([shown({ tls: true }), shown({ tls: false })]).toEqual([['TLS (FTPS)'], ['None']]);
  expect(shown({ protocol: 'SFTP', authentication: 'SSH_KEY' })).toEqual(['SFTP', 'SSH key']);
  const noticeAddresses = ['a@lab.example', 'b@lab.example'];
  expect(shown({ noticeAddresses })).toEqual(['a@lab.example, b@lab.example']);
  const labels = Object.values(CONNECTION_WORDS).map(({ label }) => label);
  expect([labels.filter(Boolean).length, new Set(labels).size]).toEqual([13, 13]);
});
