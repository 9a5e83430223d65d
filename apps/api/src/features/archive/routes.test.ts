import { setTimeout as sleep } from 'node:timers/promises';

import { archiveRecordSchema } from '@curvewell/contracts';
import type { Run, RunSummary } from '@curvewell/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { isLockAwaited } from '../../../test/lock-awaited.ts';
import { approvedRun, decide, interpretedRun, submit } from '../../../test/run-factory.ts';
import { purgeArchive, purgeDue } from './purge-archive.ts';

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
const NOW = new Date();
let now = NOW;
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ clock: { now: () => now } });
});
afterAll(() => test.close());

const call: TestApp['call'] = (...request) => test.call(...request);

const request = (login: string, run: Run, markAsToDelete: boolean) =>
  call(login, 'POST', `/run/${run.id}/archive`, { markAsToDelete });

/** Requests archiving and waits until it is done. */
async function archive(login: string, run: Run, markAsToDelete: boolean) {
  const answer = await request(login, run, markAsToDelete);
  await test.work();
  return answer;
}

async function archived(criteria: object[] = []): Promise<RunSummary[]> {
  return (await call('tech', 'POST', '/archive/runs/search', { searchCriteria: criteria, size: 100 })).json<{
    values: RunSummary[];
  }>().values;
}

it('ARCHIVE-07 a decided run is archived by a user with the permission, and leaves the run list', async () => {
  const [run, open] = [await approvedRun(test, { seed: 1 }), await interpretedRun(test, { seed: 2 })];
  expect((await archive('tech', run, false)).statusCode).toBe(403);
  expect((await archive('physician', open, false)).json()).toMatchObject({ code: 'illegal-transition' });
  expect((await archive('physician', run, false)).statusCode).toBe(204);
  expect((await call('tech', 'GET', `/run/${run.id}`)).statusCode).toBe(404);
  expect((await archived()).find(({ id }) => id === run.id)).toMatchObject({ deletionDate: null });
});

it.each(['APPROVED', 'REJECTED'] as const)('ARCHIVE-07 a run that is %s is archived', async (status) => {
  const run = await interpretedRun(test, { seed: status === 'APPROVED' ? 20 : 21 });
  expect((await archive('physician', run, false)).json()).toMatchObject({ code: 'illegal-transition' });
  await submit(test, run.id);
  expect((await archive('physician', run, false)).json()).toMatchObject({ code: 'illegal-transition' });
  await decide(test, run.id, { status });
  const mayArchive = async (login: string) =>
    (await call(login, 'GET', `/run/${run.id}`)).json<Run>().permissions.canArchive;
  expect([await mayArchive('tech'), await mayArchive('physician')]).toEqual([false, true]);
  expect((await archive('tech', run, false)).json()).toMatchObject({ code: 'forbidden' });
  expect((await archive('physician', run, false)).statusCode).toBe(204);
  expect((await archived()).find(({ id }) => id === run.id)).toMatchObject({ status });
});

it('ARCHIVE-15 an archived run returns its run and its interpreted wells', async () => {
  const run = await approvedRun(test, { seed: 3 });
  await archive('physician', run, false);
  const record = archiveRecordSchema.parse((await call('tech', 'GET', `/run/${run.id}/archive`)).json());
  expect(record.run.acts.archived?.name).toBe('Ingrid Lindqvist');
  expect(record.interpretedWells).toHaveLength(4);
});

it('EXPORT-13 an archived run is exported by a separate call', async () => {
  const run = await approvedRun(test, { seed: 4 });
  await archive('physician', run, false);
  expect((await call('tech', 'POST', `/run/export/${run.id}`, { format: 'CSV' })).statusCode).toBe(404);
  expect((await call('tech', 'POST', `/run/archive/${run.id}/export`, { format: 'CSV' })).statusCode).toBe(
    200,
  );
});

it('ARCHIVE-10 ARCHIVE-14 archive and delete flags the run for deletion in 30 days', async () => {
  const run = await approvedRun(test, { seed: 5 });
  expect((await archive('quality', run, true)).statusCode).toBe(204);
  expect((await archived()).find(({ id }) => id === run.id)).toMatchObject({
    deletionDate: new Date(NOW.getTime() + 30 * DAY_MS).toISOString().slice(0, 10),
  });
});

it('ARCHIVE-12 a restored run is unchanged', async () => {
  const run = await approvedRun(test, { seed: 6 });
  await archive('physician', run, false);
  expect((await call('tech', 'POST', `/archive/restore/runs/${run.id}`)).statusCode).toBe(403);
  expect((await call('physician', 'POST', `/archive/restore/runs/${run.id}`)).statusCode).toBe(204);
  const { revision: _, permissions: __, ...before } = run;
  expect((await call('physician', 'GET', `/run/${run.id}`)).json()).toMatchObject(before);
});

it('ARCHIVE-13 permanent deletion needs a separate permission, and leaves only the audit trail', async () => {
  const run = await approvedRun(test, { seed: 7 });
  await archive('physician', run, false);
  expect((await call('physician', 'DELETE', `/archive/runs/${run.id}`)).statusCode).toBe(403);
  expect((await call('super', 'DELETE', `/archive/runs/${run.id}`)).statusCode).toBe(204);
  expect(await test.db.run.count({ where: { id: run.id } })).toBe(0);
  expect(
    await test.db.auditEvent.count({ where: { entityId: run.id, action: 'run.delete-permanently' } }),
  ).toBe(1);
});

it('ARCHIVE-11 CONST-06 AUDIT-50 flagged archived runs are purged after their due date, others never', async () => {
  const [flagged, plain] = [await approvedRun(test, { seed: 8 }), await approvedRun(test, { seed: 9 })];
  const { sha256: flaggedHash } = await test.db.runFile.findFirstOrThrow({ where: { runId: flagged.id } });
  await archive('physician', plain, false);
  await request('quality', flagged, true);
  // Late in the day; early on the thirtieth day, 30 × 24 hours have not passed.
  const late = new Date(NOW.getTime() + DAY_MS);
  late.setUTCHours(23, 30, 0, 0);
  now = late;
  await test.work();
  now = NOW;
  const day = new Date(late.getTime() + 30 * DAY_MS).toISOString().slice(0, 10);
  expect((await archived()).find(({ id }) => id === flagged.id)).toMatchObject({ deletionDate: day });

  const purgeAt = async (instant: Date) => {
    await purgeArchive({ db: test.db, clock: { now: () => instant } });
    return test.db.run.count({ where: { id: flagged.id } });
  };
  for (const hours of [29 * 24 + 1, 29 * 24 + 23, 30 * 24]) {
    expect(await purgeAt(new Date(late.getTime() + hours * HOUR_MS))).toBe(1);
  }
  expect(await purgeAt(new Date(`${day}T23:59:59.999Z`))).toBe(1);
  expect(await purgeAt(new Date(new Date(day).getTime() + DAY_MS))).toBe(0);
  const entries = await test.db.auditEvent.findMany({ where: { entityId: flagged.id, action: 'run.purge' } });
  expect(entries).toHaveLength(1);
  // AUDIT-50: as where a user deletes a run.
  expect(entries[0]?.details).toMatchObject({ files: [{ sha256: flaggedHash }] });
  expect(await test.db.run.count({ where: { id: plain.id } })).toBe(1);
});

it('TRUST-679 a clock of the product that is ahead of the database purges nothing early', async () => {
  const run = await approvedRun(test, { seed: 12 });
  await archive('quality', run, true);
  // Archived today, also where the other tests have another date.
  const due = new Date(new Date().toISOString().slice(0, 10)).getTime() + 30 * DAY_MS;
  await test.db.run.update({ where: { id: run.id }, data: { deletionDate: new Date(due) } });
  const ahead = { now: () => new Date(due + 10 * DAY_MS) };
  expect(await purgeDue({ db: test.db, clock: ahead })).toBe(0);
  expect(await test.db.run.count({ where: { id: run.id } })).toBe(1);
  await purgeArchive({ db: test.db, clock: ahead });
  expect(await test.db.run.count({ where: { id: run.id } })).toBe(0);
});

it('TRUST-682 a run that is restored while it is purged keeps its closed repeats', async () => {
  const run = await approvedRun(test, { seed: 13 });
  await archive('quality', run, true);
  const { laboratoryId } = await test.db.run.findUniqueOrThrow({ where: { id: run.id } });
  const { id: kitId } = await test.db.kit.findFirstOrThrow();
  const sample = { position: 'A1', name: 'S-1', sampleType: 'BLOOD', reason: 'CHOSEN' } as const;
  const closed = { runId: run.id, runNumber: run.businessId, placedAt: NOW, addedByName: 'Technician' };
  await test.db.repeatEntry.create({ data: { laboratoryId, kitId, ...sample, ...closed } });
  const inAYear = { now: () => new Date(NOW.getTime() + 400 * DAY_MS) };
  const purged = await test.db.$transaction(async (tx) => {
    await tx.run.update({ where: { id: run.id }, data: { archivedAt: null, deletionDate: null } });
    const purging = purgeArchive({ db: test.db, clock: inAYear });
    while (!(await isLockAwaited(test.db))) await sleep(20);
    return { purging };
  });
  expect(await purged.purging).toBe(0);
  expect(await test.db.repeatEntry.count({ where: { runId: run.id } })).toBe(1);
});

it('ARCHIVE-10 CONST-06 a restored run is not purged any more', async () => {
  const run = await approvedRun(test, { seed: 11 });
  await archive('quality', run, true);
  const purgeAfter = (days: number) =>
    purgeArchive({ db: test.db, clock: { now: () => new Date(NOW.getTime() + days * DAY_MS) } });
  await purgeAfter(30);
  expect((await call('physician', 'POST', `/archive/restore/runs/${run.id}`)).statusCode).toBe(204);
  await purgeAfter(60);
  expect((await call('physician', 'GET', `/run/${run.id}`)).statusCode).toBe(200);
});

it('ARCHIVE-02 the archive is searched by file name, instrument, kit, operator and date', async () => {
  const run = await approvedRun(test, { seed: 10 });
  await archive('physician', run, false);
  const ids = async (...criteria: object[]) => (await archived(criteria)).map(({ id }) => id);
  expect(await ids({ field: 'operator', operator: 'CONTAINS', value: 'hol' })).toContain(run.id);
  expect(await ids({ field: 'operator', operator: 'EQUALS', value: 'hol' })).not.toContain(run.id);
  expect(await ids({ field: 'kitReactionBuffer', operator: 'CONTAINS', value: 'lct-13910 (rb' })).toContain(
    run.id,
  );
  expect(await ids({ field: 'fileName', operator: 'CONTAINS', value: '%' })).toEqual([]);
  const day = run.created.slice(0, 10);
  expect(
    await ids(
      { field: 'created', operator: 'GTE', value: day },
      { field: 'created', operator: 'LTE', value: day },
    ),
  ).toContain(run.id);
  expect(await ids({ field: 'created', operator: 'GTE', value: '2099-01-01' })).toEqual([]);
});
