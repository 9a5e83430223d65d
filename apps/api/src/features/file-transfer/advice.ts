import type { ServerAccess } from './transport.ts';
import type { TransferFault } from './transfer-fault.ts';

type About = Pick<ServerAccess, 'host' | 'port' | 'username' | 'protocol' | 'authentication' | 'tls'> & {
  readonly directory: string;
};

interface Rule {
  readonly steps?: readonly TransferFault['step'][];
  /** What the library or the server called it. */
  readonly codes?: readonly string[];
  readonly says?: RegExp;
  readonly advice: (about: About) => string;
}

const STANDS_STILL = ({ host }: About) =>
  `${host} stands still, or something between cuts the connection. Try again; if it stays, ask the server’s administrator.`;
const FULL = () =>
  'There is no room left for this user. Ask the server’s administrator for more, or tidy up there.';

/** Met with real servers; the first that fits is told. */
const RULES: readonly Rule[] = [
  {
    codes: ['inward'],
    advice: () =>
      'This installation sends nothing to addresses inside its network unless its administrator allows them: FILE_SERVER_NETWORKS.',
  },
  {
    steps: ['resolve'],
    advice: ({ host }) =>
      `See whether ${host} is spelt rightly, and whether it is known outside the laboratory.`,
  },
  {
    codes: ['key-changed'],
    advice: () =>
      'Nothing was sent. Ask the server’s administrator whether the key was changed; if so, forget the old key and test again.',
  },
  {
    steps: ['certificate'],
    says: /AUTH|TLS|SSL|50[0-4]|53[0-4]/,
    advice: ({ host }) =>
      `${host} may offer no encryption. Ask its administrator to turn on TLS; SFTP is encrypted as well.`,
  },
  {
    codes: ['ECONNREFUSED'],
    advice: ({ host, port }) => `Nothing listens at port ${port} of ${host}. See whether the port is right.`,
  },
  {
    steps: ['connect'],
    advice: ({ host, port }) =>
      `See whether host and port are right, and whether the network lets this server reach ${host} at port ${port}.`,
  },
  {
    steps: ['sign-in', 'host-key'],
    says: /privateKey|passphrase|Encrypted/i,
    advice: () =>
      'The private key cannot be read: see whether it is complete, and whether its passphrase is right.',
  },
  {
    steps: ['host-key'],
    advice: ({ port }) =>
      `What listens at port ${port} may be no SFTP server. See whether protocol and port are right.`,
  },
  {
    steps: ['sign-in'],
    codes: ['530', '331', '332'],
    advice: ({ username }) => `See whether the username ${username} and the password are right.`,
  },
  {
    steps: ['sign-in'],
    says: /authentication methods failed/i,
    advice: ({ username, authentication }) =>
      authentication === 'PASSWORD'
        ? `See whether the username ${username} and the password are right, and whether the server takes passwords.`
        : `See whether the server knows the public key for ${username}.`,
  },
  { codes: ['552', '452', '14', '15'], advice: FULL },
  { says: /no space|quota|disk full|storage/i, advice: FULL },
  {
    steps: ['directory'],
    codes: ['2', '550', '4'],
    advice: ({ directory, username }) =>
      `See whether ${directory} is there, as ${username} sees the server, and may be opened.`,
  },
  {
    steps: ['directory'],
    codes: ['3'],
    advice: ({ directory, username }) =>
      `The user ${username} may not open ${directory}. Ask the server’s administrator.`,
  },
  {
    steps: ['rename'],
    advice: ({ username }) =>
      `The user ${username} may write but not rename here. Ask the server’s administrator for the right to rename, or choose another directory.`,
  },
  {
    steps: ['write'],
    codes: ['size'],
    advice: ({ host }) =>
      `${host} holds another size than was sent: see whether it has room, and whether it changes what it is sent.`,
  },
  {
    codes: [
      'ETIMEDOUT',
      'ECONNRESET',
      'EPIPE',
      'ERR_STREAM_PREMATURE_CLOSE',
      'ERR_NOT_CONNECTED',
      'ERR_GENERIC_CLIENT',
    ],
    advice: STANDS_STILL,
  },
  {
    says: /timeout|timed out|no response|keepalive|clos(ed|ing)|premature|reset|FIN packet/i,
    advice: STANDS_STILL,
  },
  {
    steps: ['write'],
    advice: ({ username, directory }) =>
      `The user ${username} may not write in ${directory}. Ask the server’s administrator, or choose another directory.`,
  },
  {
    steps: ['clean-up'],
    advice: () => 'The test file stays there. Files are sent all the same; ask for the right to delete.',
  },
];

/** What somebody may do about a step that did not work. */
export function adviceFor({ step, code, said, message }: TransferFault, about: About): string {
  const words = `${said ?? ''} ${message}`;
  const rule = RULES.find(
    ({ steps, codes, says }) =>
      (steps?.includes(step) ?? true) &&
      (codes === undefined || codes.includes(code)) &&
      (says === undefined || says.test(words)),
  );
  return rule?.advice(about) ?? 'Try again; if it stays, show this to the server’s administrator.';
}
