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

test('FTP-03 a new connection begins as the contract has it', () => {
  const { password, privateKey, hostKeyFingerprint, ...values } = blank;
  expect([password, privateKey, hostKeyFingerprint]).toEqual(['', '', null]);
  expect(values).toMatchObject({
    sendFilesOnApproval: false,
    protocol: 'FTP',
    port: 21,
    authentication: 'PASSWORD',
  });
});

test('RESULT-09 the files and the report are sent by default, and what is chosen goes with the rest', () => {
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

test('FTP-06 FTP-07 a protocol fills an empty port with its own, and leaves one that is there', () => {
  expect(withProtocol({ ...typed, port: null }, 'FTP').port).toBe(21);
  expect(withProtocol({ ...typed, port: null }, 'SFTP').port).toBe(22);
  expect(withProtocol({ ...typed, port: 2022 }, 'SFTP').port).toBe(2022);
});

test('FTP-12 host, port and username are enough to try, and none may lack', () => {
  expect(isComplete(typed)).toBe(true);
  for (const lacking of [{ host: ' ' }, { port: null }, { username: '' }])
    expect(isComplete({ ...typed, ...lacking })).toBe(false);
});

test('the password is asked for again when the server is another', () => {
  const values = connectionValues(saved);
  expect(missingSecret(values, saved)).toBeNull();
  expect(missingSecret(withServer(values, { host: 'other.example' }, saved), saved)).toBe('password');
  expect(missingSecret({ ...values, authentication: 'SSH_KEY' }, saved)).toBe('privateKey');
});

test('the key of a server is kept for that server alone', () => {
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

test('what does not fit is named by its field', () => {
  const issues = valuesSchema.safeParse({ ...typed, port: 25, directory: 'results' }).error?.issues ?? [];
  expect(issues.map(({ path }) => path[0])).toEqual(['port', 'directory']);
});
