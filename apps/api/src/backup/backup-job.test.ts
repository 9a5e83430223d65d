import { pbkdf2 } from 'node:crypto';
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import type { JobCounts } from '@curvewell/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../test/create-test-app.ts';
import { readJobs } from '../features/jobs/read-jobs.ts';
import { openJobs, type Jobs } from '../jobs/jobs.ts';
import { backUp } from './backup-job.ts';
import { openBackup } from './read-backup.ts';

const hashed = promisify(pbkdf2);

let test: TestApp;
let folder: string;
const workers: Jobs[] = [];
beforeAll(async () => {
  test = await createTestApp();
  folder = await mkdtemp(path.join(tmpdir(), 'curvewell-backups-'));
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await test.close();
  await rm(folder, { recursive: true });
});

const keep = { days: 100, weeks: 0, months: 0 };
async function startWorker(to: string): Promise<void> {
  const worker = openJobs({ databaseUrl: test.databaseUrl, isWorker: true, onError: () => undefined });
  workers.push(worker);
  await worker.work({ backup: backUp({ databaseUrl: test.databaseUrl, folder: to, recipient: null, keep }) });
}
const ask = () => test.db.$transaction((tx) => test.app.jobs.ask(tx, 'backup', { data: {} }));
const made = async () => (await readdir(folder)).filter((name) => name.endsWith('.zip'));
const listed = async () => {
  const answer = (await test.call('super', 'GET', '/jobs')).json<{ counts: JobCounts[]; jobs: object[] }>();
  return { ...answer, row: answer.counts.find(({ kind }) => kind === 'backup') };
};

it('OPS-220 a worker with a folder makes one backup each night among all workers, and the jobs page lists it', async () => {
  expect((await listed()).row).toBeUndefined();
  await Promise.all([startWorker(folder), startWorker(folder)]);
  expect((await listed()).row).toMatchObject({ dailyAt: '02:00', done: 0 });

  // Two concurrent requests make one backup.
  await Promise.all([ask(), ask()]);
  await expect
    .poll(async () => (await listed()).row, { timeout: 20_000 })
    .toMatchObject({ done: 1, waiting: 0 });
  const [name = '', ...more] = await made();
  expect(more).toEqual([]);
  await (await openBackup(path.join(folder, name), null)).close();
}, 40_000);

it('OPS-243 the job is unscheduled when no worker has had a folder for a day, and scheduled again with the next one', async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  const startWithout = async () => {
    const errors: unknown[] = [];
    const worker = openJobs({
      databaseUrl: test.databaseUrl,
      isWorker: true,
      onError: (error) => errors.push(error),
    });
    await worker.work({});
    await worker.stop();
    return errors.map(String);
  };
  await ask();
  // A worker with a folder may be down for a night.
  expect(await startWithout()).toEqual([]);
  expect((await listed()).row).toMatchObject({ dailyAt: '02:00', waiting: 1 });
  await test.db.$executeRaw`
    UPDATE pgboss.job SET created_on = now() - interval '25 h', start_after = now() - interval '25 h'
    WHERE name = 'backup' AND state = 'created'`;
  expect(await startWithout()).toEqual([expect.stringContaining('“backup”')]);
  expect(await startWithout()).toEqual([]);
  expect((await listed()).row).toMatchObject({ dailyAt: null, waiting: 1 });

  await startWorker(folder);
  await expect
    .poll(async () => (await listed()).row, { timeout: 20_000 })
    .toMatchObject({ dailyAt: '02:00', waiting: 0 });
}, 40_000);

it('OPS-532 the page of jobs names a database that is too large for a backup file, while files are made', async () => {
  const large = async (largeBytes?: number) => {
    const page = await readJobs({ db: test.db, ...(largeBytes !== undefined && { largeBytes }) });
    return page.largeForBackupFile;
  };
  expect(await large(0)).toEqual({ gigabytes: 0, hours: 0, limitHours: 1 });
  expect(await large()).toBeNull();
  await test.db.$executeRaw`DELETE FROM pgboss.schedule WHERE name = 'backup'`;
  expect(await large(0)).toBeNull();
});

it('OPS-220 an unwritable folder is reported in words and leaves no partial file', async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop())); // a backup may still be in progress
  const noFolder = path.join(folder, 'a-file');
  await writeFile(noFolder, '');
  const one = { number: 1, signal: new AbortController().signal };
  const into = (to: string) => backUp({ databaseUrl: test.databaseUrl, folder: to, recipient: null, keep });
  await expect(into(path.join(noFolder, 'backups'))({}, one)).rejects.toThrow(
    'The folder for backups is not a folder.',
  );
  // A stopping process aborts its backup.
  const before = await made();
  await expect(into(folder)({}, { ...one, signal: AbortSignal.abort() })).rejects.toThrow();
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  expect(await made()).toEqual(before);
});

/** The open files of this process below the folder. */
async function openFiles(): Promise<string[]> {
  const names = await readdir('/proc/self/fd');
  const targets = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
  return targets.filter((target) => target.startsWith(folder));
}
const drafts = async () => (await readdir(folder)).filter((name) => name.endsWith('.part'));

it.runIf(process.platform === 'linux')(
  'OPS-370 an aborted backup ends only when its draft is closed and removed',
  async () => {
    const run = (signal: AbortSignal, recipient: string | null = null) =>
      backUp({ databaseUrl: test.databaseUrl, folder, recipient, keep })({}, { number: 1, signal });
    const before = await made();
    for (let nth = 0; nth < 20; nth += 1) {
      const abort = new AbortController();
      // Occupies all threads of the pool that would open the file.
      const busy = Array.from({ length: 8 }, () => hashed('password', 'salt', 20_000, 64, 'sha512'));
      if (nth % 2 === 0) abort.abort();
      const backup = run(abort.signal);
      const ended = expect(backup).rejects.toThrow('aborted');
      if (!abort.signal.aborted)
        await expect
          .poll(drafts, { interval: 1 })
          .toHaveLength(1)
          .finally(() => {
            abort.abort();
          });
      await ended;
      expect([await openFiles(), await drafts()]).toEqual([[], []]);
      await Promise.all(busy);
    }
    await expect(run(new AbortController().signal, 'age1nobody')).rejects.toThrow();
    expect([await openFiles(), await drafts(), await made()]).toEqual([[], [], before]);
  },
);
