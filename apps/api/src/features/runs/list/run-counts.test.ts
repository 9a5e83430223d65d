import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { ListedLot } from '@curvewell/domain';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { runBackup, runRestore } from '../../../commands/backup-command.ts';
import { type Db, openDatabase } from '../../../database/db.ts';
import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';
import { createEmptyDatabase } from '../../../../test/database.ts';
import { addManyRuns } from '../../../../test/many-runs.ts';
import { brokenInvariants } from '../../../../test/invariants.ts';
import {
  approvedRun,
  configuration,
  decide,
  importedRun,
  interpretedRun,
  submit,
} from '../../../../test/run-factory.ts';
import { withoutRules } from '../../../../test/without-rules.ts';
import { fillIn } from '../../../upgrade/backfills.ts';
import { SILENT } from '../../../upgrade/progress.ts';
import { purgeArchive } from '../../archive/index.ts';
import { sumUpRunCounts } from './sum-up-run-counts.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const RUN_COUNTS = /^runs-counted:/;
const DAY_MS = 24 * 3600 * 1000;

/** How many counts differ from the runs themselves. */
async function differing(db: Db): Promise<number> {
  const [found] = await db.$queryRaw<{ corrected: number }[]>`
    SELECT sum(recount_runs(id))::int AS corrected FROM laboratory`;
  return found?.corrected ?? Number.NaN;
}

const rightly = async () => {
  expect(await brokenInvariants(test.db)).toEqual([]);
};
const listed = async () =>
  (await test.call('tech', 'GET', '/run')).json<{
    numberOfObjects: number;
    numberByStatus: Record<string, number>;
  }>();
const archived = async () =>
  (await test.call('tech', 'POST', '/archive/runs/search', {})).json<{ count: number }>().count;

/** What the lot of a run was used for. */
async function useOf(runId: string): Promise<ListedLot['use']> {
  const { lot } = await test.db.runKitLot.findFirstOrThrow({
    where: { runKit: { runId } },
    include: { lot: true },
  });
  const page = await test.call('sales', 'GET', `/lots/version/${lot.kitVersionId}/search?search=${lot.name}`);
  return page.json<{ content: ListedLot[] }>().content.find(({ id }) => id === lot.id)?.use ?? null;
}

describe('OPS-470 runs are counted as they change', () => {
  it('OPS-470 from import to deletion, of the own laboratory alone', async () => {
    expect(await listed()).toMatchObject({ numberOfObjects: 0 });
    const { id } = await interpretedRun(test, { seed: 1 });
    await rightly();
    expect(await listed()).toMatchObject({
      numberOfObjects: 1,
      numberByStatus: { RUN_TO_INTERPRET: 1, APPROVED: 0 },
    });
    expect(await useOf(id)).toMatchObject({ runs: 1, trialRuns: 0 });

    await submit(test, id);
    await decide(test, id);
    await rightly();
    expect(await listed()).toMatchObject({
      numberOfObjects: 1,
      numberByStatus: { RUN_TO_INTERPRET: 0, APPROVED: 1 },
    });

    await test.call('physician', 'POST', `/run/${id}/archive`, { markAsToDelete: false });
    await test.work();
    await rightly();
    expect(await listed()).toMatchObject({ numberOfObjects: 0 });
    expect(await archived()).toBe(1);
    expect(await useOf(id)).toMatchObject({ runs: 1 });

    await test.call('physician', 'POST', `/archive/restore/runs/${id}`);
    await rightly();
    expect(await archived()).toBe(0);
  });

  it('OPS-470 a lot that is set and taken off again is counted while it is on the plate', async () => {
    const run = await importedRun(test, { seed: 2 });
    const body = await configuration(test.db, run);
    expect((await test.call('tech', 'PUT', `/run/${run.id}`, body)).statusCode).toBe(200);
    await rightly();
    const counted = async () => test.db.runUse.count({ where: { runId: run.id } });
    expect(await counted()).toBeGreaterThan(0);
    expect((await test.call('tech', 'DELETE', `/run/${run.id}`)).statusCode).toBe(204);
    expect(await counted()).toBe(0);
    await rightly();
  });
});

it('OPS-471 each hour changes are summed up, and once a day what differs is corrected, logged and recorded', async () => {
  await importedRun(test, { seed: 3 });
  const found: object[] = [];
  const needs = { db: test.db, onCountsCorrected: (one: object) => found.push(one) };
  const before = (await listed()).numberOfObjects;
  const tomorrow = { now: () => new Date(Date.now() + 24 * 3600 * 1000) };
  expect(await sumUpRunCounts({ ...needs, clock: tomorrow })).toBe(0);
  const groups = await test.db.runCount.groupBy({
    by: ['laboratoryId', 'subjectId', 'status', 'archived'],
    _count: true,
  });
  expect(groups.map(({ _count }) => _count)).toEqual(groups.map(() => 1));
  expect((await listed()).numberOfObjects).toBe(before);

  await withoutRules(test.db, async (tx) => {
    await tx.$executeRaw`UPDATE run_count SET runs = runs + 5 WHERE subject_id IS NULL`;
    await tx.$executeRaw`DELETE FROM run_use`;
  });
  expect((await listed()).numberOfObjects).not.toBe(before);
  expect(await sumUpRunCounts({ ...needs, clock: { now: () => new Date() } })).toBe(0);
  expect(await sumUpRunCounts({ ...needs, clock: tomorrow })).toBeGreaterThan(0);
  expect((await listed()).numberOfObjects).toBe(before);
  await rightly();
  const [laboratory] = await test.db.run.findMany({ select: { laboratoryId: true }, take: 1 });
  expect(found).toEqual([
    { laboratoryId: laboratory?.laboratoryId, corrected: expect.any(Number) as number },
  ]);
  const entries = await test.db.auditEvent.findMany({ where: { action: 'run.counts-corrected' } });
  expect(entries).toMatchObject([{ laboratoryId: laboratory?.laboratoryId, actorName: 'Curvewell' }]);
});

it('OPS-470 what is counted of another laboratory is not in the own counts', async () => {
  const before = await listed();
  const south = await test.db.laboratory.findFirstOrThrow({ where: { name: 'Demo laboratory South' } });
  await addManyRuns(test.db, south.id, { live: 3, archived: 4 });
  expect(await listed()).toEqual(before);
  expect(await archived()).toBe(0);
  const theirs = await test.db.runCount.groupBy({
    by: ['archived'],
    where: { laboratoryId: south.id, subjectId: null },
    _sum: { runs: true },
    orderBy: { archived: 'asc' },
  });
  expect(theirs).toEqual([
    { archived: false, _sum: { runs: 3 } },
    { archived: true, _sum: { runs: 4 } },
  ]);
});

describe('OPS-474 counts need no correction', () => {
  const right = async (after: string, db: Db = test.db) => {
    const broken = (await brokenInvariants(db)).filter((line) => RUN_COUNTS.test(line));
    expect({ after, broken, differing: await differing(db) }).toEqual({ after, broken: [], differing: 0 });
  };
  const answered = async (after: string, ...request: Parameters<TestApp['call']>) => {
    const answer = await test.call(...request);
    expect({ after, code: answer.statusCode }).toEqual({ after, code: 204 });
    await test.work();
    await right(after);
  };

  it('after each move of a run, to its erasure', async () => {
    const imported = await importedRun(test, { seed: 11 });
    await right('import');
    const body = await configuration(test.db, imported);
    await test.call('tech', 'PUT', `/run/${imported.id}`, body);
    await right('plate setup');
    await answered('deletion', 'tech', 'DELETE', `/run/${imported.id}`);

    const { id } = await interpretedRun(test, { seed: 12 });
    await right('interpretation');
    expect(await test.db.runUse.count({ where: { runId: id, isInterpreted: false } })).toBe(0);
    await submit(test, id);
    await right('submission');
    await decide(test, id, { status: 'REJECTED' });
    await right('rejection');

    for (const [seed, erased] of [
      [13, 'by hand'],
      [14, 'by its date'],
    ] as const) {
      const run = await approvedRun(test, { seed });
      await right('approval');
      const isFlagged = erased === 'by its date';
      await answered('archive', 'quality', 'POST', `/run/${run.id}/archive`, { markAsToDelete: isFlagged });
      await answered('restored archive', 'physician', 'POST', `/archive/restore/runs/${run.id}`);
      await answered('archive again', 'quality', 'POST', `/run/${run.id}/archive`, {
        markAsToDelete: isFlagged,
      });
      if (isFlagged)
        await purgeArchive({ db: test.db, clock: { now: () => new Date(Date.now() + 40 * DAY_MS) } });
      else await answered('deletion of an archive', 'super', 'DELETE', `/archive/runs/${run.id}`);
      await right(`erasure ${erased}`);
      expect(await test.db.run.count({ where: { id: run.id } })).toBe(0);
      expect(await test.db.runUse.count({ where: { runId: run.id } })).toBe(0);
    }
  });

  it('in a database that was restored from a backup, and they are the same', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'curvewell-counts-'));
    const lost = await createEmptyDatabase();
    await lost.drop();
    const config = {
      databaseApplicationUser: null,
      backup: { folder: '', recipient: null, keep: { days: 1, weeks: 0, months: 0 } },
    };
    const [file = ''] = (
      await runBackup(['--to', folder], { databaseUrl: test.databaseUrl, config })
    ).split('\n');
    await runRestore([file], { databaseUrl: lost.url, config });
    const restored = openDatabase(lost.url);
    try {
      const counts = (db: Db) =>
        db.runCount.groupBy({
          by: ['laboratoryId', 'subjectId', 'status', 'archived'],
          _sum: { runs: true, trialRuns: true },
          orderBy: [{ laboratoryId: 'asc' }, { subjectId: 'asc' }, { status: 'asc' }, { archived: 'asc' }],
        });
      expect(await counts(restored)).toEqual(await counts(test.db));
      await right('restore of a backup', restored);
    } finally {
      await restored.$disconnect();
      await test.db.$executeRawUnsafe(`DROP DATABASE "${path.basename(lost.url)}" WITH (FORCE)`);
      await rm(folder, { recursive: true });
    }
  });

  it('in a database from before runs were counted, whose runs the upgrade counts', async () => {
    const before = await listed();
    await withoutRules(test.db, async (tx) => {
      await tx.$executeRaw`DELETE FROM run_use`;
      await tx.$executeRaw`DELETE FROM run_count`;
      await tx.$executeRaw`UPDATE laboratory SET runs_counted_at = NULL`;
    });
    expect(await listed()).not.toEqual(before);
    const owner = new pg.Client({ connectionString: test.databaseUrl });
    await owner.connect();
    await fillIn(owner, SILENT);
    await owner.end();
    expect(await listed()).toEqual(before);
    await right('upgrade');
  });
});
