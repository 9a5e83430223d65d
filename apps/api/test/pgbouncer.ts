import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import pg from 'pg';

import { freePort } from './free-port.ts';
import { listening } from './listening.ts';

/** PgBouncer, with the libraries that a Debian without it may lack. */
const PACKAGES = ['pgbouncer', 'libevent-2.1-7', 'libc-ares2'];
const FOLDER = fileURLToPath(new URL('../../../node_modules/.cache/pgbouncer', import.meta.url));
const PROGRAM = path.join(FOLDER, 'root/usr/sbin/pgbouncer');
const LIBRARIES = path.join(FOLDER, 'root/usr/lib/x86_64-linux-gnu');
/** PgBouncer refuses to run as root. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** Unpacks PgBouncer without installing it. @returns why that is not possible here; null: it is there */
export function unpackPgBouncer(): string | null {
  if (existsSync(PROGRAM)) return null;
  try {
    execFileSync('mkdir', ['-p', path.join(FOLDER, 'root')]);
    execFileSync('apt-get', ['download', '-qq', ...PACKAGES], { cwd: FOLDER, stdio: 'ignore' });
    execFileSync('sh', ['-c', 'for one in *.deb; do dpkg -x "$one" root; done'], { cwd: FOLDER });
    return null;
  } catch (error) {
    return `PgBouncer cannot be downloaded here: ${error instanceof Error ? error.message : ''}`;
  }
}

interface PgBouncer {
  /** `host:port` */
  readonly address: string;
  /** How many connections to the server it has open. */
  readonly serverConnections: () => Promise<number>;
  readonly close: () => Promise<void>;
}

interface Options {
  /** Of any database on the server. */
  readonly databaseUrl: string;
  readonly serverConnections: number;
  /** What PgBouncer runs on each new server connection. */
  readonly connectQuery?: string;
}

/** Starts a real PgBouncer in transaction mode in front of a server. */
export async function startPgBouncer({
  databaseUrl,
  serverConnections,
  connectQuery,
}: Options): Promise<PgBouncer> {
  const { hostname, port: serverPort, username, password } = new URL(databaseUrl);
  const home = await mkdtemp(path.join(tmpdir(), 'curvewell-pgbouncer-'));
  const port = await freePort();
  const users = path.join(home, 'users');
  const settings = path.join(home, 'pgbouncer.ini');
  await writeFile(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`);
  const query = connectQuery === undefined ? '' : ` connect_query='${connectQuery.replaceAll("'", "''")}'`;
  await writeFile(
    settings,
    `[databases]
* = host=${hostname} port=${serverPort}${query}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
admin_users = ${decodeURIComponent(username)}
pool_mode = transaction
default_pool_size = ${serverConnections}
`,
  );
  if (isRoot) for (const file of [home, users, settings]) await chown(file, NOBODY, NOBODY);
  const child = spawn(PROGRAM, ['--quiet', settings], {
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
    cwd: home,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, LD_LIBRARY_PATH: LIBRARIES },
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await listening(port, child, () => output);
  return {
    address: `127.0.0.1:${port}`,
    serverConnections: async () => {
      const admin = new URL(databaseUrl);
      admin.host = `127.0.0.1:${port}`;
      admin.pathname = '/pgbouncer';
      const client = new pg.Client({ connectionString: admin.href });
      await client.connect();
      const { rows } = await client.query('SHOW SERVERS');
      await client.end();
      return rows.length;
    },
    close: async () => {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await rm(home, { recursive: true, force: true });
    },
  };
}
