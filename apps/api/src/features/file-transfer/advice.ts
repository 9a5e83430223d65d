import type { DeliveryFault } from '@curvewell/domain';

import type { ServerAccess } from './transport.ts';
import type { TransferFault } from './transfer-fault.ts';

type About = Pick<ServerAccess, 'host' | 'port' | 'username' | 'protocol' | 'authentication' | 'tls'> & {
  readonly directory: string;
};

interface Rule {
  readonly steps?: readonly TransferFault['step'][];
  /** Error codes of the library or the server. */
  readonly codes?: readonly string[];
  readonly pattern?: RegExp;
  readonly way?: About['authentication'];
  readonly fault: DeliveryFault;
  readonly advice: (about: About) => string;
}

const STANDS_STILL = ({ host }: About) =>
  `${host} does not respond, or the network interrupts the connection. Try again. If the problem persists, contact the server’s administrator.`;
const FULL = () =>
  'There is no space left for this user. Delete files on the server, or ask the server’s administrator for more space.';
const IS_THERE = ({ directory, username }: About) =>
  `Check that ${directory} exists on the server for ${username}, and that the user may open it.`;
const NO_RENAME = ({ username }: About) =>
  `The user ${username} may write but not rename here. Ask the server’s administrator for the permission to rename, or choose another directory.`;
const NO_WRITE = ({ username, directory }: About) =>
  `The user ${username} may not write in ${directory}. Ask the server’s administrator, or choose another directory.`;

/** The connection was lost, or no answer came. */
const CUT = {
  codes: ['ETIMEDOUT', 'ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_NOT_CONNECTED'],
} as const;
const SILENT =
  /timeout|timed out|no answer|no response|keepalive|clos(ed|ing)|premature|reset|lost before handshake|disconnected before|FIN packet/i;
const AFTER_CONNECTING = ['host-key', 'certificate', 'sign-in', 'directory', 'write', 'rename'] as const;

/** Collected from real servers; the first match applies. */
const RULES: readonly Rule[] = [
  {
    codes: ['inward'],
    fault: 'inward',
    advice: () =>
      'This installation sends nothing to addresses inside its network unless its administrator allows them in FILE_SERVER_NETWORKS.',
  },
  {
    steps: ['resolve'],
    fault: 'unresolved',
    advice: ({ host }) => `Check the spelling of ${host}, and that its name is known outside the laboratory.`,
  },
  {
    codes: ['key-changed'],
    fault: 'key-changed',
    advice: () =>
      'Nothing was sent. Ask the server’s administrator whether the key was changed. If so, discard the old key and test again.',
  },
  {
    codes: ['421', '425', '426', '434', '450', '451'],
    fault: 'busy',
    advice: ({ host }) =>
      `${host} accepts no more data for now. Try again later. If the problem persists, contact the server’s administrator.`,
  },
  {
    pattern: /too many|maximum number|max(imum)? connections|try again later|temporarily/i,
    fault: 'busy',
    advice: ({ host }) =>
      `${host} accepts no more connections for now. Try again later. If the problem persists, contact the server’s administrator.`,
  },
  { steps: AFTER_CONNECTING, ...CUT, fault: 'interrupted', advice: STANDS_STILL },
  {
    steps: ['certificate'],
    pattern: /AUTH|TLS|SSL|50[0-4]|53[0-4]/,
    fault: 'no-tls',
    advice: ({ host }) =>
      `${host} may not offer encryption. Ask its administrator to turn on TLS, or use SFTP, which is encrypted.`,
  },
  {
    codes: ['ECONNREFUSED'],
    fault: 'unreachable',
    advice: ({ host, port }) => `No server listens on port ${port} of ${host}. Check the port.`,
  },
  {
    steps: ['connect'],
    fault: 'unreachable',
    advice: ({ host, port }) =>
      `Check the host and the port, and that the network allows connections from this server to ${host} on port ${port}.`,
  },
  {
    steps: ['sign-in', 'host-key'],
    pattern: /privateKey|passphrase|Encrypted/i,
    fault: 'private-key',
    advice: () => 'The private key cannot be read. Check that it is complete, and check its passphrase.',
  },
  { steps: AFTER_CONNECTING, pattern: SILENT, fault: 'interrupted', advice: STANDS_STILL },
  {
    steps: ['host-key'],
    fault: 'no-sftp',
    advice: ({ port }) =>
      `The server on port ${port} may not be an SFTP server. Check the protocol and the port.`,
  },
  {
    steps: ['certificate'],
    fault: 'certificate',
    advice: ({ host }) =>
      `The certificate of ${host} was refused. Contact the server’s administrator, then test the connection again.`,
  },
  {
    steps: ['sign-in'],
    codes: ['530', '331', '332'],
    fault: 'password-refused',
    advice: ({ username }) => `Check the username ${username} and the password.`,
  },
  {
    steps: ['sign-in'],
    pattern: /authentication methods failed/i,
    way: 'PASSWORD',
    fault: 'password-refused',
    advice: ({ username }) =>
      `Check the username ${username} and the password, and that the server accepts passwords.`,
  },
  {
    steps: ['sign-in'],
    pattern: /authentication methods failed/i,
    fault: 'key-refused',
    advice: ({ username }) => `Check that the server has the public key of ${username}.`,
  },
  { codes: ['552', '452', '14', '15'], fault: 'full', advice: FULL },
  { pattern: /no space|quota|disk full|storage/i, fault: 'full', advice: FULL },
  { steps: ['directory'], codes: ['2', '550'], fault: 'directory-missing', advice: IS_THERE },
  { steps: ['directory'], codes: ['4'], fault: 'unknown', advice: IS_THERE },
  {
    steps: ['directory'],
    codes: ['3'],
    fault: 'directory-denied',
    advice: ({ directory, username }) =>
      `The user ${username} may not open ${directory}. Ask the server’s administrator.`,
  },
  { steps: ['rename'], codes: ['3', '550', '553'], fault: 'rename-denied', advice: NO_RENAME },
  { steps: ['rename'], fault: 'unknown', advice: NO_RENAME },
  {
    steps: ['write'],
    codes: ['size'],
    fault: 'wrong-size',
    advice: ({ host }) =>
      `The file size on ${host} differs from the size that was sent. Check that the server has space and does not alter files.`,
  },
  { codes: ['ERR_GENERIC_CLIENT'], fault: 'interrupted', advice: STANDS_STILL },
  { steps: ['write'], codes: ['3', '532', '550', '553'], fault: 'write-denied', advice: NO_WRITE },
  // Some SFTP servers report a full disk as a general failure.
  { steps: ['write'], fault: 'unknown', advice: NO_WRITE },
  {
    steps: ['clean-up'],
    fault: 'unknown',
    advice: () =>
      'The test file stays on the server. Curvewell still sends files. Ask for the permission to delete.',
  },
];

/** What a failed step means for waiting deliveries, and what a user can do. */
export function diagnose(
  { step, code, serverMessage, message }: TransferFault,
  about: About,
): { readonly fault: DeliveryFault; readonly advice: string } {
  const words = `${serverMessage ?? ''} ${message}`;
  const rule = RULES.find(
    ({ steps, codes, pattern, way }) =>
      (steps?.includes(step) ?? true) &&
      (codes === undefined || codes.includes(code)) &&
      (pattern === undefined || pattern.test(words)) &&
      (way === undefined || way === about.authentication),
  );
  return {
    fault: rule?.fault ?? 'unknown',
    advice:
      rule?.advice(about) ?? 'Try again. If the problem persists, show this to the server’s administrator.',
  };
}
