import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** The behaviour of an authority: correct, or with one fault. */
export type Manner =
  | 'right'
  /** Answers another request. */
  | 'other-imprint'
  | 'other-nonce'
  /** Its certificate has expired. */
  | 'expired'
  /** Its certificate is from another authority. */
  | 'other-ca'
  /** Its certificate is for another purpose. */
  | 'not-for-time-stamps'
  /** Rejects the hash algorithm. */
  | 'refuses'
  | 'error'
  | 'silent'
  | 'endless'
  | 'away';

export interface TimeAuthority {
  readonly url: string;
  readonly caFile: string;
  /** Sets the behaviour from now on. */
  be(manner: Manner): void;
  /** The headers of the requests so far. */
  readonly requests: IncomingMessage['headers'][];
  close(): Promise<void>;
}

/** A time stamp authority: `openssl ts` behind a small HTTP server. */
export async function startTimeAuthority(): Promise<TimeAuthority> {
  const folder = await mkdtemp(path.join(tmpdir(), 'curvewell-time-authority-'));
  const openssl = (...args: string[]) => promisify(execFile)('openssl', args, { cwd: folder });
  const stamping = 'extendedKeyUsage=critical,timeStamping';
  await makeCa('ca');
  await makeCa('other');
  await makeCertificate('tsa', { ca: 'ca', extension: stamping });
  await makeCertificate('stranger', { ca: 'other', extension: stamping });
  await makeCertificate('expired', { ca: 'ca', extension: stamping, isOver: true });
  await makeCertificate('mail', {
    ca: 'ca',
    extension: 'extendedKeyUsage=critical,timeStamping,emailProtection',
  });
  await writeFile(
    path.join(folder, 'ts.cnf'),
    `${section('right', 'sha256')}${section('refuses', 'sha512')}`,
  );
  await writeFile(path.join(folder, 'serial'), '01\n');

  async function makeCa(name: string): Promise<void> {
    const subject = ['-subj', `/CN=${name === 'ca' ? 'Test' : 'Other'} authority`, '-days', '30'];
    await openssl(
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
      ...subject,
    );
  }
  interface Wanted {
    readonly ca: string;
    readonly extension: string;
    readonly isOver?: boolean;
  }
  async function makeCertificate(name: string, { ca, extension, isOver = false }: Wanted): Promise<void> {
    await openssl(
      'req',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
      '-subj',
      `/CN=Clock ${name}`,
    );
    await writeFile(path.join(folder, `${name}.ext`), `${extension}\nkeyUsage=critical,digitalSignature\n`);
    // An expired certificate is made with negative validity.
    const time = isOver ? ['-days', '-1'] : ['-days', '30'];
    await openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      '-CA',
      `${ca}.pem`,
      '-CAkey',
      `${ca}.key`,
      '-CAcreateserial',
      '-extfile',
      `${name}.ext`,
      '-out',
      `${name}.pem`,
      ...time,
    );
  }

  let manner: Manner = 'right';
  let turn = 0;
  const requests: IncomingMessage['headers'][] = [];

  async function answer(query: Buffer): Promise<Buffer> {
    turn += 1;
    const [queryFile, answerFile] = [`${turn}.tsq`, `${turn}.tsr`];
    if (manner === 'other-imprint' || manner === 'other-nonce') {
      const digest = await imprintOf(query);
      const imprint = manner === 'other-imprint' ? 'f'.repeat(64) : digest;
      await openssl('ts', '-query', '-digest', imprint, '-sha256', '-cert', '-out', queryFile);
    } else await writeFile(path.join(folder, queryFile), query);
    const signer = { expired: 'expired', 'other-ca': 'stranger' }[manner as string];
    const by = signer ?? 'tsa';
    await openssl(
      'ts',
      '-reply',
      '-config',
      'ts.cnf',
      '-section',
      manner === 'refuses' ? 'refuses' : 'right',
      '-signer',
      `${by}.pem`,
      '-inkey',
      `${by}.key`,
      '-queryfile',
      queryFile,
      '-out',
      answerFile,
    );
    if (manner === 'not-for-time-stamps') await signAgain(answerFile);
    return readFile(path.join(folder, answerFile));
  }

  /** Signs with a certificate that `openssl ts` refuses. */
  async function signAgain(file: string): Promise<void> {
    await openssl('ts', '-reply', '-in', file, '-token_out', '-out', 'token.der');
    await openssl('cms', '-verify', '-noverify', '-inform', 'DER', '-in', 'token.der', '-out', 'info.der');
    await openssl(
      'cms',
      '-sign',
      '-binary',
      '-nodetach',
      '-cades',
      '-econtent_type',
      TST_INFO,
      '-in',
      'info.der',
      '-signer',
      'mail.pem',
      '-inkey',
      'mail.key',
      '-outform',
      'DER',
      '-out',
      'token.der',
    );
    await openssl('ts', '-reply', '-in', 'token.der', '-token_in', '-out', file);
  }

  /** The hex digits from OpenSSL's output. */
  async function imprintOf(query: Buffer): Promise<string> {
    await writeFile(path.join(folder, 'asked.tsq'), query);
    const { stdout } = await openssl('ts', '-query', '-in', 'asked.tsq', '-text');
    return [...stdout.matchAll(/^ {4}[0-9a-f]{4} - ((?:[0-9a-f]{2}[ -]){16})/gm)]
      .map(([, digits = '']) => digits.replaceAll(/[ -]/g, ''))
      .join('');
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    requests.push(request.headers);
    const query = await buffer(request);
    if (manner === 'silent') return;
    if (manner === 'away') {
      request.socket.destroy();
      return;
    }
    response.statusCode = manner === 'error' ? 500 : 200;
    response.setHeader('content-type', 'application/timestamp-reply');
    response.end(manner === 'endless' ? Buffer.alloc(1_000_000) : await answer(query));
  }
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.destroy(error as Error));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, // a listening TCP server
    caFile: path.join(folder, 'ca.pem'),
    be: (next) => (manner = next),
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const TST_INFO = '1.2.840.113549.1.9.16.1.4';
const section = (name: string, digest: string) => `[${name}]
serial = ./serial
default_policy = 1.2.3.4
digests = ${digest}
signer_digest = sha256
ess_cert_id_alg = sha256
accuracy = secs:1
`;
