import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, copyFile, mkdir, mkdtemp, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import pg from 'pg';
import { vi } from 'vitest';

import { startEmbeddedPostgres } from '../src/standalone/postgres.ts';
import { postgresAccount } from '../src/standalone/postgres-account.ts';

/** The script that docker-compose.yml runs. */
export const BACKUP_SCRIPT = fileURLToPath(
  new URL('../../../.github/docker/database-backup.sh', import.meta.url),
);
/** The major version of the embedded server. */
const SERVER_MAJOR = 18;

/**
 * The folder with the programs of PostgreSQL 18: that of `PG_TOOLS`, or one of `PATH`. Null: this machine has none.
 * The embedded server comes without them.
 */
export function postgresTools(): string | null {
  const folders = [process.env['PG_TOOLS'] ?? '', ...(process.env['PATH'] ?? '').split(path.delimiter)];
  return folders.find((folder) => folder !== '' && isOfServer(path.join(folder, 'pg_combinebackup'))) ?? null;
}

const isOfServer = (program: string) =>
  existsSync(program) &&
  execFileSync(program, ['--version'], { encoding: 'utf8' }).includes(`PostgreSQL) ${SERVER_MAJOR}.`);

export interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** Runs a program to its end. */
export function ended(
  file: string,
  args: readonly string[],
  options: { readonly env: NodeJS.ProcessEnv; readonly uid?: number; readonly gid?: number },
): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(file, args, { ...options, encoding: 'utf8' }, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code ?? -1);
      resolve({ code, output: stdout + stderr });
    });
  });
}

export interface BackedUpCluster {
  readonly folder: string;
  readonly url: string;
  readonly stop: () => Promise<void>;
  /** Runs the script as the account of the server. */
  readonly script: (args: readonly string[], environment?: NodeJS.ProcessEnv) => Promise<Outcome>;
  /** Starts a server on a restored folder. */
  readonly start: (name: string) => ReturnType<typeof startEmbeddedPostgres>;
  /** Writes a file into the folder as the account of the server. */
  readonly write: (name: string, text: string) => Promise<void>;
}

/** A server that archives its log by the script. @param tools the folder of PostgreSQL's programs */
export async function startBackedUp(tools: string | null): Promise<BackedUpCluster> {
  const folder = await mkdtemp(path.join(tmpdir(), 'curvewell-archive-'));
  // The account of the server must traverse it.
  await chmod(folder, 0o711);
  const backups = path.join(folder, 'backups');
  await mkdir(backups);
  const account = await postgresAccount([folder, BACKUP_SCRIPT, tools ?? folder]);
  for (const one of [folder, backups]) await account.own(one);
  const settings = [
    'archive_mode=on',
    'summarize_wal=on',
    `archive_command=DATABASE_BACKUPS='${backups}' sh '${BACKUP_SCRIPT}' archive %p %f`,
  ];
  const live = path.join(folder, 'live');
  const server = await startEmbeddedPostgres({ dataDirectory: live, settings });
  const { username, password, port } = new URL(server.url);
  const environment = {
    PATH: [tools, process.env['PATH']].filter(Boolean).join(path.delimiter),
    DATABASE_BACKUPS: backups,
    PGHOST: '127.0.0.1',
    PGPORT: port,
    PGUSER: username,
    PGPASSWORD: password,
  };
  return {
    folder,
    url: server.url,
    stop: () => server.stop(),
    script: (args, more = {}) => {
      const [file = 'sh', ...rest] = [...account.prefix, 'sh', BACKUP_SCRIPT, ...args];
      return ended(file, rest, { env: { ...environment, ...more }, ...account.ids });
    },
    start: async (name) => {
      // Port and password of the embedded server are beside its folder.
      await copyFile(`${live}.json`, path.join(folder, `${name}.json`));
      return startEmbeddedPostgres({ dataDirectory: path.join(folder, name) });
    },
    write: async (name, text) => {
      const file = path.join(folder, name);
      await writeFile(file, text);
      const { uid, gid } = await stat(live);
      await chown(file, uid, gid);
    },
  };
}

/** Rows of one statement. */
export async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The time of the server, with changes of other times before and after it. */
export async function momentOf(url: string): Promise<string> {
  const [row] = await ask<{ now: string }>(
    url,
    `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US+00') AS now, pg_sleep(0.01)`,
  );
  if (row === undefined) throw new Error('the server has a clock');
  return row.now;
}

/** Waits until all that was written so far is in the archive. */
export async function archivedAll(url: string): Promise<void> {
  const [row] = await ask<{ name: string }>(url, 'SELECT pg_walfile_name(pg_switch_wal()) AS name');
  await vi.waitFor(
    async () => {
      const [done] = await ask<{ name: string }>(
        url,
        'SELECT last_archived_wal AS name FROM pg_stat_archiver',
      );
      if (row === undefined || done === undefined || done.name < row.name)
        throw new Error('not yet archived');
    },
    { timeout: 60_000, interval: 200 },
  );
}
