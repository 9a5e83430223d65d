import { execFile } from 'node:child_process';
import { chmod, chown, copyFile, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { startEmbeddedPostgres } from '../src/standalone/postgres.ts';

const run = promisify(execFile);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'curvewell-archive-'));
  // The database server's account must traverse it and write into the archive.
  await chmod(folder, 0o711);
  await mkdir(path.join(folder, 'archive'));
  await chmod(path.join(folder, 'archive'), 0o777);
});
afterAll(() => rm(folder, { recursive: true }));

async function connected<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** Copies a running cluster as pg_basebackup does. */
async function copyCluster(client: pg.Client, from: string, to: string): Promise<void> {
  await client.query(`SELECT pg_backup_start('copy', true)`);
  await run('cp', ['-a', from, to]);
  const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
  await rm(path.join(to, 'postmaster.pid'), { force: true });
  await writeInto(to, 'backup_label', rows[0]?.labelfile ?? '');
  await copyFile(`${from}.json`, `${to}.json`);
}

/** As the server's account. */
async function writeInto(cluster: string, name: string, text: string): Promise<void> {
  const file = path.join(cluster, name);
  await writeFile(file, text);
  const { uid, gid } = await stat(cluster);
  await chown(file, uid, gid);
}

it('OPS-206 a cluster with an archived log can be restored to any time', async () => {
  const archive = path.join(folder, 'archive');
  const live = path.join(folder, 'live');
  const restored = path.join(folder, 'restored');
  const server = await startEmbeddedPostgres({
    dataDirectory: live,
    settings: ['archive_mode=on', `archive_command=test ! -f ${archive}/%f && cp %p ${archive}/%f`],
  });
  const moment = await connected(server.url, async (client) => {
    await client.query('CREATE TABLE note (text text)');
    await copyCluster(client, live, restored);
    await client.query(`INSERT INTO note VALUES ('wanted')`);
    const { rows } = await client.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
    await client.query(`SELECT pg_sleep(0.01); INSERT INTO note VALUES ('a mistake')`);
    await client.query('SELECT pg_switch_wal()');
    return rows[0]?.now ?? '';
  });
  // It archives the rest when it stops.
  await server.stop();

  await writeInto(restored, 'recovery.signal', '');
  const back = await startEmbeddedPostgres({
    dataDirectory: restored,
    settings: [
      `restore_command=cp ${archive}/%f %p`,
      `recovery_target_time=${moment}`,
      'recovery_target_action=promote',
    ],
  });
  const notes = await connected(back.url, (client) => client.query('SELECT text FROM note'));
  expect(notes.rows).toEqual([{ text: 'wanted' }]);
  await back.stop();
}, 120_000);
