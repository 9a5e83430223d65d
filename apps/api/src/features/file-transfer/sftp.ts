import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { Writable } from 'node:stream';

import SftpClient from 'ssh2-sftp-client';

import {
  fileDeadline,
  type Deadlines,
  type ServerAccess,
  type ServerKey,
  type Transport,
} from './transport.ts';
import { withDeadline } from './with-deadline.ts';
import { withinBytes } from './within-bytes.ts';

interface Options {
  readonly address: string;
  readonly deadlines: Deadlines;
}

/** The library's message when a server does not support a request. */
const UNKNOWN_REQUEST = /does not support|unsupported/i;
const BEAT_MS = 5_000;
const BEATS_MISSED = 2;

/**
 * SFTP, by password or key. The library presents the key and signs in with one call, so the call pauses at
 * the key.
 */
export function openSftp(access: ServerAccess, { address, deadlines }: Options): Transport {
  const client = new SftpClient('curvewell', {
    // Without listeners the library logs to the console.
    error: () => undefined,
    end: () => undefined,
    close: () => undefined,
  });
  let socket: Socket | undefined;
  let signedIn: Promise<unknown> | undefined;
  let decideKey: (accepted: boolean) => void = () => undefined;
  const close = () => {
    decideKey(false);
    socket?.destroy();
  };
  const answered = <T>(work: Promise<T>, ms = deadlines.answer): Promise<T> =>
    withinBytes(withDeadline(work, { ms, onLate: close }), {
      read: () => socket?.bytesRead ?? 0,
      onTooMuch: close,
    });

  return {
    connect: async () => {
      socket = connect({ host: address, port: access.port });
      // The library reports socket errors to its callers.
      socket.on('error', () => undefined);
      return answered(greeting(socket));
    },
    prove: async () => {
      const shown = Promise.withResolvers<ServerKey>();
      const connected = client.connect({
        ...(socket !== undefined && { sock: socket }),
        username: access.username,
        ...credentials(access),
        readyTimeout: deadlines.answer,
        keepaliveInterval: BEAT_MS,
        keepaliveCountMax: BEATS_MISSED,
        hostVerifier: (bytes: Buffer, verify: (accepted: boolean) => void) => {
          decideKey = verify;
          shown.resolve(hostKey(bytes));
        },
      });
      signedIn = connected;
      connected.catch((error: unknown) => {
        shown.reject(error); // the library rejects with errors only
      });
      return answered(shown.promise);
    },
    signIn: async () => {
      decideKey(true);
      await answered(signedIn ?? Promise.reject(new Error('not connected')));
    },
    list: async (directory) => (await answered(client.list(directory))).length,
    makeDirectory: async (directory) => {
      if ((await answered(client.exists(directory))) !== 'd') await answered(client.mkdir(directory));
    },
    write: async (path, content) => {
      // `put` reports success when the server refuses the write, because its stream closes before the error.
      const stream = client.createWriteStream(path, { autoClose: false }) as Writable; // its type is any
      const closed = new Promise((resolve) => stream.once('close', resolve));
      try {
        await answered(written(stream, content), fileDeadline(deadlines, content.length));
      } finally {
        stream.destroy();
      }
      await answered(closed);
    },
    size: async (path) => (await answered(client.stat(path))).size,
    rename: async (from, to) => {
      try {
        await answered(client.posixRename(from, to));
      } catch (error) {
        if (!(error instanceof Error && UNKNOWN_REQUEST.test(error.message))) throw error;
        // Servers without the extension cannot rename onto an existing file.
        if ((await answered(client.exists(to))) !== false) await answered(client.delete(to));
        await answered(client.rename(from, to));
      }
    },
    remove: async (path) => {
      await answered(client.delete(path));
    },
    close: () => {
      client.end().catch(() => undefined);
      close();
    },
  };
}

function credentials({ authentication, password, privateKey }: ServerAccess) {
  if (authentication === 'PASSWORD') return { password: password ?? '' };
  return { privateKey: privateKey ?? '', ...(password !== null && { passphrase: password }) };
}

function written(stream: Writable, content: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.on('error', reject);
    stream.once('close', () => reject(new Error('the connection was closed')));
    stream.once('finish', resolve);
    stream.end(content);
  });
}

const FIRST_BYTES = 255;

/** The first line of an SSH server. It is pushed back to the socket for the library. */
function greeting(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the connection was closed')));
    socket.once('readable', () => {
      const bytes = socket.read() as Buffer | null;
      if (bytes === null) return;
      socket.unshift(bytes);
      const [line = ''] = bytes.subarray(0, FIRST_BYTES).toString('latin1').split('\r');
      resolve(line.trim());
    });
  });
}

/** The fingerprint as printed by `ssh-keygen -l`. */
function hostKey(bytes: Buffer): ServerKey {
  const digest = createHash('sha256').update(bytes).digest('base64').replace(/=+$/, '');
  const length = bytes.readUInt32BE(0);
  const algorithm = bytes.subarray(4, 4 + length).toString('latin1');
  return { kind: 'host-key', fingerprint: `SHA256:${digest}`, isTrusted: false, about: algorithm };
}
