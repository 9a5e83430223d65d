import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Socket } from 'node:net';

import ssh2, { type AuthContext, type ParsedKey, type SFTPWrapper } from 'ssh2';

import { endServer, listen, PASSWORD, track, type Faults, type FileServer } from './file-server.ts';

const { Server, utils } = ssh2;
const { OPEN_MODE, STATUS_CODE } = utils.sftp;

/** A key pair: the public key as a server compares it, the private one as a user enters it. */
export function keyPair(): { readonly privateKey: string; readonly parsed: ParsedKey } {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const parsed = utils.parseKey(privateKey);
  if (parsed instanceof Error) throw parsed;
  return { privateKey, parsed: Array.isArray(parsed) ? (parsed[0] as ParsedKey) : parsed };
}

export interface SftpServer extends FileServer {
  /** Uses another host key from the next connection on. */
  changeHostKey: () => void;
}

/** An SFTP server in this process, without `posix-rename`, so that it cannot rename onto an existing file. */
export async function startSftpServer(userKey?: ParsedKey): Promise<SftpServer> {
  const files = new Map<string, Buffer>();
  const directories = new Set(['/', '/results']);
  const arrivals: string[] = [];
  const sockets = new Set<Socket>();
  const state = { faults: {} as Faults };

  const serve = () =>
    new Server({ hostKeys: [keyPair().privateKey] }, (client) => {
      client.on('error', () => undefined);
      client.on('authentication', (context: AuthContext) => {
        const isKey =
          context.method === 'publickey' &&
          userKey !== undefined &&
          context.key.data.equals(userKey.getPublicSSH());
        const isPassword = context.method === 'password' && context.password === PASSWORD;
        if (state.faults.denies !== 'sign-in' && (isKey || isPassword)) context.accept();
        else context.reject(['password', 'publickey']);
      });
      client.on('ready', () => {
        client.on('session', (accept) => {
          accept().on('sftp', (acceptSftp) => {
            talk(acceptSftp(), () => client.end());
          });
        });
      });
    });

  function talk(sftp: SFTPWrapper, hangUp: () => void): void {
    const handles = new Map<string, string>();
    const listed = new Set<string>();
    const handleOf = (path: string) => {
      const handle = Buffer.from(String(handles.size));
      handles.set(handle.toString(), path);
      return handle;
    };
    const attributes = (path: string) => {
      const content = files.get(path);
      const size = content?.length ?? 0;
      return {
        mode: content === undefined ? 0o040755 : 0o100644,
        uid: 0,
        gid: 0,
        atime: 0,
        mtime: 0,
        size: state.faults.lies === true ? size - 1 : size,
      };
    };
    const stat = (id: number, path: string) => {
      if (files.has(path) || directories.has(path)) sftp.attrs(id, attributes(path));
      else sftp.status(id, STATUS_CODE.NO_SUCH_FILE, 'No such file');
    };
    sftp.on('REALPATH', (id, path) => {
      sftp.name(id, [{ filename: path === '.' ? '/' : path, longname: path, attrs: attributes(path) }]);
    });
    sftp.on('STAT', stat).on('LSTAT', stat);
    sftp.on('OPENDIR', (id, path) => {
      if (state.faults.denies === 'directory')
        sftp.status(id, STATUS_CODE.PERMISSION_DENIED, 'Permission denied');
      else if (directories.has(path)) sftp.handle(id, handleOf(path));
      else sftp.status(id, STATUS_CODE.NO_SUCH_FILE, 'No such file');
    });
    sftp.on('READDIR', (id, handle) => {
      const path = handles.get(handle.toString()) ?? '';
      if (listed.has(handle.toString())) {
        sftp.status(id, STATUS_CODE.EOF);
        return;
      }
      listed.add(handle.toString());
      const names = [...files.keys()].filter((file) => file.startsWith(`${path}/`));
      sftp.name(
        id,
        names.map((file) => ({
          filename: file.slice(path.length + 1),
          longname: file,
          attrs: attributes(file),
        })),
      );
    });
    sftp.on('MKDIR', (id, path) => {
      directories.add(path);
      sftp.status(id, STATUS_CODE.OK);
    });
    sftp.on('OPEN', (id, path, flags) => {
      if (state.faults.denies === 'write') {
        sftp.status(id, STATUS_CODE.PERMISSION_DENIED, 'Permission denied');
        return;
      }
      if ((flags & OPEN_MODE.TRUNC) !== 0) files.set(path, Buffer.alloc(0));
      sftp.handle(id, handleOf(path));
    });
    sftp.on('WRITE', (id, handle, offset, data) => {
      const { isFull, dropsFile, stands } = state.faults;
      const path = handles.get(handle.toString()) ?? '';
      const before = files.get(path) ?? Buffer.alloc(0);
      if (isFull !== true) files.set(path, Buffer.concat([before.subarray(0, offset), data]));
      if (stands === 'file') return;
      if (dropsFile === true) hangUp();
      else if (isFull === true) sftp.status(id, STATUS_CODE.FAILURE, 'No space left on device');
      else sftp.status(id, STATUS_CODE.OK);
    });
    sftp.on('FSETSTAT', (id) => {
      sftp.status(id, STATUS_CODE.OK);
    });
    sftp.on('CLOSE', (id) => {
      sftp.status(id, STATUS_CODE.OK);
    });
    sftp.on('RENAME', (id, from, to) => {
      if (state.faults.stands === 'rename') return;
      const content = files.get(from);
      if (state.faults.denies === 'rename') {
        sftp.status(id, STATUS_CODE.PERMISSION_DENIED, 'Permission denied');
        return;
      }
      if (content === undefined || files.has(to)) {
        sftp.status(id, STATUS_CODE.FAILURE, 'Failure');
        return;
      }
      files.delete(from);
      files.set(to, content);
      arrivals.push(to);
      sftp.status(id, STATUS_CODE.OK);
    });
    sftp.on('REMOVE', (id, path) => {
      sftp.status(id, files.delete(path) ? STATUS_CODE.OK : STATUS_CODE.NO_SUCH_FILE);
    });
  }

  /** The port stays, while the server behind it changes with its key. */
  let server = serve();
  const front = createServer((socket) => {
    track(sockets, socket);
    if (state.faults.stands !== 'greeting') server.injectSocket(socket);
  });
  const port = await listen(front);
  return {
    port,
    files,
    arrivals,
    clear: () => {
      files.clear();
    },
    get faults() {
      return state.faults;
    },
    set faults(next) {
      state.faults = next;
    },
    changeHostKey: () => {
      server = serve();
    },
    close: () => endServer(front, sockets),
  };
}
