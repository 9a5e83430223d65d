import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { createSecureContext, TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { SIGNED } from './certificates.ts';
import { createTestDatabase } from './database.ts';
import { endServer, listen, startFtpServer, track, type FtpServer } from './file-server.ts';
import { often } from './often.ts';

const CONNECTIONS = new URL('./trusting-process.ts', import.meta.url);
const MIGRATE = new URL('../src/migrate.ts', import.meta.url);
const REALM = new URL('../src/keycloak.ts', import.meta.url);
const UNTRUSTED = /certificate|unable.to.verify|local issuer/i;

/** Internal servers, whose certificates are signed by the organisation's authority only. */
describe('the organisation’s authority', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'curvewell-authority-'));
  const sockets = new Set<Socket>();
  let https: HttpsServer;
  let httpsPort = 0;
  let ftp: FtpServer;
  let front: Server;
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let ofDatabase: Readonly<Record<string, string>> = {};
  const file = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };

  beforeAll(async () => {
    https = createHttpsServer(SIGNED, ({ url = '' }, response) => {
      if (url.endsWith('/token')) response.statusCode = 401;
      const isStore = url.startsWith('/originals');
      response.setHeader('content-type', isStore ? 'application/xml' : 'application/json');
      response.end(isStore ? '<ListBucketResult></ListBucketResult>' : '{"keys":[]}');
    });
    https.on('connection', (socket: Socket) => {
      track(sockets, socket);
    });
    httpsPort = await listen(https);
    ftp = await startFtpServer({ certificate: SIGNED });
    database = await createTestDatabase();
    const { hostname, port, username, password, pathname } = new URL(database.url);
    front = withTls({ host: hostname, port: Number(port) }, sockets);
    ofDatabase = {
      DATABASE_HOST: 'localhost',
      DATABASE_PORT: String(await listen(front)),
      DATABASE_USER: username,
      DATABASE_PASSWORD: decodeURIComponent(password),
      DATABASE_NAME: pathname.slice(1),
    };
  });
  afterAll(async () => {
    await endServer(front, sockets);
    await endServer(https, sockets);
    await ftp.close();
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  const authority = () => file('authority.pem', `An authority of the tests\n${SIGNED.authority}\n`);
  const run = (command: URL, args: readonly string[], settings: Readonly<Record<string, string>>) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
      const env = { PATH, HOME, NODE_COMPILE_CACHE, OIDC_URL: `https://localhost:${httpsPort}`, ...settings };
      const child = execFile(
        process.execPath,
        [fileURLToPath(command), ...args],
        { env },
        (_, stdout, stderr) => {
          resolve({ code: child.exitCode ?? 1, output: stdout + stderr });
        },
      );
    });
  const ORIGINALS = () => ({
    ORIGINALS_BUCKET: 'originals',
    ORIGINALS_ENDPOINT: `https://localhost:${httpsPort}`,
    ORIGINALS_ACCESS_KEY_ID: 'a',
    ORIGINALS_SECRET_ACCESS_KEY: 'b',
  });
  const connections = async (settings: Readonly<Record<string, string>>) => {
    const { output } = await run(CONNECTIONS, [String(ftp.port)], { ...ORIGINALS(), ...settings });
    return JSON.parse(output) as Readonly<Record<string, string>>;
  };

  it('OPS-323 is trusted for every connection once CA_FILE names it, and not before', async () => {
    const before = await connections({});
    expect(Object.keys(before)).toEqual(['identity provider', 'object store', 'file server', 'collector']);
    for (const [name, how] of Object.entries(before)) expect(how, name).toMatch(UNTRUSTED);
    const after = await connections({ CA_FILE: authority() });
    expect(new Set(Object.values(after)), JSON.stringify(after)).toEqual(new Set(['trusted']));
  });

  it.each(often({ byDay: ['verify-full'], byNight: ['verify-full', 'verify-ca'] }))(
    'OPS-323 is trusted for TLS to the database: %s',
    async (mode) => {
      const settings = { ...ofDatabase, DATABASE_TLS: mode };
      const trusted = await run(MIGRATE, [], { ...settings, CA_FILE: authority() });
      expect(trusted).toEqual({ code: 0, output: 'Nothing to migrate.\n' });
      expect((await run(MIGRATE, [], settings)).code).toBe(1);
    },
  );

  it('OPS-323 is trusted by the realm command', async () => {
    const password = { KEYCLOAK_PASSWORD: 'a password' };
    const command = [REALM, ['--user', 'admin']] as const;
    expect((await run(...command, password)).output).toMatch(UNTRUSTED);
    const trusted = await run(...command, { ...password, CA_FILE: authority() });
    expect(trusted.output).toMatch(/Network response was not OK/);
  });

  it('OPS-324 a file without a certificate, or with a damaged one, stops the start and is named', async () => {
    const cut = SIGNED.authority.replace(/.{40}\n/, '\n');
    const wrong = [file('empty.pem', ''), path.join(folder, 'none.pem'), file('cut.pem', cut)];
    for (const name of wrong) {
      const { code, output } = await run(MIGRATE, [], { ...ofDatabase, CA_FILE: name });
      expect(output).toMatch(/^CA_FILE cannot be used: /m);
      expect(code).toBe(1);
    }
  });
});

/** Adds PostgreSQL's TLS negotiation to a server without TLS. */
function withTls(server: { readonly host: string; readonly port: number }, sockets: Set<Socket>): Server {
  return createServer((plain) => {
    track(sockets, plain);
    plain.once('data', () => {
      plain.write('S');
      const secure = new TLSSocket(plain, { isServer: true, secureContext: createSecureContext(SIGNED) });
      const behind = connect(server);
      track(sockets, behind);
      secure.on('error', () => behind.destroy());
      secure.pipe(behind).pipe(secure);
    });
  });
}
