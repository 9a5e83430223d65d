import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { openDatabase, type Db } from '../src/database/db.ts';
import { prepareDatabase } from '../src/upgrade/prepare-database.ts';
import { seedDemoPeople } from '../src/standalone/demo/index.ts';
import { startEmbeddedPostgres } from '../src/standalone/postgres.ts';
import { TEST_PASSWORD } from '../test/sign-in.ts';
import { startBenchIssuer } from './bench-issuer.ts';

const SERVER = fileURLToPath(new URL('../src/server.ts', import.meta.url));
const FIRST_PORT = Number(process.env['BENCH_PORT'] ?? 18_490);
const ADDRESS = `http://127.0.0.1:${FIRST_PORT}`;
const NAMES = ['api 1', 'api 2', 'api 3', 'worker 1', 'worker 2'] as const;
type Name = (typeof NAMES)[number];
const TECHNICIANS = 12;
const START_TIMEOUT_MS = 120_000;
/** Makes archiving slow, so that a job is running whenever a worker is killed. */
const SLOW_ARCHIVING = `
  CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.5); RETURN NEW; END $$;
  CREATE TRIGGER slow BEFORE UPDATE OF archived_at ON run FOR EACH ROW EXECUTE FUNCTION slow();`;

export interface Machines {
  /** The address of the load balancer. */
  readonly address: string;
  readonly db: Db;
  readonly tokenFor: (login: string) => Promise<string>;
  readonly kill: (name: Name) => Promise<void>;
  readonly start: (name: Name) => Promise<void>;
  /** As `pg_ctl restart -m fast` does. */
  readonly restartDatabase: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Null: nginx is not installed. */
export async function findNginx(): Promise<string | null> {
  const command = process.env['BENCH_NGINX'] ?? 'nginx';
  return promisify(execFile)(command, ['-v']).then(
    () => command,
    () => null,
  );
}

export async function startMachines(nginx: string): Promise<Machines> {
  const folder = await mkdtemp(path.join(tmpdir(), 'curvewell-machines-'));
  // The account of the database server must be able to traverse the folder.
  await chmod(folder, 0o711);
  const cluster = { dataDirectory: path.join(folder, 'postgres') };
  let postgres = await startEmbeddedPostgres(cluster);
  const databaseUrl = postgres.url;
  const db = openDatabase(databaseUrl);
  await prepareDatabase({
    databaseUrl,
    applicationUser: null,
    seed: () => seedDemoPeople(db, TEST_PASSWORD),
  });
  for (const statement of SLOW_ARCHIVING.split(/;\s*(?=CREATE TRIGGER)/))
    await db.$executeRawUnsafe(statement);
  await addTechnicians(db);
  const issuer = await startBenchIssuer();
  const proxy = await startNginx(nginx, folder);
  const processes = new Map<Name, ChildProcess>();

  const start = async (name: Name) => {
    const port = FIRST_PORT + 1 + NAMES.indexOf(name);
    const child = spawn(process.execPath, ['--no-deprecation', '--max-semi-space-size=8', SERVER], {
      env: {
        PATH: process.env['PATH'],
        MALLOC_ARENA_MAX: '2',
        CURVEWELL_ROLE: name.split(' ')[0],
        PORT: String(port),
        PUBLIC_URL: ADDRESS,
        DATABASE_URL: databaseUrl,
        DATABASE_POOL_SIZE: '12',
        MIGRATE_AT_START: 'false',
        SIGNING_KEY: Buffer.alloc(32, 1).toString('base64'),
        OIDC_URL: issuer.url,
        DATA_DIR: path.join(folder, name.replace(' ', '-')),
        TRUSTED_PROXIES: 'loopback',
        REQUESTS_PER_MINUTE: '0',
        LOG_LEVEL: 'fatal',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    processes.set(name, child);
    await ready(child, `http://127.0.0.1:${port}/health/ready`);
  };
  await Promise.all(NAMES.map(start));

  return {
    address: ADDRESS,
    db,
    start,
    tokenFor: (login) => issuer.tokenFor(db, login),
    kill: async (name) => {
      const child = processes.get(name);
      child?.kill('SIGKILL');
      if (child?.exitCode === null) await once(child, 'exit');
    },
    restartDatabase: async () => {
      await postgres.stop();
      postgres = await startEmbeddedPostgres(cluster);
      if (postgres.url !== databaseUrl) throw new Error('PostgreSQL restarted at another address');
    },
    close: async () => {
      await Promise.all([...processes.values(), proxy].map(stop));
      issuer.close();
      await db.$disconnect();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function addTechnicians(db: Db): Promise<void> {
  const { laboratoryId } = await db.appUser.findUniqueOrThrow({ where: { login: 'tech' } });
  await db.appUser.createMany({
    data: Array.from({ length: TECHNICIANS }, (_, number) => ({
      login: `tech-${number}`,
      firstname: 'Tech',
      lastname: `Number ${number}`,
      laboratoryId,
      email: `tech-${number}@example.org`,
      emailVerified: true,
    })),
  });
}

async function startNginx(nginx: string, folder: string): Promise<ChildProcess> {
  const home = path.join(folder, 'nginx');
  await mkdir(home);
  const servers = NAMES.flatMap((name, place) =>
    name.startsWith('api') ? [`server 127.0.0.1:${FIRST_PORT + 1 + place} max_fails=1 fail_timeout=2s;`] : [],
  );
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${home}/${kind};`,
  );
  await writeFile(
    path.join(home, 'nginx.conf'),
    `daemon off; pid ${home}/nginx.pid; error_log ${home}/error.log;
events { worker_connections 512; }
http {
  access_log off; ${temporary.join(' ')}
  upstream api { ${servers.join(' ')} keepalive 32; }
  server {
    listen 127.0.0.1:${FIRST_PORT};
    location / {
      proxy_pass http://api; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header Host $host; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_connect_timeout 2s; proxy_buffering off; client_max_body_size 64m;
    }
  }
}`,
  );
  return spawn(nginx, ['-c', path.join(home, 'nginx.conf'), '-p', home], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function ready(child: ChildProcess, address: string): Promise<void> {
  const until = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`${address} did not become ready`);
    const answer = await fetch(address).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok === true) return;
    await sleep(100);
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}
