import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { jobCalls } from '@curvewell/contracts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, TEST_KEY, type TestApp } from '../../test/create-test-app.ts';
import { createEmptyDatabase } from '../../test/database.ts';
import { runAdminCommand } from '../commands/admin-command.ts';
import { runBackup, runRestore } from '../commands/backup-command.ts';
import { startWork } from '../jobs/start-work.ts';
import { openJobs, type Jobs, type JobHandlers } from '../jobs/jobs.ts';
import { createSecrets, readSecretKeys } from '../database/secrets.ts';

const config = {
  databaseApplicationUser: null,
  backup: { folder: '', recipient: null, keep: { days: 100, weeks: 0, months: 0 } },
};

let test: TestApp;
let folder: string;
/** Has a delivery, a purge and a check in the queue. */
let file: string;
let copy: TestApp;
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  test = await createTestApp();
  folder = await mkdtemp(path.join(tmpdir(), 'curvewell-copy-'));
  await test.db.$transaction(async (tx) => {
    await test.app.jobs.ask(tx, 'delivery', { data: { deliveryId: randomUUID(), turn: 1 } });
    await test.app.jobs.ask(tx, 'purge', { data: {} });
    await test.app.jobs.ask(tx, 'record-check', { data: {} });
  });
  const output = await runBackup(['--to', folder], { databaseUrl: test.databaseUrl, config });
  file = output.split('\n')[0] ?? '';
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

/** Restores into another installation, beside the original. @returns the output of the command */
async function restore(...options: string[]): Promise<string> {
  const database = await createEmptyDatabase();
  await database.drop();
  const output = await runRestore([file, ...options], { databaseUrl: database.url, config });
  copy = await createTestApp({ beside: { ...test, databaseUrl: database.url } });
  ends.push(async () => {
    await copy.close();
    const server = new pg.Client({ connectionString: test.databaseUrl });
    await server.connect();
    await server.query(`DROP DATABASE "${database.url.replace(/.*\//, '')}" WITH (FORCE)`);
    await server.end();
  });
  return output;
}

/** Starts a worker on the copy. @returns the jobs it has run and the events it has reported */
async function startWorker() {
  const done: string[] = [];
  const events: string[] = [];
  const doing = (kind: string) => () => Promise.resolve(done.push(kind)).then(() => 'done' as const);
  const handlers: JobHandlers = {
    delivery: doing('delivery'),
    purge: doing('purge'),
    'record-check': doing('record-check'),
  };
  const jobs: Jobs = openJobs({ databaseUrl: copy.databaseUrl, isWorker: true, onError: () => undefined });
  const stop = await startWork({
    db: copy.db,
    jobs,
    handlers,
    lookMs: 100,
    onError: () => undefined,
    onHeld: () => events.push('held'),
    onConfirmed: () => events.push('confirmed'),
  });
  ends.push(() => jobs.stop(), stop);
  return { done, events };
}

const admin = (...commandLine: string[]) =>
  runAdminCommand(
    {
      db: copy.db,
      actor: { userId: null, name: 'Command line (test)', laboratory: null },
      secrets: createSecrets(readSecretKeys(TEST_KEY)),
      identityAdmin: null,
      openSigner: () => Promise.resolve(null),
    },
    commandLine,
  );
const properties = async () => (await copy.call('tech', 'GET', '/public-properties')).json<object>();
const listed = async () => jobCalls.list.answer.parse((await copy.call('super', 'GET', '/jobs')).json());
const confirmations = () =>
  copy.db.auditEvent.findMany({ where: { action: 'installation.confirm-restored' } });

describe('OPS-384 a restored copy', () => {
  it('sends, deletes and backs up nothing until it is confirmed as the real installation, and then continues by itself', async () => {
    expect(await restore()).toContain('It is a copy: it sends nothing and makes no backups.');
    const { done, events } = await startWorker();
    await expect.poll(() => done, { timeout: 20_000 }).toEqual(['record-check']);
    expect(events).toEqual(['held']);
    const { restoredCopy, jobs } = await listed();
    expect(restoredCopy).not.toBeNull();
    expect(await properties()).toMatchObject({ restoredCopy });
    expect(
      jobs
        .filter(({ state }) => state === 'waiting')
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(['delivery', 'purge']);
    const settings = { databaseUrl: copy.databaseUrl, config };
    await expect(runBackup([], settings)).rejects.toThrow('This database is a restored copy');

    expect(await admin('confirm-restored')).toContain('is now the installation');
    await expect
      .poll(() => done.toSorted(), { timeout: 20_000 })
      .toEqual(['delivery', 'purge', 'record-check']);
    await expect.poll(() => events).toEqual(['held', 'confirmed']);
    expect((await listed()).restoredCopy).toBeNull();
    expect(await properties()).toMatchObject({ restoredCopy: null });
    expect(await confirmations()).toMatchObject([
      { actorName: 'Command line (test)', details: { restoredAt: restoredCopy?.restoredAt } },
    ]);
    await expect(admin('confirm-restored')).rejects.toThrow('This is already the installation');
  }, 60_000);
});

describe('OPS-385 a backup that replaces the installation', () => {
  it('is the real installation at once, and the audit trail records it', async () => {
    expect(await restore('--takes-over')).toContain('It is the installation.');
    const { done, events } = await startWorker();
    await expect
      .poll(() => done.toSorted(), { timeout: 20_000 })
      .toEqual(['delivery', 'purge', 'record-check']);
    expect(events).toEqual([]);
    expect((await listed()).restoredCopy).toBeNull();
    expect(await confirmations()).toHaveLength(1);
  }, 60_000);
});
