import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { freePort } from '../../apps/api/test/free-port.ts';
import type { RealKeycloak } from '../../apps/api/test/keycloak-server.ts';
import { DEMO_PASSWORD } from './demo-users.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const START_TIMEOUT_MS = 180_000;
const POLL_MS = 100;
/** The environment variable with the folder of `prepareData`. */
const PREPARED = 'E2E_PREPARED_DATA';

export interface Product {
  readonly address: string;
  /** The identity provider, if not the embedded one. */
  readonly keycloak?: RealKeycloak;
  /** Pauses its database. @returns a function that resumes it */
  readonly pauseDatabase: () => () => void;
  /** Restarts it on the same data with additional settings. */
  readonly restart: (settings: NodeJS.ProcessEnv) => Promise<void>;
  /** Ends it and leaves its data. */
  readonly end: () => Promise<void>;
  /** Ends it and removes its data. */
  readonly stop: () => Promise<void>;
}

/**
 * Fills a database once, which every product that starts later copies: four at the same time would each need half a
 * minute for it.
 *
 * @returns a function that removes it
 */
export async function prepareData(): Promise<() => void> {
  const data = dataFolder();
  const product = await startProduct({ data });
  await product.end();
  process.env[PREPARED] = data;
  return () => {
    rmSync(data, { recursive: true, force: true });
  };
}

/** Starts the built product with its own database and waits until it is ready. */
export async function startProduct({ host = 'localhost', data = copyOfPrepared() } = {}): Promise<Product> {
  const port = await freePort();
  const start = async (settings: NodeJS.ProcessEnv = {}) => {
    const server = spawn(path.join(ROOT, 'node_modules/.bin/node'), ['apps/api/src/standalone/main.ts'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PORT: String(port),
        PUBLIC_URL: `http://${host}:${port}`,
        DATA_DIR: data,
        DEMO_PASSWORD,
        DEMO_HISTORY: 'false',
        RUN_FILE_DOWNLOAD: 'true',
        STOP_WITH_PARENT: '1',
        ...settings,
      },
    });
    const log = recentOutput(server);
    await ready(server, `http://localhost:${port}/health/ready`).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${log()}`, { cause: error });
    });
    return server;
  };
  let server = await start();
  return {
    address: `http://${host}:${port}`,
    pauseDatabase: () => pauseDatabase(path.join(data, 'postgres')),
    restart: async (settings) => {
      await ended(server);
      server = await start(settings);
    },
    end: () => ended(server),
    stop: async () => {
      await ended(server);
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Keeps the last output, because the test runner discards the output of its workers' children. */
function recentOutput(server: ChildProcess): () => string {
  let log = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-4_000);
    });
  }
  return () => log;
}

/** Pauses the database server and all its child processes, found through Linux's /proc. */
function pauseDatabase(dataDirectory: string): () => void {
  const [first = ''] = readFileSync(path.join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n');
  // The server first: while paused it forks no new children.
  process.kill(Number(first), 'SIGSTOP');
  const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim().split(' ');
  const paused = [first, ...children].map(Number).filter((pid) => signalled(pid, 'SIGSTOP'));
  return () => {
    for (const pid of paused) signalled(pid, 'SIGCONT');
  };
}

/** Sends a signal. @returns false if the process has ended, as database workers do */
function signalled(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

async function ready(server: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (server.exitCode !== null || server.signalCode !== null)
      throw new Error(`The product ended with ${server.exitCode ?? server.signalCode} while it started.`);
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`The product was not ready after ${START_TIMEOUT_MS / 1000} s.`);
}

function ended(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null) {
      resolve();
      return;
    }
    server.once('exit', () => {
      resolve();
    });
    server.kill('SIGTERM');
  });
}

/** A folder with a copy of the prepared data, if there is one. */
function copyOfPrepared(): string {
  const folder = dataFolder();
  const prepared = process.env[PREPARED];
  // Files of the database keep their owner.
  if (prepared !== undefined) execFileSync('cp', ['-a', `${prepared}/.`, folder]);
  return folder;
}

function dataFolder(): string {
  const parent = process.env['E2E_DATA'] ?? tmpdir();
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(path.join(parent, 'curvewell-e2e-'));
  // The database server runs as another user and must be able to enter both directories.
  if (process.env['E2E_DATA'] !== undefined) chmodSync(parent, 0o711);
  chmodSync(folder, 0o711);
  return folder;
}
