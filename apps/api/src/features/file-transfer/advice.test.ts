import type { DeliveryFault, TransferProtocol } from '@curvewell/domain';
import { expect, it } from 'vitest';

import { diagnose } from './advice.ts';
import { TransferFault } from './transfer-fault.ts';

const about = {
  ...({ host: 'files.example', port: 22, username: 'curvewell', protocol: 'SFTP', tls: true } as const),
  ...({ authentication: 'PASSWORD', directory: '/results' } as const),
};
const adviceOn = (
  step: TransferFault['step'],
  message: string,
  code = '',
  more: Partial<typeof about> = {},
) =>
  diagnose(new TransferFault(step, { cause: Object.assign(new Error(message), { code }) }), {
    ...about,
    ...more,
  }).advice;

/** Answers of real servers: proftpd 1.3.8, vsftpd 3.0.3, OpenSSH 9.2. */
const FAULTS = [
  ['a wrong password, FTP', 'sign-in', '530 Login incorrect.', '530'],
  ['a wrong password, SFTP', 'sign-in', 'getConnection: All configured authentication methods failed', ''],
  ['a directory that is not there', 'directory', 'list: No such file /none', '2'],
  ['a directory that may not be opened', 'directory', 'list: Permission denied /results', '3'],
  ['a directory that may not be written in', 'write', '550 x.tmp: Permission denied', '550'],
  ['too many at once', 'sign-in', '530 Sorry, the maximum number of clients are connected', '530'],
  ['a name that may not be given', 'rename', '_rename: Permission denied From: /a.part To: /a', '3'],
  ['no room', 'write', '552 Transfer aborted. Disk quota exceeded', '552'],
  ['a server that dies', 'write', 'Premature close', 'ERR_STREAM_PREMATURE_CLOSE'],
  ['a server that is silent from the start', 'connect', 'Timeout (control socket)', ''],
  ['nothing that listens', 'connect', 'connect ECONNREFUSED 192.0.2.7:22', 'ECONNREFUSED'],
  ['a name that is not known', 'resolve', 'getaddrinfo ENOTFOUND files.example', 'ENOTFOUND'],
  ['another host key', 'host-key', 'Host denied (verification failed)', 'key-changed'],
  [
    'a key whose passphrase is missing',
    'sign-in',
    'Cannot parse privateKey: Encrypted private OpenSSH key detected',
    '',
  ],
  ['no encryption', 'certificate', '500 AUTH not understood', '500'],
] as const;

it('FTP-41 each fault of real servers has its own advice', () => {
  const advices = FAULTS.map(([what, step, message, code]) => [what, adviceOn(step, message, code)] as const);
  for (const [what, advice] of advices)
    expect(advice, what).not.toMatch(/show this to the server’s administrator/);
  const byAdvice = Map.groupBy(advices, ([, advice]) => advice);
  const shared = [...byAdvice.values()]
    .map((same) => same.map(([what]) => what))
    .filter(({ length }) => length > 1);
  expect(shared).toEqual([]);
});

it.each([
  ['Timeout (control socket)'],
  ['Keepalive timeout'],
  ['Timed out while waiting for handshake'],
  ['read ECONNRESET'],
])('FTP-41 advises on a server that stops answering in the middle of a file: %s', (message) => {
  expect(adviceOn('write', message)).toMatch(/^files\.example does not respond/);
});

it('FTP-41 the server’s message is reported without the library’s additions', () => {
  const messageOf = (message: string) =>
    new TransferFault('rename', { cause: new Error(message) }).serverMessage;
  expect(messageOf('_rename: Permission denied From: /results/a.tmp To: /results/a.txt')).toBe(
    'Permission denied',
  );
  expect(messageOf('list: No such file /none')).toBe('No such file');
  expect(messageOf('550 /results/a.txt: Permission denied')).toBe('550 /results/a.txt: Permission denied');
  expect(messageOf('Cannot parse privateKey: Unsupported key format')).toBe(
    'Cannot parse privateKey: Unsupported key format',
  );
});

it.each([
  ['sign-in', '530 Sorry, the maximum number of clients are connected', '530', 'busy'],
  ['connect', '421 Too many connections', '421', 'busy'],
  ['write', '552 Transfer aborted. Disk quota exceeded', '552', 'full'],
  ['write', '_write: Failure', '4', 'unknown'],
  ['rename', 'read ECONNRESET', 'ECONNRESET', 'interrupted'],
  [
    'certificate',
    'Client network socket disconnected before secure TLS connection',
    'ECONNRESET',
    'interrupted',
  ],
  ['certificate', '500 AUTH not understood', '500', 'no-tls'],
  ['host-key', 'Timed out while waiting for handshake', '', 'interrupted'],
  ['host-key', 'Invalid identification string', '', 'no-sftp'],
  ['sign-in', '530 Login incorrect.', '530', 'password-refused'],
  ['resolve', 'getaddrinfo EAI_AGAIN files.example', 'EAI_AGAIN', 'unresolved'],
  ['directory', 'list: Permission denied /results', '3', 'directory-denied'],
] as const)('FTP-112 at the step %s “%s”, code “%s”, is %s', (step, message, code, fault) => {
  const cause = Object.assign(new Error(message), { code });
  expect(diagnose(new TransferFault(step, { cause }), about).fault).toBe(fault);
});

type CommonFault = Extract<
  DeliveryFault,
  'password-refused' | 'directory-missing' | 'write-denied' | 'rename-denied' | 'full'
>;
type Answer = readonly [step: TransferFault['step'], message: string, code: string];

/** Answers of servers to faults that occur with every protocol. */
const ANSWERS = {
  FTP: {
    'password-refused': ['sign-in', '530 Login incorrect.', '530'],
    'directory-missing': ['directory', '550 /none: No such file or directory', '550'],
    'write-denied': ['write', '550 x.tmp: Permission denied', '550'],
    'rename-denied': ['rename', '553 Rename permission denied.', '553'],
    full: ['write', '552 Transfer aborted. Disk quota exceeded', '552'],
  },
  SFTP: {
    'password-refused': ['sign-in', 'getConnection: All configured authentication methods failed', ''],
    'directory-missing': ['directory', 'list: No such file /none', '2'],
    'write-denied': ['write', '_put: Permission denied /results/x.tmp', '3'],
    'rename-denied': ['rename', '_rename: Permission denied From: /a.part To: /a', '3'],
    full: ['write', '_put: No space left on filesystem', '14'],
  },
} as const satisfies Record<TransferProtocol, Record<CommonFault, Answer>>;

it.each(Object.entries(ANSWERS))('FTP-112 answers of %s servers are distinguished', (protocol, answers) => {
  const faults = Object.values<Answer>(answers).map(
    ([step, message, code]) =>
      diagnose(new TransferFault(step, { cause: Object.assign(new Error(message), { code }) }), about).fault,
  );
  expect(faults, protocol).toEqual(Object.keys(answers));
});

/** Step, words and code; then the meaning and a phrase that is unique to this advice. */
const RULES: readonly (readonly [TransferFault['step'], string, readonly string[], string, string])[] = [
  ['connect', 'refused', ['inward'], 'inward', 'allows them in FILE_SERVER_NETWORKS'],
  ['resolve', 'x', ['ENOTFOUND'], 'unresolved', 'Check the spelling of files.example'],
  [
    'host-key',
    'x',
    ['key-changed'],
    'key-changed',
    'Nothing was sent. Ask the server’s administrator whether',
  ],
  ['write', 'x', ['421', '425', '426', '434', '450', '451'], 'busy', 'files.example accepts no more data'],
  ['sign-in', 'max connections', ['530'], 'busy', 'files.example accepts no more connections'],
  ['sign-in', 'Maximum connections', ['530'], 'busy', 'files.example accepts no more connections'],
  ['connect', 'Temporarily down', [''], 'busy', 'files.example accepts no more connections'],
  [
    'directory',
    'x',
    ['ETIMEDOUT', 'ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_NOT_CONNECTED'],
    'interrupted',
    'files.example does not respond',
  ],
  ['certificate', '502 unknown', ['502'], 'no-tls', 'files.example may not offer encryption'],
  ['certificate', '534 policy', ['534'], 'no-tls', 'files.example may not offer encryption'],
  ['certificate', 'self-signed', ['509'], 'certificate', 'The certificate of files.example was refused'],
  ['connect', 'x', ['ECONNREFUSED'], 'unreachable', 'No server listens on port 22 of files.example'],
  ['connect', 'x', [''], 'unreachable', 'connections from this server to files.example on port 22'],
  ['sign-in', 'bad passphrase', [''], 'private-key', 'The private key cannot be read'],
  ['host-key', 'Encrypted key', [''], 'private-key', 'The private key cannot be read'],
  ['sign-in', 'no answer', [''], 'interrupted', 'files.example does not respond'],
  ['host-key', 'x', [''], 'no-sftp', 'The server on port 22 may not be an SFTP server'],
  ['sign-in', 'x', ['530', '331', '332'], 'password-refused', 'username curvewell and the password.'],
  [
    'sign-in',
    'All authentication methods failed',
    [''],
    'password-refused',
    'curvewell and the password, and that the server accepts passwords',
  ],
  ['write', 'x', ['552', '452', '14', '15'], 'full', 'There is no space left for this user'],
  ['rename', 'Disk full', [''], 'full', 'There is no space left for this user'],
  [
    'directory',
    'x',
    ['2', '550'],
    'directory-missing',
    'Check that /results exists on the server for curvewell',
  ],
  ['directory', 'x', ['4'], 'unknown', 'Check that /results exists on the server for curvewell'],
  ['directory', 'x', ['3'], 'directory-denied', 'The user curvewell may not open /results'],
  ['rename', 'x', ['3', '550', '553'], 'rename-denied', 'The user curvewell may write but not rename here'],
  ['rename', 'x', ['4'], 'unknown', 'The user curvewell may write but not rename here'],
  ['write', 'x', ['size'], 'wrong-size', 'The file size on files.example differs'],
  ['clean-up', 'x', ['ERR_GENERIC_CLIENT'], 'interrupted', 'files.example does not respond'],
  ['write', 'x', ['3', '532', '550', '553'], 'write-denied', 'The user curvewell may not write in /results'],
  ['write', 'x', ['4'], 'unknown', 'The user curvewell may not write in /results'],
  ['clean-up', 'x', ['3'], 'unknown', 'The test file stays on the server'],
  ['directory', 'x', ['size', '532', '530'], 'unknown', 'Try again. If the problem persists, show this'],
  ['sign-in', 'x', ['2', '550', '3'], 'unknown', 'Try again. If the problem persists, show this'],
];

it.each(RULES)('FTP-41 at the step %s “%s”, codes %j, is %s: %s', (step, message, codes, fault, advice) => {
  for (const code of codes) {
    const cause = Object.assign(new Error(message), { code });
    const found = diagnose(new TransferFault(step, { cause }), about);
    expect([code, found.fault]).toEqual([code, fault]);
    expect(found.advice).toContain(advice);
  }
});

it('FTP-41 the advice for a refused sign-in names the key, or the password', () => {
  const message = 'All configured authentication methods failed';
  const byKey = { ...about, authentication: 'SSH_KEY' } as const;
  expect(diagnose(new TransferFault('sign-in', { cause: new Error(message) }), byKey)).toEqual({
    fault: 'key-refused',
    advice: 'Check that the server has the public key of curvewell.',
  });
});

it('FTP-41 the server’s message is considered besides the fault', () => {
  const fault = new TransferFault('write', { message: 'sending failed', cause: new Error('quota exceeded') });
  expect(diagnose(fault, about).fault).toBe('full');
  expect(diagnose(new TransferFault('write', { message: 'no space' }), about).fault).toBe('full');
  expect(diagnose(new TransferFault('directory', {}), about).fault).toBe('unknown');
});
