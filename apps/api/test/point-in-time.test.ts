import { execFile } from 'node:child_process';
import { open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

import type { Run } from '@curvewell/domain';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { checkRestored } from '../src/backup/check-restored.ts';
import { readRestoredCopy } from '../src/backup/installation.ts';
import { readOriginal } from '../src/blobs/originals.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import {
  archivedAll,
  ask,
  BACKUP_SCRIPT,
  momentOf,
  postgresTools,
  startBackedUp,
  type BackedUpCluster,
} from './database-backup.ts';
import { fillDatabase } from './database-server.ts';
import { approvedRun, cfxFile, importFiles } from './run-factory.ts';
import { createTestIssuer } from './sign-in.ts';
import { deleteWithoutEntry } from './without-rules.ts';

const execute = promisify(execFile);

/** Copies a running cluster as pg_basebackup does, which the embedded PostgreSQL lacks. */
async function copyCluster({ folder, url, write }: BackedUpCluster): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`SELECT pg_backup_start('copy', true)`);
  await execute('cp', ['-a', path.join(folder, 'live'), path.join(folder, 'restored')]);
  const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
  await client.end();
  await rm(path.join(folder, 'restored/postmaster.pid'), { force: true });
  await write('restored/backup_label', rows[0]?.labelfile ?? '');
}

it('OPS-206 PostgreSQL restores any time from what the script archived', async () => {
  const cluster = await startBackedUp(null);
  await ask(cluster.url, 'CREATE TABLE note (text text)');
  await copyCluster(cluster);
  await ask(cluster.url, `INSERT INTO note VALUES ('wanted')`);
  const moment = await momentOf(cluster.url);
  await ask(cluster.url, `INSERT INTO note VALUES ('a mistake')`);
  // It archives the rest when it stops.
  await cluster.stop();

  const { folder, write } = cluster;
  await write('restored/recovery.signal', '');
  await write(
    'restored/postgresql.auto.conf',
    `restore_command = 'DATABASE_BACKUPS=''${folder}/backups'' sh ''${BACKUP_SCRIPT}'' fetch %f %p'
     recovery_target_time = '${moment}'
     recovery_target_action = promote
     archive_mode = off`,
  );
  const back = await cluster.start('restored');
  expect(await ask(back.url, 'SELECT text FROM note')).toEqual([{ text: 'wanted' }]);
  await back.stop();
  await rm(folder, { recursive: true });
}, 120_000);

const tools = postgresTools();
if (tools === null)
  process.stderr.write(
    'Physical backups are skipped: PG_TOOLS names no folder with the programs of PostgreSQL 18.\n',
  );

describe.skipIf(tools === null)(
  'with the programs of PostgreSQL (skipped unless PG_TOOLS names them)',
  () => {
    let cluster: BackedUpCluster;
    let test: TestApp;
    let wanted: Run;
    let moment: string;
    const sent: { name: string; bytes: Uint8Array }[] = [];

    const made = async (kind: string, environment: NodeJS.ProcessEnv = {}) => {
      const { code, output } = await cluster.script([kind], environment);
      expect(code, output).toBe(0);
      return /^\S+\.(?:full|increment)/m.exec(output)?.[0] ?? '';
    };
    const restored = (name: string, ...args: string[]) =>
      cluster.script(['restore', ...args], { PGDATA: path.join(cluster.folder, name) });
    const importedFile = async (seed: number) => {
      const file = await cfxFile({ seed });
      sent.push(file);
      return (await importFiles(test, { files: [file] })).json<Run>();
    };

    beforeAll(async () => {
      cluster = await startBackedUp(tools);
      await fillDatabase(cluster.url);
      const issuer = await createTestIssuer();
      test = await createTestApp({ beside: { databaseUrl: cluster.url, issuer } });
      await made('full');
      await approvedRun(test, { seed: 526 });
      await made('increment');
      // Only in the log.
      wanted = await importedFile(527);
      await approvedRun(test, { seed: 528 });
      moment = await momentOf(cluster.url);
      await deleteWithoutEntry(test.db, [wanted.id]);
      await archivedAll(cluster.url);
    });
    afterAll(async () => {
      await test.close();
      await cluster.stop();
      await rm(cluster.folder, { recursive: true });
    });

    it('OPS-526 full backup, increment and log give the database of a moment before a mistake', async () => {
      const { code, output } = await restored('back', '--time', moment);
      expect(code, output).toBe(0);
      expect(output).toMatch(/verifying \S+\.full\nverifying \S+\.increment\n/);

      const back = await cluster.start('back');
      const copy = await createTestApp({ beside: { databaseUrl: back.url, issuer: test.issuer } });
      expect(await test.db.run.count({ where: { id: wanted.id } })).toBe(0);
      const file = await copy.db.runFile.findFirstOrThrow({ where: { runId: wanted.id } });
      expect(
        Buffer.from(await readOriginal(copy.db, file.id)).equals(sent[0]?.bytes ?? new Uint8Array()),
      ).toBe(true);
      // Chains, signatures and originals, as the product verifies its own backups.
      expect(await checkRestored(back.url)).toEqual([
        expect.stringMatching(/^3 runs; 3 original files/),
        expect.stringMatching(/^\d+ audit trails with \d+ entries, intact$/),
        expect.stringMatching(/^2 /),
      ]);
      // It sends nothing until it is confirmed.
      const { madeAt } = (await readRestoredCopy(copy.db)) ?? {};
      expect(madeAt?.getTime()).toBeLessThanOrEqual(Date.parse(moment));
      await copy.close();
      await back.stop();

      const before = await readdir(path.join(cluster.folder, 'back'));
      const again = await restored('back');
      expect(again).toMatchObject({ code: 1, output: expect.stringContaining('is not empty') as string });
      expect(await readdir(path.join(cluster.folder, 'back'))).toEqual(before);
    }, 120_000);

    it('OPS-526 a restore without a time contains everything that was archived', async () => {
      const { code, output } = await restored('whole');
      expect(code, output).toBe(0);
      const back = await cluster.start('whole');
      const ids = await ask<{ id: string }>(back.url, 'SELECT id FROM run');
      expect(ids).toHaveLength(2);
      expect(ids.map(({ id }) => id)).not.toContain(wanted.id);
      await back.stop();
    }, 120_000);

    it('OPS-527 a restore beyond the end of the archive is refused with that reason and leaves nothing behind', async () => {
      const { code, output } = await restored('beyond', '--time', '2100-01-01 00:00Z');
      expect(code).toBe(1);
      expect(output).toContain('the archive ends before 2100-01-01');
      expect(await readdir(path.join(cluster.folder, 'beyond'))).toEqual([]);
    }, 120_000);

    it('OPS-527 a restore from a damaged backup is refused', async () => {
      const bases = path.join(cluster.folder, 'backups/base');
      const [full = ''] = (await readdir(bases)).filter((name) => name.endsWith('.full'));
      const file = path.join(bases, full, 'global/pg_control');
      const change = async () => {
        const handle = await open(file, 'r+');
        const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, 100);
        await handle.write(Buffer.from([(buffer[0] ?? 0) ^ 0xff]), 0, 1, 100);
        await handle.close();
      };
      await change();
      const { code, output } = await restored('damaged');
      await change();
      expect(code).toBe(1);
      expect(output).toContain('pg_control');
      await expect(readdir(path.join(cluster.folder, 'damaged'))).rejects.toThrow('ENOENT');
    });

    it('OPS-528 the oldest backups are removed as a whole, with the log that no other needs', async () => {
      const former = (await cluster.script(['list'])).output.trim().split('\n');
      const newest = await made('full', { DATABASE_BACKUPS_KEEP: '1' });
      expect(former).toEqual([expect.stringMatching(/\.full$/), expect.stringMatching(/\.increment$/)]);
      expect((await cluster.script(['list'])).output.trim()).toBe(newest);
      expect((await cluster.script(['check'])).output.trim()).toBe(`newest backup: ${newest}`);
      const { code, output } = await restored('newest');
      expect(code, output).toBe(0);
      const log = await readdir(path.join(cluster.folder, 'backups/wal'));
      expect(log).not.toContain('000000010000000000000001.gz');
      const [row] = await ask<{ at: Date | null }>(
        cluster.url,
        'SELECT last_backup_at AS at FROM installation',
      );
      expect(row?.at).toBeInstanceOf(Date);
    }, 120_000);

    it('OPS-528 a check finds an archive that fails', async () => {
      const wal = path.join(cluster.folder, 'backups/wal');
      await rename(wal, `${wal}.kept`);
      await writeFile(wal, 'not a folder');
      const failing = async () => {
        await ask(
          cluster.url,
          `SELECT pg_switch_wal() FROM (SELECT pg_logical_emit_message(false, 'x', 'y')) one`,
        );
        return (await cluster.script(['check'])).output;
      };
      await expect.poll(failing).toMatch(/the archive fails: 0000/);
      await rm(wal);
      await rename(`${wal}.kept`, wal);
    });
  },
);
