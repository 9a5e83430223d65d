import { createServer, type Socket } from 'node:net';

import { describe, expect, it } from 'vitest';

import { endServer, listen, startFtpServer, track } from '../../../test/file-server.ts';
import { openFtp } from './ftp.ts';
import { openServer } from './open-server.ts';
import { testConnection } from './test-connection.ts';
import type { ServerAccess } from './transport.ts';

const DEADLINES = { answer: 600, file: 600 };
/** More than the limit of any listing or greeting. */
const MAX_BYTES = 64 * 1024 * 1024;

const ftp = (port: number, more: Partial<ServerAccess> = {}): ServerAccess => ({
  protocol: 'FTP',
  tls: false,
  host: '127.0.0.1',
  port,
  authentication: 'PASSWORD',
  username: 'lab',
  password: 'a password',
  privateKey: null,
  ...more,
});
const allows = () => true;
const tryIt = (access: ServerAccess) =>
  testConnection({
    onProgress: () => undefined,
    access,
    knownKey: null,
    allows,
    deadlines: DEADLINES,
    directory: '/results',
    now: new Date(),
  });

/** Starts a server with custom behaviour. @returns its port, and how many bytes it could send */
async function serving(talk: (socket: Socket) => void, host?: string) {
  const sockets = new Set<Socket>();
  let sent = 0;
  const server = createServer((socket) => {
    track(sockets, socket);
    socket.on('close', () => (sent += socket.bytesWritten));
    talk(socket);
  });
  const port = await listen(server, host);
  return {
    port,
    sent: () => sent,
    connections: () => sockets.size,
    close: () => endServer(server, sockets),
  };
}

/** Sends the same text until the client closes the connection. */
function flood(socket: Socket, text: string): void {
  const piece = Buffer.from(text.repeat(Math.ceil(65_536 / text.length)));
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', more);
  more();
}

/** Answers each command by its first word. */
const answering =
  (answers: Readonly<Record<string, string | ((socket: Socket) => void)>>) =>
  (socket: Socket): void => {
    socket.write('220 Hostile\r\n');
    socket.on('data', (bytes: Buffer) => {
      for (const line of bytes.toString().split('\r\n').filter(Boolean)) {
        const answer = answers[line.split(' ')[0] ?? ''] ?? '200 OK';
        if (typeof answer === 'string') socket.write(`${answer}\r\n`);
        else answer(socket);
      }
    });
  };

const SIGN_IN = {
  USER: '331 Password?',
  PASS: '230 Welcome',
  FEAT: '211 End',
  PWD: '257 "/"',
  CWD: '250 There',
};

const MODES: Readonly<Record<string, (socket: Socket) => void>> = {
  'a greeting without end': (socket) => {
    flood(socket, '220-More to come\r\n');
  },
  'a greeting that is no line': (socket) => {
    flood(socket, 'x');
  },
  'a greeting drop by drop': (socket) => {
    const drip = setInterval(() => socket.write('2'), 50);
    socket.on('close', () => {
      clearInterval(drip);
    });
  },
  'nothing at all': () => undefined,
  'the end at once': (socket) => {
    socket.end();
  },
  'an answer to the sign-in without end': answering({
    USER: (socket) => {
      flood(socket, '331-Wait\r\n');
    },
  }),
  'a data connection that is never there': answering({
    ...SIGN_IN,
    EPSV: '229 Entering (|||9|)',
    PASV: '500 No',
  }),
  'answers in the wrong order': answering({ USER: '226 Done', PASS: '150 Send it' }),
};

describe('OPS-178 a file server that sends', () => {
  it.concurrent.each(Object.entries(MODES))('%s is aborted', async (_, talk) => {
    const server = await serving(talk);
    const protocols = [
      ftp(server.port),
      ftp(server.port, { protocol: 'SFTP' }),
      ftp(server.port, { tls: true }),
    ];
    for (const access of protocols) {
      const { works, steps } = await tryIt(access);
      expect(works).toBe(false);
      expect(steps.find(({ outcome }) => outcome === 'failed')).toBeDefined();
    }
    await server.close();
    expect(server.sent()).toBeLessThan(MAX_BYTES);
  });

  it('an endless listing is aborted', async () => {
    const data = await serving((socket) => {
      flood(socket, '-rw-r--r-- 1 u g 1 Nov 20 2026 one-more\r\n');
    });
    const control = answering({
      ...SIGN_IN,
      EPSV: `229 Entering (|||${data.port}|)`,
      LIST: '150 Here it comes',
      MLSD: '500 No',
    });
    const server = await serving(control);
    const { steps } = await tryIt(ftp(server.port));
    expect(steps.find(({ outcome }) => outcome === 'failed')?.step).toBe('directory');
    await server.close();
    await data.close();
    expect(data.sent()).toBeLessThan(MAX_BYTES);
  });

  it('its data elsewhere is not followed', async () => {
    const reached: (string | undefined)[] = [];
    const elsewhere = await serving((socket) => {
      reached.push(socket.localAddress);
    }, '0.0.0.0');
    const [high, low] = [Math.floor(elsewhere.port / 256), elsewhere.port % 256];
    const passive = `227 Entering (127,0,0,2,${high},${low})`;
    const server = await serving(
      answering({ ...SIGN_IN, EPSV: '500 No', PASV: passive, LIST: '150 Here', MLSD: '500 No' }),
    );
    expect((await tryIt(ftp(server.port))).works).toBe(false);
    expect(reached).not.toContain('127.0.0.2');
    await server.close();
    await elsewhere.close();
  });

  it('plain text where TLS was requested gets no password', async () => {
    const heard: string[] = [];
    const server = await serving((socket) => {
      socket.on('data', (bytes: Buffer) => heard.push(bytes.toString('latin1')));
      answering({ AUTH: '234 Begin\r\n230 You are signed in already' })(socket);
    });
    const { works } = await tryIt(ftp(server.port, { tls: true }));
    expect(works).toBe(false);
    expect(heard.join('')).not.toContain('PASS');
    await server.close();
  });
});

/** Loopback and private networks in the notations of users and resolvers. */
const INWARD = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.0x0.0x0.0x1',
  '017700000001',
  '0177.0.0.1',
  '0177.0.0.01',
  '0x7f.1',
  '0',
  '0.0.0.0',
  '0x0',
  'localhost',
  'LOCALHOST',
  '::1',
  '::',
  '0:0:0:0:0:0:0:1',
  '::0001',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:0:127.0.0.1',
  '::127.0.0.1',
  '0000::1',
  '::ffff:10.0.0.1',
  '::ffff:a9fe:a9fe',
  '::ffff:192.168.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::a00:1',
  '2002:7f00:1::',
  '2002:a00:1::',
  '2001:0:7f00:1::',
  'fe80::1',
  'febf::1',
  'fec0::1',
  'fc00::1',
  'fd00::1',
  'ff02::1',
  'ff0e::1',
  '100::1',
  '2001:db8::1',
  '10.0.0.1',
  '10.1',
  '0x0a000001',
  '012.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.1',
  '3232235521',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '100.64.0.1',
  '100.127.255.254',
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
];

it(`OPS-176 ${INWARD.length} notations of internal addresses are refused before connecting`, async () => {
  const server = await serving(() => undefined);
  const never = () => false;
  for (const host of INWARD) {
    const opening = openServer({
      access: ftp(server.port, { host }),
      knownKey: null,
      allows: never,
      onStep: () => undefined,
    });
    await expect(opening, host).rejects.toMatchObject({ step: 'resolve' });
  }
  expect(server.connections()).toBe(0);
  await server.close();
});

it('OPS-176 connects to the address that was checked, whatever the name resolves to later', async () => {
  const server = await startFtpServer();
  const access = ftp(server.port, { host: 'moved.invalid' });
  const transport = openFtp(access, { address: '127.0.0.1', deadlines: DEADLINES });
  expect(await transport.connect()).toMatch(/Test server/);
  transport.close();
  await server.close();
});
