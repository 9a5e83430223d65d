import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { openDatabase, type Db } from '../src/database/db.ts';
import { openJobs, type Jobs } from '../src/jobs/jobs.ts';
import { prepareDatabase } from '../src/upgrade/prepare-database.ts';
import { seedDemoPeople } from '../src/standalone/demo/index.ts';
import { startEmbeddedPostgres } from '../src/standalone/postgres.ts';
import { TEST_PASSWORD } from '../test/sign-in.ts';
import { TEST_KEY } from '../test/create-test-app.ts';
import { startFtpServer, type FtpServer } from '../test/file-server.ts';
import { startBenchIssuer } from './bench-issuer.ts';
import { openSmallDisk, type SmallDisk } from './small-disk.ts';

const CLOCK = fileURLToPath(new URL('shifted-clock.ts', import.meta.url));
const SERVER = fileURLToPath(new URL('../src/server.ts', import.meta.url));
/** Node's compile cache, shared by all processes, because their start is not tested here. */
const COMPILED = fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url));
const FIRST_PORT = Number(process.env['BENCH_PORT'] ?? 18_590);
export type ProcessName = 'api' | 'worker';
const READY_TIMEOUT_MS = 120_000;
/** Few connections, so that a fault can use them up. */
const SETTINGS = ['max_connections=60', 'shared_buffers=64MB', 'max_wal_size=96MB'];
/** The key of this process, whose clock is not shifted. */
export const SIGNING_KEY = Buffer.alloc(32, 1).toString('base64');

export interface FaultsProduct {
  readonly address: string;
  readonly databaseUrl: string;
  readonly db: Db;
  readonly tokenFor: (login: string) => Promise<string>;
  readonly kill: (name: ProcessName) => Promise<void>;
  readonly start: (name: ProcessName) => Promise<void>;
  /**
   * Sends a signal to the main process of PostgreSQL and waits until it has ended. SIGINT is a fast shutdown,
   * SIGQUIT an immediate one.
   */
  readonly endDatabase: (signal: NodeJS.Signals) => Promise<void>;
  readonly startDatabase: () => Promise<void>;
  /** Sends a signal to all processes of PostgreSQL. */
  readonly signalDatabase: (signal: NodeJS.Signals) => void;
  /** The disk of PostgreSQL; null: this machine does not allow a small one. */
  readonly disk: SmallDisk | null;
  /** Whether PostgreSQL runs; it may have stopped by itself. */
  readonly isDatabaseUp: () => boolean;
  /** The output of processes that stopped unexpectedly. */
  readonly endings: readonly string[];
  /** Shifts the clocks of both processes forward or back. */
  readonly shiftClocks: (byMs: number) => void;
  /** Receives the files of approved runs. */
  readonly fileServer: FtpServer;
  readonly jobs: Jobs;
  /** Waits until both processes report that they are ready. */
  readonly ready: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** One API process and one worker, on a PostgreSQL that writes to disk; each lane has its own. */
export async function startFaultsProduct(lane: number): Promise<FaultsProduct> {
  const ports = { api: FIRST_PORT + 2 * lane, worker: FIRST_PORT + 2 * lane + 1 } as const;
  const folder = await mkdtemp(path.join(tmpdir(), 'curvewell-faults-'));
  // The account of the database server must be able to traverse the folder.
  await chmod(folder, 0o711);
  const disk = openSmallDisk(path.join(folder, 'disk'));
  const dataDirectory = path.join(disk?.folder ?? folder, 'postgres');
  let postgres = await startEmbeddedPostgres({ dataDirectory, settings: SETTINGS });
  let isUp = true;
  const watch = () => {
    isUp = true;
    const watched = postgres;
    void watched.ended.then(() => {
      if (watched === postgres) isUp = false;
    });
  };
  watch();
  const databaseUrl = postgres.url;
  const db = openDatabase(databaseUrl, { poolSize: 2 });
  await prepareDatabase({
    databaseUrl,
    applicationUser: null,
    seed: () => seedDemoPeople(db, TEST_PASSWORD),
  });
  const issuer = await startBenchIssuer();
  const address = `http://127.0.0.1:${ports.api}`;
  const processes = new Map<ProcessName, ChildProcess>();
  const endings: string[] = [];

  const fileServer = await startFtpServer();
  const jobs = openJobs({ databaseUrl, isWorker: false, onError: () => undefined });
  let shiftMs = 0;
  const start = async (name: ProcessName) => {
    const child = spawn(process.execPath, ['--no-deprecation', '--import', CLOCK, SERVER], {
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: COMPILED,
        CURVEWELL_ROLE: name,
        PORT: String(ports[name]),
        SIGNING_KEY,
        SECRETS_KEY: TEST_KEY,
        FILE_SERVER_NETWORKS: 'loopback',
        PUBLIC_URL: address,
        OIDC_URL: issuer.url,
        DATA_DIR: path.join(folder, name),
        DATABASE_URL: databaseUrl,
        DATABASE_POOL_SIZE: '8',
        MIGRATE_AT_START: 'false',
        REQUESTS_PER_MINUTE: '0',
        LOG_LEVEL: 'fatal',
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    let last = '';
    child.stdout?.on('data', (text: Buffer) => (last = text.toString()));
    child.once('close', (code) => {
      if (code !== null && code > 0) endings.push(`the ${name} stopped unexpectedly with ${code}: ${last}`);
    });
    child.send(shiftMs);
    processes.set(name, child);
    await ready(name, ports[name], child);
  };
  const first = () => Number(readFileSync(path.join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n')[0]);
  await Promise.all([start('api'), start('worker')]);

  return {
    address,
    databaseUrl,
    db,
    start,
    disk,
    fileServer,
    jobs,
    endings,
    isDatabaseUp: () => isUp,
    shiftClocks: (byMs) => {
      shiftMs = byMs;
      for (const child of processes.values()) child.send(byMs);
    },
    tokenFor: (login) => issuer.tokenFor(db, login),
    kill: (name) => end(processes.get(name), 'SIGKILL'),
    endDatabase: async (signal) => {
      process.kill(first(), signal);
      await postgres.ended;
    },
    startDatabase: async () => {
      postgres = await startEmbeddedPostgres({ dataDirectory, settings: SETTINGS });
      watch();
      if (postgres.url !== databaseUrl) throw new Error('PostgreSQL restarted at another address');
    },
    signalDatabase: (signal) => {
      const pid = first();
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
      for (const one of [pid, ...children.map(Number)])
        try {
          process.kill(one, signal);
        } catch {
          // It has ended meanwhile.
        }
    },
    ready: async () => {
      await Promise.all([...processes].map(([name, child]) => ready(name, ports[name], child)));
    },
    close: async () => {
      await Promise.all([...processes.values()].map((child) => end(child, 'SIGTERM')));
      issuer.close();
      await jobs.stop();
      await fileServer.close();
      await db.$disconnect();
      await postgres.stop();
      disk?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function ready(name: ProcessName, port: number, child: ChildProcess): Promise<void> {
  const until = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the ${name} ended with ${child.exitCode}`);
    if (Date.now() > until) throw new Error(`the ${name} is not ready after ${READY_TIMEOUT_MS / 1000} s`);
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok === true) return;
    await sleep(50);
  }
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}
