import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { TLSSocket, type ConnectionOptions } from 'node:tls';

import { Client, FTPError } from 'basic-ftp';

import { publishCertificate } from '../../telemetry/trace-channels.ts';
import {
  fileDeadline,
  type Deadlines,
  type ServerAccess,
  type ServerKey,
  type Transport,
} from './transport.ts';
import { TransferFault } from './transfer-fault.ts';
import { withDeadline } from './with-deadline.ts';
import { withinBytes } from './within-bytes.ts';

interface Certificate {
  readonly raw: Buffer;
  readonly key: ServerKey;
}

interface Options {
  readonly address: string;
  readonly deadlines: Deadlines;
}

/**
 * FTP, and FTPS with `AUTH TLS`. Data connections always use the same address, so a server cannot redirect
 * them.
 */
export function openFtp(access: ServerAccess, { address, deadlines }: Options): Transport {
  const client = new Client(deadlines.answer, { allowSeparateTransferHost: false });
  const close = () => client.close();
  const reasonOf = hearReasons(client);
  const answered = <T>(work: Promise<T>, ms = deadlines.answer): Promise<T> =>
    withinBytes(withDeadline(work, { ms, onLate: close }), {
      read: () => client.ftp.socket.bytesRead,
      onTooMuch: close,
    });
  const named = { host: access.host, ...(isIP(access.host) === 0 && { servername: access.host }) };
  let certificate: Certificate | undefined;

  /** Upgrades to TLS. @returns the server's certificate */
  async function encrypted(options: ConnectionOptions): Promise<Certificate> {
    await answered(client.useTLS({ ...named, ...options }));
    const { socket } = client.ftp;
    if (!(socket instanceof TLSSocket)) throw new Error('the connection is not encrypted');
    const { raw, valid_to: endsAt } = socket.getPeerCertificate(true);
    publishCertificate({ host: access.host, endsAt: new Date(endsAt) });
    return { raw, key: certificateKey(socket, raw) };
  }

  /** Data connections resume this TLS session and thereby accept its certificate. */
  async function reconnect({ raw }: Certificate): Promise<void> {
    try {
      await answered(client.connect(address, access.port));
      await encrypted(onlyThis(raw));
    } catch (cause) {
      throw new TransferFault('certificate', { cause });
    }
  }

  return {
    connect: async () => {
      const { message } = await answered(client.connect(address, access.port));
      return message;
    },
    prove: async () => {
      if (!access.tls) return null;
      // The certificate is checked here before anything is sent, because the library's error does not name
      // it.
      certificate = await encrypted({ rejectUnauthorized: false });
      return certificate.key;
    },
    signIn: async () => {
      if (certificate?.key.isTrusted === false) await reconnect(certificate);
      await answered(client.login(access.username, access.password ?? ''));
      await answered(client.useDefaultSettings());
    },
    list: async (directory) => {
      await answered(client.cd(directory));
      const read = () => client.ftp.dataSocket?.bytesRead ?? 0;
      return (await withinBytes(answered(client.list()), { read, onTooMuch: close })).length;
    },
    makeDirectory: async (directory) => {
      try {
        await answered(client.send(`MKD ${await client.protectWhitespace(directory)}`));
      } catch (error) {
        if (client.closed) throw error;
        // The directory may already exist; FTP has no error code for that.
        await answered(client.cd(directory));
      }
    },
    write: async (path, content) => {
      try {
        const ms = fileDeadline(deadlines, content.length);
        await answered(client.uploadFrom(Readable.from([content]), path), ms);
      } catch (error) {
        throw (await reasonOf(error)) ?? error;
      }
    },
    size: (path) => answered(client.size(path)),
    rename: async (from, to) => {
      await answered(client.rename(from, to));
    },
    remove: async (path) => {
      await answered(client.remove(path));
    },
    close,
  };
}

/** How long to wait for a server's reason after it drops a file. */
const REASON_MS = 500;
const REFUSAL = /^< ([45]\d\d) /;

/**
 * A server that refuses a file often closes the data connection first and sends the reason a moment later.
 * The library would abort at once; this waits for the reason.
 */
function hearReasons({ ftp }: Client): (error: unknown) => Promise<FTPError | null> {
  let last: FTPError | null = null;
  ftp.log = (line) => {
    const code = REFUSAL.exec(line)?.[1];
    if (code !== undefined) last = new FTPError({ code: Number(code), message: line.slice(2).trim() });
  };
  const end = ftp.closeWithError.bind(ftp);
  ftp.closeWithError = (error) => {
    if (error.message.endsWith('(data socket)')) setTimeout(() => end(error), REASON_MS);
    else end(error);
  };
  return async (error) => {
    if (error instanceof FTPError) return null;
    last = null;
    await sleep(REASON_MS / 2);
    return last;
  };
}

function certificateKey(socket: TLSSocket, raw: Buffer): ServerKey {
  const digest = createHash('sha256').update(raw).digest('base64').replace(/=+$/, '');
  return {
    kind: 'certificate',
    fingerprint: `SHA256:${digest}`,
    isTrusted: socket.authorized,
    about: socket.authorized ? 'trusted' : wordOf(socket.authorizationError),
  };
}

/** Node's types declare an error; at runtime it is its name. */
function wordOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Trusts exactly one certificate, whatever its name. */
function onlyThis(raw: Buffer): ConnectionOptions {
  const pem = `-----BEGIN CERTIFICATE-----\n${raw.toString('base64')}\n-----END CERTIFICATE-----`;
  return {
    ca: [pem],
    allowPartialTrustChain: true,
    checkServerIdentity: (_, shown) =>
      shown.raw.equals(raw) ? undefined : new Error('The certificate of the server has changed.'),
  };
}
