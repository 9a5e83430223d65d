import { once } from 'node:events';
import { copyFile, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../test/create-test-app.ts';
import { IS_NIGHT } from '../../test/often.ts';
import { createEmptyDatabase } from '../../test/database.ts';
import { decide, interpretedRun, submit } from '../../test/run-factory.ts';
import { itOnPlainTables } from '../../test/partitions/is-partitioned.ts';
import { makeBackupKey, runBackup, runRestore } from '../commands/backup-command.ts';
import { migrationNames } from '../upgrade/migrations.ts';
import { largeForBackupFile, sizeWarning } from './backup-size.ts';
import { makeBackup } from './make-backup.ts';
import { openBackup, type Backup } from './read-backup.ts';
import { backupStream } from './write-backup.ts';

let test: TestApp;
let folder: string;
/** A backup of a database with an approved run. */
let file: string;

beforeAll(async () => {
  test = await createTestApp();
  folder = await mkdtemp(path.join(tmpdir(), 'curvewell-backup-'));
  const { id } = await interpretedRun(test);
  await submit(test, id);
  await decide(test, id);
  file = await backUp();
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

const config = {
  databaseApplicationUser: null,
  backup: { folder: '', recipient: null, keep: { days: 100, weeks: 0, months: 0 } },
};

async function backUp(...options: string[]): Promise<string> {
  const to = await mkdtemp(path.join(folder, 'backups-'));
  const output = await runBackup(['--to', to, ...options], { databaseUrl: test.databaseUrl, config });
  return output.split('\n')[0] ?? '';
}

/** A server whose database is lost, so that the restore must create it. */
async function lostDatabase() {
  const database = await createEmptyDatabase();
  await database.drop();
  const restore = (...commandLine: string[]) =>
    runRestore(commandLine, { databaseUrl: database.url, config });
  return { url: database.url, restore };
}

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

const inServer = (sql: string) => ask(test.databaseUrl.replace(/[^/]+$/, 'postgres'), sql);
const nameOf = (url: string) => url.replace(/.*\//, '');
const drop = (url: string) => inServer(`DROP DATABASE IF EXISTS "${nameOf(url)}" WITH (FORCE)`);

describe('OPS-200 a backup', () => {
  it('restores every row after the database was lost', async () => {
    const { url, restore } = await lostDatabase();
    expect(await restore(file)).toMatch(
      /^Restored the product as it was at 20.*\n {2}checked: 1 runs; 1 original files/,
    );

    const again = await mkdtemp(path.join(folder, 'again-'));
    const second = (await runBackup(['--to', again], { databaseUrl: url, config })).split('\n')[0] ?? '';
    const [before, after] = await Promise.all([file, second].map((one) => openBackup(one, null)));
    expect(after?.manifest.tables).toEqual(before?.manifest.tables);
    expect(after?.manifest.sequences).toEqual(before?.manifest.sequences);
    expect(after?.manifest.tables.find(({ name }) => name === 'run')?.rows).toBe(1);
    await Promise.all([before?.close(), after?.close()]);
    await drop(url);
  });

  // A restored database has no partitions, each of which has rules of its own.
  itOnPlainTables('restores the rules that protect the rows', async () => {
    const { url, restore } = await lostDatabase();
    await restore(file);
    const rules = `SELECT count(*) FILTER (WHERE contype = 'f')::int AS keys, (SELECT count(*)::int FROM pg_trigger
      WHERE NOT tgisinternal AND tgenabled = 'O') AS triggers FROM pg_constraint WHERE connamespace = 'public'::regnamespace`;
    expect(await ask(url, rules)).toEqual(await ask(test.databaseUrl, rules));
    const unchecked = `SELECT conname FROM pg_constraint WHERE contype = 'f' AND NOT convalidated`;
    expect(await ask(url, unchecked)).toEqual([]);
    await expect(ask(url, 'DELETE FROM audit_event')).rejects.toThrow();
    await drop(url);
  });

  it.runIf(IS_NIGHT)('keeps the replaced database, and is not restored while users work', async () => {
    const { url, restore } = await lostDatabase();
    await restore(file);
    const name = nameOf(url);
    const worker = new pg.Client({ connectionString: url });
    await worker.connect();
    await expect(restore(file)).rejects.toThrow(`Stop the product first: 1 connections use “${name}”.`);
    await worker.end();

    const former = /kept as “(.+)”/.exec(await restore(file))?.[1] ?? '';
    expect(await ask(url.replace(name, former), 'SELECT count(*)::int AS runs FROM run')).toEqual([
      { runs: 1 },
    ]);
    await drop(url);
    await drop(former);
  });

  it('describes its content and has its hash beside it', async () => {
    const backup = await openBackup(file, null);
    expect(backup.manifest.migrations).toEqual(await migrationNames());
    await backup.close();
    expect(await readdir(path.dirname(file))).toEqual([path.basename(file), `${path.basename(file)}.sha256`]);
  });
});

describe('OPS-202 an altered backup', () => {
  const copied = async () => {
    const copy = path.join(await mkdtemp(path.join(folder, 'copy-')), path.basename(file));
    await copyFile(file, copy);
    return copy;
  };
  const expectNothingLeft = async (url: string) => {
    expect(await inServer(`SELECT datname FROM pg_database WHERE datname = '${nameOf(url)}'`)).toEqual([]);
  };

  it('is refused because of its hash', async () => {
    const copy = await copied();
    await writeFile(`${copy}.sha256`, `${'0'.repeat(64)}  ${path.basename(copy)}\n`);
    const { url, restore } = await lostDatabase();
    await expect(restore(copy)).rejects.toThrow(/was altered: its SHA-256 is [0-9a-f]{64}/);
    await expectNothingLeft(url);
  });

  it.runIf(IS_NIGHT).each([
    ['cut off', async (copy: string) => writeFile(copy, (await readFile(copy)).subarray(0, -1000))],
    ['changed in its middle', (copy: string) => changeByte(copy)],
    ['something else', (copy: string) => writeFile(copy, 'not a backup')],
  ])('is refused when it is %s', async (_how, damage) => {
    const copy = await copied();
    await damage(copy);
    const { url, restore } = await lostDatabase();
    await expect(restore(copy)).rejects.toThrow();
    await expectNothingLeft(url);
    await drop(`/${nameOf(url)}_restored`);
  });

  it.runIf(IS_NIGHT).each([
    [
      'an entry of the audit trail',
      "UPDATE audit_event SET actor_name = 'Somebody' WHERE number = 2",
      /^The audit trail of .*: Entry 2 was altered/,
    ],
    [
      'a signature',
      "UPDATE signature SET signer_name = 'Somebody'",
      /^The signature of the decision on run .* is invalid/,
    ],
  ])('is refused when %s was altered before', async (_what, change, expected) => {
    const copy = await lostDatabase();
    await copy.restore(file);
    // Simulates a user who may disable triggers.
    await ask(copy.url, `SET session_replication_role = replica; ${change}`);
    const to = await mkdtemp(path.join(folder, 'changed-'));
    const changed = await runBackup(['--to', to], { databaseUrl: copy.url, config });
    const { url, restore } = await lostDatabase();
    await expect(restore(changed.split('\n')[0] ?? '')).rejects.toThrow(expected);
    await expectNothingLeft(url);
    await drop(`/${nameOf(url)}_restored`);
    await drop(copy.url);
  });

  it('is refused when an original file differs from the imported one', async () => {
    const ofFile = 'WHERE sha256 IN (SELECT sha256 FROM run_file)';
    const [former] = await ask<{ content: Buffer }>(test.databaseUrl, `SELECT content FROM blob ${ofFile}`);
    const change = (sql: string) => ask(test.databaseUrl, `SET session_replication_role = replica; ${sql}`);
    await change(`UPDATE blob SET content = set_byte(content, 100, 7) ${ofFile}`);
    const bad = await backUp();
    await change(`UPDATE blob SET content = '\\x${former?.content.toString('hex')}' ${ofFile}`);
    const { url, restore } = await lostDatabase();
    await expect(restore(bad)).rejects.toThrow(/^Original files were altered: .* of run \d+\.$/);
    await expectNothingLeft(url);
    await drop(`/${nameOf(url)}_restored`);
  });
});

describe('OPS-205 with a product role that owns nothing', () => {
  it('assigns restored objects to the owner of the former database', async () => {
    const { url } = await lostDatabase();
    const name = nameOf(url);
    const [owner, application] = [`owner_${name}`, `application_${name}`];
    await inServer(`CREATE ROLE ${owner}; CREATE ROLE ${application} LOGIN PASSWORD 'application'`);
    await inServer(`CREATE DATABASE ${name} OWNER ${owner}`);
    const settings = { ...config, databaseApplicationUser: application };
    const output = await runRestore([file], { databaseUrl: url, config: settings });

    expect(
      await ask(url, "SELECT DISTINCT tableowner::text AS owner FROM pg_tables WHERE schemaname = 'public'"),
    ).toEqual([{ owner }]);
    const theirs = url.replace(/\/\/[^@]+@/, `//${application}:application@`);
    expect(await ask(theirs, 'SELECT count(*)::int AS runs FROM run')).toEqual([{ runs: 1 }]);
    await expect(ask(theirs, 'DELETE FROM audit_event')).rejects.toThrow('permission denied');
    await drop(url);
    await drop(/kept as “(.+)”/.exec(output)?.[1] ?? '');
    await inServer(`DROP ROLE ${owner}, ${application}`);
  });
});

describe('OPS-203 OPS-432 an encrypted backup', () => {
  it('opens only with its key', async () => {
    const key = path.join(folder, 'key');
    const other = path.join(folder, 'other-key');
    const recipient = /BACKUP_RECIPIENT=(\S+)/.exec(await makeBackupKey(key))?.[1] ?? '';
    await makeBackupKey(other);
    const secret = await backUp('--recipient', recipient);
    expect(secret).toMatch(/\.zip\.age$/);
    // OPS-432: only the account and its group can read the file.
    expect((await stat(secret)).mode & 0o777).toBe(0o640);
    expect((await readFile(secret)).includes('tables/run.copy')).toBe(false);

    const { url, restore } = await lostDatabase();
    await expect(restore(secret)).rejects.toThrow('is encrypted. Name the file of its key with --identity.');
    await expect(restore(secret, '--identity', other)).rejects.toThrow('cannot be decrypted with this key');
    expect(await restore(secret, '--identity', key)).toMatch(/^Restored/);
    expect((await readdir(path.dirname(secret))).filter((name) => name.endsWith('.open'))).toEqual([]);
    await drop(url);
  });
});

describe('OPS-530 the rows of a backup', () => {
  const headOf = async (backup: Backup, table: string) => {
    const rows = await buffer(await backup.rowsOf(table));
    return rows.toString('latin1', 0, 6);
  };

  it('are in PostgreSQL’s binary format, unless a number in it differs between databases', async () => {
    const backup = await openBackup(file, null);
    expect(backup.manifest.format).toBe('curvewell-backup/2');
    const textual = backup.manifest.tables.filter(({ isBinary }) => !isBinary).map(({ name }) => name);
    expect(textual).toEqual(['channel_analysis']);
    expect(await headOf(backup, 'run_file')).toBe('PGCOPY');
    expect(await headOf(backup, 'channel_analysis')).not.toBe('PGCOPY');
    await backup.close();
  });

  it('are text in the first format, which test/releases restores', async () => {
    const first = fileURLToPath(new URL('../../test/releases/088e2fb/backup.zip', import.meta.url));
    const backup = await openBackup(first, null);
    expect(backup.manifest.format).toBe('curvewell-backup/1');
    expect(backup.manifest.tables.some(({ isBinary }) => isBinary)).toBe(false);
    expect(await headOf(backup, 'run_file')).not.toBe('PGCOPY');
    await backup.close();
  });
});

describe.runIf(IS_NIGHT)('OPS-531 a backup that takes too long', () => {
  const open = () =>
    inServer(`SELECT pid FROM pg_stat_activity WHERE datname = '${nameOf(test.databaseUrl)}'
      AND application_name = 'curvewell backup'`);

  it('is stopped, with a reason, and leaves neither a file nor a transaction', async () => {
    const to = await mkdtemp(path.join(folder, 'slow-'));
    const made = makeBackup({ ...config.backup, databaseUrl: test.databaseUrl, folder: to, limitMs: 0 });
    await expect(made).rejects.toThrow(
      'The backup was stopped after 1 h. The database is too large for a backup file: use physical backups',
    );
    expect(await readdir(to)).toEqual([]);
    await expect.poll(open).toEqual([]);
  });

  it('is ended by PostgreSQL if the process does not stop it', async () => {
    // Reads nothing, as a process that hangs.
    const ended = backupStream(test.databaseUrl, 500).then(async (stream) => {
      const [error] = (await once(stream, 'error')) as [Error];
      throw error;
    });
    await expect(ended).rejects.toThrow('terminating connection due to transaction timeout');
    await expect.poll(open).toEqual([]);
  });
});

describe('OPS-532 a database that is too large for a backup file', () => {
  it('is named by the command, with what to use instead', async () => {
    const to = await mkdtemp(path.join(folder, 'large-'));
    const run = (largeBytes?: number) =>
      runBackup(['--to', to], {
        databaseUrl: test.databaseUrl,
        config,
        ...(largeBytes !== undefined && { largeBytes }),
      });
    expect(await run(0)).toMatch(/\nWarning: the database is 0 GB in size\. .* “Physical backups”\.$/);
    expect(await run()).not.toContain('Warning');
    expect(sizeWarning(largeForBackupFile(216e9))).toContain(
      'the database is 216 GB in size. A backup file of it takes about 1.5 h and is stopped after 1 h.',
    );
  });
});

async function changeByte(copy: string): Promise<void> {
  const handle = await open(copy, 'r+');
  const { size } = await handle.stat();
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, Math.floor(size / 2));
  await handle.write(Buffer.from([(buffer[0] ?? 0) ^ 0xff]), 0, 1, Math.floor(size / 2));
  await handle.close();
}
