import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { IDEMPOTENCY_HEADER } from '@curvewell/contracts';
import { allConfirmed, type AuditAction, type Run, type RunCheck } from '@curvewell/domain';
import type { InjectOptions } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

import { systemClock } from '../src/clock.ts';
import { OneByOneClient } from '../src/database/one-by-one-client.ts';
import { archiveRun, purgeArchive } from '../src/features/archive/index.ts';
import { migrate, MIGRATIONS_FOLDER } from '../src/upgrade/migrations.ts';
import { preparing } from '../src/upgrade/preparing.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { cutAt, statementsOf } from './cut-statements.ts';
import { brokenInvariants } from './invariants.ts';
import { IS_NIGHT } from './often.ts';
import { cfxFile, configuration, importedRun, uploadOf } from './run-factory.ts';

const YEAR_MS = 365 * 24 * 3600 * 1000;

let test: TestApp;
let looking: pg.Client;
let prints: string;
beforeAll(async () => {
  test = await createTestApp();
  looking = new pg.Client({ connectionString: test.databaseUrl });
  await looking.connect();
  prints = await printsOfAll();
  // Signs the users in first, because the first sign-in is recorded once.
  for (const login of ['tech', 'physician', 'quality']) await test.call(login, 'GET', '/ftp-connection');
});
afterAll(async () => {
  await looking.end();
  await test.close();
});

/** Tables for coordination, which change independently of the work. */
const BESIDE = ['kept_answer', 'interpretation_claim', '_prisma_migrations'];

/** One statement that returns the count and a hash of the rows of each table. */
async function printsOfAll(): Promise<string> {
  const { rows } = await looking.query<{ name: string }>(
    // Partitions are read through their table.
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
       AND NOT relispartition AND relname <> ALL ($1)`,
    [BESIDE],
  );
  return rows
    .map(
      ({ name }) => `SELECT '${name}' AS name, count(*), sum(hashtextextended(t::text, 0)) FROM "${name}" t`,
    )
    .join(' UNION ALL ');
}

const print = async () => JSON.stringify((await looking.query(prints)).rows);

interface Act {
  readonly action: AuditAction;
  /** @returns the status of the response */
  readonly ask: () => Promise<number>;
}

/** Cutting reads is left to the night: they change nothing. */
const CUTS_READING = IS_NIGHT;
const READS = /^\s*SELECT(?!.*FOR UPDATE)/s;

let seed = 800;
const ofProduct = (client: pg.Client) => client instanceof OneByOneClient;

let cuts = 0;
let migrationCuts = 0;

/**
 * Repeats a request with one key and cuts the connection at its first statement, its second, and so on, until
 * it succeeds; then after the commit.
 */
async function cutEverywhere({ action, ask }: Act): Promise<void> {
  const entriesBefore = await test.db.auditEvent.count({ where: { action } });
  const before = await print();
  let status = 0;
  for (let at = 1; ; at++) {
    // Claims expire by themselves after ten seconds.
    await looking.query('DELETE FROM interpretation_claim');
    const asking = async () => {
      status = await ask();
    };
    const isCounted = (client: pg.Client, sql: string) =>
      client instanceof OneByOneClient && (CUTS_READING || !READS.test(sql));
    const text = await cutAt({ at, afterwards: false, isCounted }, asking);
    if (text === null) {
      expect(status, action).toBeLessThan(300);
      break;
    }
    cuts++;
    const where = `${action}, cut before ${text.slice(0, 60)}`;
    if ((await print()) !== before) break; // the cut is after the commit
    expect(status, where).toBeGreaterThanOrEqual(500);
    if (text !== 'COMMIT') continue;
    await cutAt({ at, afterwards: true, isCounted }, asking);
    cuts++;
    if ((await print()) !== before) break;
  }
  const entries = await test.db.auditEvent.count({ where: { action } });
  expect(entries, action).toBe(entriesBefore + 1);
  expect(await brokenInvariants(test.db), action).toEqual([]);
  // A repeated request is not carried out again.
  await expect.poll(ask).not.toBe(429);
  expect(await test.db.auditEvent.count({ where: { action } }), action).toBe(entries);
}

let keys = 0;

interface Sent {
  readonly login: string;
  readonly method?: 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly payload?: object | undefined;
}

async function act(action: AuditAction, { login, method = 'POST', url, payload }: Sent) {
  const headers = { ...(await test.signIn(login)), [IDEMPOTENCY_HEADER]: `cut-${keys++}` };
  const request = { method, url: `/api${url}`, headers, ...(payload !== undefined && { payload }) } as const;
  return cutEverywhere({ action, ask: async () => (await test.app.inject(request)).statusCode });
}

async function cutJob(action: AuditAction, work: () => Promise<unknown>): Promise<void> {
  const ask = () =>
    work().then(
      () => 200,
      () => 500,
    );
  await cutEverywhere({ action, ask });
}

const archiveJobSchema = z.object({
  runId: z.uuid(),
  requestId: z.uuid(),
  markAsToDelete: z.boolean(),
  requestedById: z.uuid(),
  requestedByName: z.string(),
});

/** Runs the last requested job as its worker would. */
async function archiveRequestedRun(): Promise<void> {
  const { rows } = await looking.query<{ data: unknown }>(
    `SELECT data FROM pgboss.job WHERE name = 'archive' ORDER BY created_on DESC LIMIT 1`,
  );
  const data = archiveJobSchema.parse(rows[0]?.data);
  await cutJob('run.archive', () => archiveRun({ db: test.db, clock: systemClock }, data, { number: 1 }));
}

async function looked(login: string, runId: string, decision: 'submit' | 'approve') {
  const check = (await test.call(login, 'GET', `/run/${runId}/check?decision=${decision}`)).json<RunCheck>();
  return { shown: check.digest, ...allConfirmed(check) };
}

it('OPS-230 a change whose connection is cut at any statement is made completely or not at all, and only once', async () => {
  const upload = await uploadOf(test, { files: [await cfxFile({ seed: 77 })] });
  const headers = { ...upload.headers, [IDEMPOTENCY_HEADER]: 'cut-import' };
  await cutEverywhere({
    action: 'run.import',
    ask: async () => (await test.app.inject({ ...upload, headers })).statusCode,
  });
  const { id } = await test.db.run.findFirstOrThrow();
  const run = (await test.call('tech', 'GET', `/run/${id}`)).json<Run>();
  const url = `/run/${id}`;
  const body = await configuration(test.db, run);
  await act('run.update', { login: 'tech', method: 'PUT', url, payload: body });
  await act('run.comment', { login: 'tech', url: `${url}/comment`, payload: { value: 'Looked at.' } });
  await act('run.interpret', { login: 'tech', url: `${url}/interpret` });
  const submit = await looked('tech', id, 'submit');
  await act('run.submit', { login: 'tech', method: 'PUT', url: `${url}/submit`, payload: submit });
  const approve = await looked('physician', id, 'approve');
  const status = `${url}/status?status=APPROVED`;
  await act('run.approve', { login: 'physician', method: 'PUT', url: status, payload: approve });
  const archive = { login: 'physician', url: `${url}/archive` };
  await act('run.archive-request', { ...archive, payload: { markAsToDelete: false } });
  await archiveRequestedRun();
  await act('run.restore', { login: 'physician', url: `/archive/restore/runs/${id}` });
  await act('run.archive-request', { ...archive, login: 'quality', payload: { markAsToDelete: true } });
  await archiveRequestedRun();
  const inAYear = { now: () => new Date(Date.now() + YEAR_MS) };
  await cutJob('run.purge', () => purgeArchive({ db: test.db, clock: inAYear }));
  expect(await test.db.run.count()).toBe(0);
  expect(cuts).toBeGreaterThan(50);
}, 120_000);

it.runIf(IS_NIGHT)(
  'OPS-230 a request cut after its commit is not carried out again when it is repeated',
  async () => {
    const files = async () => [await cfxFile({ seed: (seed += 1) })];
    const imported = async () => ({
      ...(await uploadOf(test, { files: await files() })),
      action: 'run.import',
    });
    const { id } = await importedRun(test, { seed: 80 });
    const commented = async () => ({
      action: 'run.comment',
      method: 'POST',
      url: `/api/run/${id}/comment`,
      payload: { value: 'Looked.' },
      headers: await test.signIn('tech'),
    });
    for (const make of [imported, commented]) {
      const sending = async () => {
        const { action, headers, ...request } = await make();
        const named = { ...headers, [IDEMPOTENCY_HEADER]: `after-${keys++}` };
        const send = () => test.app.inject({ ...request, headers: named } as InjectOptions);
        return { action, send };
      };
      const { send } = await sending();
      const all = await statementsOf(ofProduct, send);
      for (let at = all.lastIndexOf('COMMIT') + 2; at <= all.length; at++) {
        const attempt = await sending();
        const entries = () => test.db.auditEvent.count({ where: { action: attempt.action } });
        const before = await entries();
        await cutAt({ at, afterwards: false, isCounted: ofProduct }, async () => {
          await attempt.send();
        });
        await expect.poll(async () => (await attempt.send()).statusCode).toBeLessThan(429);
        expect(await entries(), `${attempt.action} at ${at} of ${all.length}: ${all[at - 1] ?? ''}`).toBe(
          before + 1,
        );
      }
    }
  },
  60_000,
);

it.runIf(IS_NIGHT)(
  'OPS-231 a migration cut at any statement is applied completely or not at all, and an earlier program continues beside it',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'curvewell-cut-'));
    const added = {
      run: 'ALTER TABLE run ADD COLUMN later text',
      comment: 'ALTER TABLE comment ADD COLUMN later int',
    };
    await cp(MIGRATIONS_FOLDER, folder, { recursive: true });
    for (const [index, [name, sql]] of Object.entries(added).entries()) {
      const place = path.join(folder, `2999010100000${index}_later_${name}`);
      await mkdir(place);
      await writeFile(path.join(place, 'migration.sql'), `${sql}; CREATE TABLE later_${name} (id int);`);
    }
    const run = await importedRun(test, { seed: 78 });
    const comment = () => test.call('tech', 'POST', `/run/${run.id}/comment`, { value: 'Beside.' });
    for (let at = 1, text: string | null = ''; text !== null; at++) {
      // The queue of jobs polls beside the migration.
      const isCounted = (client: pg.Client, sql: string) =>
        !(client instanceof OneByOneClient) && client !== looking && !sql.includes('pgboss');
      text = await cutAt({ at, afterwards: false, isCounted }, async () => {
        await preparing(test.databaseUrl, (client) => migrate(client, { folder })).catch(() => undefined);
      });
      if (text !== null) migrationCuts++;
      const { rows } = await looking.query<{ whole: number }>(
        `SELECT count(*)::int AS whole FROM _prisma_migrations m WHERE migration_name LIKE '2999%'
         AND to_regclass('later_' || split_part(migration_name, '_', 3)) IS NOT NULL
       UNION ALL SELECT count(*)::int FROM pg_tables WHERE tablename LIKE 'later%'
       UNION ALL SELECT count(*)::int FROM pg_attribute WHERE attname = 'later' AND attrelid IN ('run'::regclass, 'comment'::regclass)`,
      );
      expect(new Set(rows.map(({ whole }) => whole)).size, text ?? 'uncut').toBe(1);
      expect((await comment()).statusCode, text ?? 'uncut').toBe(200);
    }
    expect(migrationCuts).toBeGreaterThan(8);
    await rm(folder, { recursive: true });
  },
  60_000,
);
