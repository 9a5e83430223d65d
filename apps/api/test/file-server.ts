import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';

import { CERTIFICATES } from './certificates.ts';

/** Faults of a server from the next command on. */
export interface Faults {
  /** Closes the connection in the middle of a file. */
  readonly dropsFile?: boolean;
  /** Stops responding. */
  readonly stands?: 'greeting' | 'file' | 'rename';
  /** Has no space left. */
  readonly isFull?: boolean;
  /** Refuses this step. */
  readonly denies?: 'tls' | 'sign-in' | 'directory' | 'write' | 'rename';
  /** Names the file in its refusal, like many servers. */
  readonly namesFile?: boolean;
  /** Accepts no more connections. */
  readonly isBusy?: boolean;
  /** Reports a wrong file size. */
  readonly lies?: boolean;
}

/** A test file server: the stored files by path, and its faults. */
export interface FileServer {
  readonly port: number;
  readonly files: ReadonlyMap<string, Buffer>;
  /** The path of each file when it got its final name. */
  readonly arrivals: readonly string[];
  faults: Faults;
  readonly clear: () => void;
  readonly close: () => Promise<void>;
}

interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const USER = 'curvewell';
export const PASSWORD = 'a password';

export interface FtpServer extends FileServer {
  /** The number of connections so far. */
  readonly connections: number;
  /** Uses another certificate from the next connection on. */
  readonly changeCertificate: () => void;
}

/** A minimal FTP server in this process: optional TLS, passive mode, binary, absolute paths. */
export async function startFtpServer({
  host = '127.0.0.1',
  certificate = CERTIFICATES[0],
}: { readonly host?: string; readonly certificate?: Certificate } = {}): Promise<FtpServer> {
  const files = new Map<string, Buffer>();
  const directories = new Set(['/', '/results']);
  const arrivals: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const state = { faults: {} as Faults, certificate };
  const secured = (socket: Socket) =>
    new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(state.certificate) });

  const server = createServer((plain) => {
    let control: Socket = plain;
    let hasTls = false;
    connections += 1;
    track(sockets, control);
    const reply = (line: string) => control.write(`${line}\r\n`);
    let working = '/';
    let renamed = '';
    let data: Promise<Socket> | undefined;
    const absolute = (path: string) =>
      `/${[...(path.startsWith('/') ? [] : working.split('/')), ...path.split('/')].filter((part) => part !== '').join('/')}`;

    const passive = async () => {
      const taken = Promise.withResolvers<Socket>();
      const listener = createServer((socket) => {
        // Each data connection carries one file.
        listener.close();
        track(sockets, socket);
        taken.resolve(hasTls ? secured(socket) : socket);
      });
      await new Promise<void>((resolve) => listener.listen(0, host, resolve));
      // An unused listener must not keep the process alive.
      listener.unref();
      data = taken.promise;
      return (listener.address() as AddressInfo).port; // a listening TCP server
    };
    const store = async (path: string) => {
      const { denies, isFull, dropsFile, stands, namesFile } = state.faults;
      if (denies === 'write') return reply(`550 ${namesFile === true ? `${path}: ` : ''}Permission denied`);
      reply('150 Send it');
      const socket = await data;
      if (socket === undefined) return reply('425 No data connection');
      const parts: Buffer[] = [];
      for await (const part of socket) {
        parts.push(part as Buffer); // no encoding is set
        if (dropsFile === true) {
          files.set(path, Buffer.concat(parts).subarray(0, 10));
          control.destroy();
          socket.destroy();
          return undefined;
        }
      }
      if (stands === 'file') return undefined;
      if (isFull === true) return reply('552 No space left on device');
      files.set(path, Buffer.concat(parts));
      return reply('226 Done');
    };
    const list = async () => {
      reply('150 Here it comes');
      const socket = await data;
      const inside = [...files.keys()].filter((path) =>
        path.startsWith(working === '/' ? '/' : `${working}/`),
      );
      socket?.end(
        inside
          .map(
            (path) =>
              `-rw-r--r-- 1 u g ${files.get(path)?.length ?? 0} Nov 20 2026 ${path.split('/').at(-1) ?? ''}\r\n`,
          )
          .join(''),
      );
      reply('226 Done');
    };

    const commands: Readonly<Record<string, (argument: string) => unknown>> = {
      AUTH: () => {
        if (state.faults.denies === 'tls') return reply('502 Not here');
        reply('234 Begin');
        plain.removeAllListeners('data');
        control = secured(plain);
        track(sockets, control);
        hasTls = true;
        return listenTo(control);
      },
      PBSZ: () => reply('200 OK'),
      PROT: () => reply('200 OK'),
      USER: () => reply('331 Password?'),
      PASS: (password) =>
        reply(
          password === PASSWORD && state.faults.denies !== 'sign-in' ? '230 Welcome' : '530 Login incorrect',
        ),
      FEAT: () => reply('211-Features\r\n SIZE\r\n UTF8\r\n211 End'),
      PWD: () => reply(`257 "${working}"`),
      CWD: (path) => {
        if (!directories.has(absolute(path)) || state.faults.denies === 'directory')
          return reply('550 No such directory');
        working = absolute(path);
        return reply('250 There');
      },
      MKD: (path) => {
        if (directories.has(absolute(path))) return reply('550 File exists');
        directories.add(absolute(path));
        return reply(`257 "${absolute(path)}"`);
      },
      EPSV: async () => reply(`229 Entering (|||${await passive()}|)`),
      LIST: list,
      MLSD: () => reply('500 Not here'),
      STOR: (path) => store(absolute(path)),
      SIZE: (path) => {
        const size = files.get(absolute(path))?.length;
        return size === undefined
          ? reply('550 No such file')
          : reply(`213 ${state.faults.lies === true ? size - 1 : size}`);
      },
      RNFR: (path) => {
        renamed = absolute(path);
        return reply('350 To what?');
      },
      RNTO: (path) => {
        if (state.faults.stands === 'rename') return undefined;
        const content = files.get(renamed);
        if (state.faults.denies === 'rename' || content === undefined) return reply('550 Permission denied');
        files.delete(renamed);
        files.set(absolute(path), content);
        arrivals.push(absolute(path));
        return reply('250 Renamed');
      },
      DELE: (path) => reply(files.delete(absolute(path)) ? '250 Gone' : '550 No such file'),
      QUIT: () => control.end('221 Bye\r\n'),
    };
    if (state.faults.isBusy === true) return void control.end('421 Too many connections\r\n');
    if (state.faults.stands !== 'greeting') reply('220 Test server');
    let rest = '';
    const listenTo = (socket: Socket) =>
      socket.on('data', (bytes: Buffer) => {
        const text = bytes.toString('utf8');
        const lines = (rest + text).split('\r\n');
        rest = lines.pop() ?? '';
        for (const line of lines) {
          const [, command = '', argument = ''] = /^(\S+) ?(.*)$/.exec(line) ?? [];
          const answer = commands[command.toUpperCase()];
          if (answer === undefined)
            reply(command === 'OPTS' || command === 'TYPE' || command === 'STRU' ? '200 OK' : '500 Unknown');
          else void answer(argument);
        }
      });
    listenTo(plain);
  });
  const port = await listen(server, host);
  return {
    port,
    files,
    arrivals,
    changeCertificate: () => {
      state.certificate = CERTIFICATES[1];
    },
    clear: () => {
      files.clear();
    },
    get connections() {
      return connections;
    },
    get faults() {
      return state.faults;
    },
    set faults(next) {
      state.faults = next;
    },
    close: () => endServer(server, sockets),
  };
}

export function track(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket);
  socket.on('error', () => undefined);
  socket.on('close', () => sockets.delete(socket));
}

export function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, host, () => {
      resolve((server.address() as AddressInfo).port); // a listening TCP server
    });
  });
}

export async function endServer(server: Server, sockets: Set<Socket>): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
}

/** The settings of a connection to it. */
export const connectionTo = ({ port }: Pick<FileServer, 'port'>, more: object = {}) => ({
  sendFilesOnApproval: false,
  protocol: 'FTP' as const,
  tls: false,
  host: '127.0.0.1',
  port,
  directory: '/results',
  authentication: 'PASSWORD' as const,
  username: USER,
  password: PASSWORD,
  ...more,
});
