import type { ListedLot } from '@curvewell/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';
import { addManyRuns } from '../../../../test/many-runs.ts';
import { brokenInvariants } from '../../../../test/invariants.ts';
import { configuration, decide, importedRun, interpretedRun, submit } from '../../../../test/run-factory.ts';
import { withoutRules } from '../../../../test/without-rules.ts';
import { sumUpRunCounts } from './sum-up-run-counts.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

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
  it('OPS-470 from import to deletion, and only in their own laboratory', async () => {
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

  it('OPS-470 a lot that is set and removed again is counted while it is on the plate', async () => {
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

it('OPS-471 changes are summed up each hour, and differences are corrected and reported once a day', async () => {
  await importedRun(test, { seed: 3 });
  const reported: unknown[] = [];
  const dependencies = { db: test.db, onError: (error: unknown) => reported.push(error) };
  const before = (await listed()).numberOfObjects;
  const tomorrow = { now: () => new Date(Date.now() + 24 * 3600 * 1000) };
  await sumUpRunCounts({ ...dependencies, clock: tomorrow });
  expect(reported).toEqual([]);
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
  await sumUpRunCounts({ ...dependencies, clock: { now: () => new Date() } });
  expect(reported).toEqual([]);
  await sumUpRunCounts({ ...dependencies, clock: tomorrow });
  expect((await listed()).numberOfObjects).toBe(before);
  await rightly();
  const [laboratory] = await test.db.run.findMany({ select: { laboratoryId: true }, take: 1 });
  expect(reported.map(String)).toEqual([
    expect.stringMatching(`Laboratory ${laboratory?.laboratoryId}: [1-9]\\d* counts of runs were wrong`),
  ]);
});

it('OPS-470 the counts of another laboratory are not included', async () => {
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
