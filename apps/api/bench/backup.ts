/**
 * `PG_TOOLS=… pnpm bench:backup 500`: how long backups take, and how large they are. Fills a database with that number
 * of interpreted runs of 384 wells, then makes a copy of its folder by `cp`, a full physical backup, an increment after
 * one run in a hundred was added, and the product's own file; restores the file, and prints seconds, megabytes and
 * MB/s. PG_TOOLS names the folder with the programs of PostgreSQL 18; without it only the file is measured.
 */
import { execFile } from 'node:child_process';
import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import pg from 'pg';

import { runBackup, runRestore } from '../src/commands/backup-command.ts';
import { openDatabase } from '../src/database/db.ts';
import { ask, postgresTools, startBackedUp } from '../test/database-backup.ts';
import { fillDatabase } from '../test/database-server.ts';
import { copyRunRows } from './copy-run-rows.ts';
import { makeRun } from './bench-database.ts';
import { print } from './table.ts';

const RUNS = Number(process.argv[2] ?? 500);
const execute = promisify(execFile);

const tools = postgresTools();
const cluster = await startBackedUp(tools);
const { folder, url } = cluster;
try {
  await fillDatabase(url);
  const db = openDatabase(url);
  const { id: runId } = await makeRun(db, { folder, plateType: 'RECTANGULAR_384', isInterpreted: true });
  await db.$disconnect();
  await addRuns(runId, { from: 1, count: RUNS - 1 });
  // As in a database that was filled over years: the pages of former days stay as they are.
  await ask(url, 'VACUUM (FREEZE, ANALYZE)');
  await ask(url, 'CHECKPOINT');
  if (tools !== null) await physical(runId);
  await ownFile();
} finally {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
}

async function addRuns(runId: string, which: { readonly from: number; readonly count: number }) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await copyRunRows(client, { runId, ...which });
  } finally {
    await client.end();
  }
}

async function physical(runId: string): Promise<void> {
  const live = path.join(folder, 'live');
  const size = await kilobytes(live);
  const copy = `cp -a '${live}' '${live}-copy' && sync -f '${live}-copy'`;
  report('cp of the data directory, to disk', await timed(() => execute('sh', ['-c', copy])), size);
  await rm(`${live}-copy`, { recursive: true });
  report('full physical backup, verified', await timed(() => made('full')), await newest());
  await addRuns(runId, { from: RUNS, count: Math.ceil(RUNS / 100) });
  report('increment after 1 % more runs, verified', await timed(() => made('increment')), await newest());
}

async function made(kind: string): Promise<void> {
  const { code, output } = await cluster.script([kind]);
  if (code !== 0) throw new Error(output);
}

/** The size of the newest backup, in kB. */
async function newest(): Promise<number> {
  const { output } = await cluster.script(['list']);
  return kilobytes(path.join(folder, 'backups/base', output.trim().split('\n').at(-1) ?? ''));
}

async function ownFile(): Promise<void> {
  const to = path.join(folder, 'files');
  await mkdir(to);
  const config = {
    databaseApplicationUser: null,
    backup: { folder: to, recipient: null, keep: { days: 1, weeks: 0, months: 0 } },
  };
  const [row] = await ask<{ kb: number }>(
    url,
    'SELECT (pg_database_size(current_database()) / 1024)::int AS kb',
  );
  const size = row?.kb ?? 0;
  let file = '';
  const before = process.cpuUsage();
  const seconds = await timed(async () => {
    file = (await runBackup(['--to', to], { databaseUrl: url, config })).split('\n')[0] ?? '';
  });
  const { user, system } = process.cpuUsage(before);
  report('own file, MB of the database', seconds, size);
  print(
    `  file ${((await stat(file)).size / 1e6).toFixed(0)} MB; ${((user + system) / 1e6).toFixed(1)} s of this process`,
  );
  const other = url.replace(/[^/]+$/, 'restored');
  report(
    'own file restored and verified',
    await timed(() => runRestore([file], { databaseUrl: other, config })),
    size,
  );
}

async function kilobytes(folderOf: string): Promise<number> {
  const { stdout } = await execute('du', ['-sk', folderOf]);
  return Number(stdout.split('\t')[0]);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
}

function report(what: string, seconds: number, kb: number): void {
  const megabytes = (kb * 1024) / 1e6;
  print(
    `${what}: ${megabytes.toFixed(0)} MB in ${seconds.toFixed(1)} s, ${(megabytes / seconds).toFixed(0)} MB/s`,
  );
}
