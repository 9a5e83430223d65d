import { expect, it } from 'vitest';

import { fileTransferConnectionSchema, isSameServer, saveFileTransferSchema } from './file-transfer.ts';

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

it('FTP-18 a connection without a protocol is read as FTP, also one that is answered', () => {
  expect(saveFileTransferSchema.parse(typed).protocol).toBe('FTP');
  expect(fileTransferConnectionSchema.parse(answered).protocol).toBe('FTP');
  expect(saveFileTransferSchema.parse({ ...typed, protocol: 'SFTP' }).protocol).toBe('SFTP');
});

it('FTP-05 FTP signs in with a password only', () => {
  const withKey = { ...typed, authentication: 'SSH_KEY' };
  expect(saveFileTransferSchema.safeParse(withKey).success).toBe(false);
  expect(saveFileTransferSchema.safeParse({ ...withKey, protocol: 'SFTP' }).success).toBe(true);
});

it('what was typed for a server with TLS is not used for the same without it', () => {
  const server = saveFileTransferSchema.parse(typed);
  expect(isSameServer(server, { ...server, host: 'FILES.lab.example' })).toBe(true);
  expect(isSameServer(server, { ...server, tls: false })).toBe(false);
  expect(isSameServer({ ...server, protocol: 'SFTP' }, { ...server, protocol: 'SFTP', tls: false })).toBe(
    true,
  );
});
