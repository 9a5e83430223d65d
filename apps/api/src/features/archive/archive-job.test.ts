import { gzipSync } from 'node:zlib';

import type { Run, RunSummary } from '@curvewell/domain';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { memoryStore } from '../../../test/memory-store.ts';
import { approvedRun } from '../../../test/run-factory.ts';
import { keyOf } from '../../blobs/blobs.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const request = (run: Run, { login = 'physician', markAsToDelete = false } = {}) =>
  test.call(login, 'POST', `/run/${run.id}/archive`, { markAsToDelete });

async function listed({ id }: Run, login = 'quality'): Promise<RunSummary | undefined> {
  const { listObjects } = (await test.call(login, 'GET', '/run?size=100')).json<{
    listObjects: RunSummary[];
  }>();
  return listObjects.find((run) => run.id === id);
}

const isArchived = async ({ id }: Run) =>
  (await test.call('tech', 'GET', `/run/${id}/archive`)).statusCode === 200;

const audited = ({ id }: Run, action: string) =>
  test.db.auditEvent.count({ where: { entityId: id, action } });

it('ARCHIVE-08 a request is answered at once; until it is done the run stays in the list, shows the request, and cannot be changed', async () => {
  const run = await approvedRun(test, { seed: 1 });
  expect((await request(run)).statusCode).toBe(204);
  expect(await listed(run)).toMatchObject({
    archiving: 'pending',
    permissions: { canArchive: false, canArchiveAndDelete: false, canDelete: false },
  });
  expect((await test.call('quality', 'DELETE', `/run/${run.id}`)).statusCode).toBe(409);
  expect(await isArchived(run)).toBe(false);

  expect(await test.work()).toBe(1);
  expect(await listed(run)).toBeUndefined();
  expect(await isArchived(run)).toBe(true);
  expect(await test.work()).toBe(0);
  expect([await audited(run, 'run.archive-request'), await audited(run, 'run.archive')]).toEqual([1, 1]);
});

it('ARCHIVE-10 a user who may archive but not delete archived runs gets the missing permission as the reason', async () => {
  const run = await approvedRun(test, { seed: 3 });
  const answer = await request(run, { markAsToDelete: true });
  expect(answer.statusCode).toBe(403);
  expect(answer.json()).toMatchObject({
    code: 'forbidden',
    message: 'You do not have permission to do this.',
  });
  expect(await listed(run)).toMatchObject({ archiving: null });
});

it('of two concurrent archiving requests exactly one succeeds', async () => {
  const run = await approvedRun(test, { seed: 4 });
  const answers = await Promise.all([request(run), request(run, { login: 'quality', markAsToDelete: true })]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409]);
  expect(await audited(run, 'run.archive-request')).toBe(1);
  await test.work();
});

it('the next process completes, exactly once, the job of a process that died', async () => {
  const run = await approvedRun(test, { seed: 5 });
  await request(run);
  const dying = new pg.Client({ connectionString: test.databaseUrl });
  await dying.connect();
  await dying.query('BEGIN');
  await dying.query('UPDATE run SET archived_at = now(), archiving = NULL WHERE id = $1', [run.id]);
  await dying.end();
  expect(await listed(run)).toMatchObject({ archiving: 'pending' });
  await test.work();
  expect(await isArchived(run)).toBe(true);

  // The process crashed after the commit and before it completed the job, so the job runs again.
  expect((await test.call('physician', 'POST', `/archive/restore/runs/${run.id}`)).statusCode).toBe(204);
  await test.db.$executeRaw`UPDATE pgboss.job SET state = 'retry' WHERE data->>'runId' = ${run.id}`;
  expect(await test.work()).toBe(1);
  expect(await isArchived(run)).toBe(false);
  expect(await audited(run, 'run.archive')).toBe(1);
});

it('ARCHIVE-16 archiving is attempted five times; then the run is unchanged and shows the failure', async () => {
  const run = await approvedRun(test, { seed: 6 });
  await test.db.$executeRawUnsafe(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'the disk is broken'; END $$`);
  await test.db.$executeRawUnsafe(
    'CREATE TRIGGER broken BEFORE UPDATE OF archived_at ON run FOR EACH ROW EXECUTE FUNCTION fail()',
  );
  await request(run);
  expect(await test.work()).toBe(5);

  expect(await listed(run)).toMatchObject({ archiving: 'failed', permissions: { canArchive: true } });
  const { archiving: _, ...asItWas } = (await test.call('physician', 'GET', `/run/${run.id}`)).json<Run>();
  const { archiving: __, ...before } = run;
  expect(asItWas).toEqual(before);
  expect(await audited(run, 'run.archive')).toBe(0);
  const failure = await test.db.auditEvent.findFirstOrThrow({
    where: { entityId: run.id, action: 'run.archive-failed' },
  });
  expect(failure.actorName).toBe('Ingrid Lindqvist');
  expect(JSON.stringify(failure.details)).toContain('the disk is broken');

  await test.db.$executeRawUnsafe('DROP TRIGGER broken ON run');
  expect((await request(run)).statusCode).toBe(204);
  expect(await test.work()).toBe(1);
  expect(await isArchived(run)).toBe(true);
});

it('OPS-604 archiving a run deletes its chart, whether or not the object store responds; the run is then drawn from its curves, also after it is restored', async () => {
  const store = memoryStore();
  const other = await createTestApp({ objects: store });
  try {
    const { id } = await approvedRun(other, { seed: 1 });
    const { id: live } = await approvedRun(other, { seed: 2 });
    const chart = async () => (await other.call('tech', 'GET', `/run/${id}/chart`)).json<object[]>();
    const before = await chart();
    const [former] = await other.db.interpretationChart.findMany({
      where: { interpretation: { runId: id } },
    });
    const key = keyOf({ runId: id, sha256: former?.bodySha256 ?? '' });
    expect(store.objects.has(key)).toBe(true);

    await other.call('physician', 'POST', `/run/${id}/archive`, { markAsToDelete: false });
    await other.work();
    const archived = await other.call('tech', 'GET', `/run/${id}/archive`);
    expect(archived.json<{ interpretedWells: object[] }>().interpretedWells).toEqual(before);
    await other.call('physician', 'POST', `/archive/restore/runs/${id}`);
    expect(await chart()).toEqual(before);

    const kept = await other.db.interpretationChart.findMany({ select: { interpretation: true } });
    expect(kept.map(({ interpretation }) => interpretation.runId)).toEqual([live]);
    expect(store.objects.has(key)).toBe(false);
    const record = await other.call('physician', 'GET', `/run/${id}/record`);
    expect(record.json()).toMatchObject({ state: 'unchanged' });

    store.remove = () => Promise.reject(new Error('no route to host'));
    await other.call('physician', 'POST', `/run/${live}/archive`, { markAsToDelete: false });
    await other.work();
    expect((await other.call('tech', 'GET', `/run/${live}/archive`)).statusCode).toBe(200);
    expect(await other.db.interpretationChart.count()).toBe(0);
  } finally {
    await other.close();
  }
});

it('OPS-604 a chart that differs from that of the decision is not deleted, so that the archived run is still shown as changed', async () => {
  const run = await approvedRun(test, { seed: 9 });
  const owner = new pg.Client({ connectionString: test.databaseUrl });
  await owner.connect();
  await owner.query('SET session_replication_role = replica');
  await owner.query(
    'UPDATE interpretation_chart SET body = $2 WHERE interpretation_id = (SELECT id FROM interpretation WHERE run_id = $1)',
    [run.id, gzipSync('[]')],
  );
  await owner.end();
  const stateOf = async () =>
    (await test.call('physician', 'GET', `/run/${run.id}/record`)).json<{ state: string }>().state;
  expect(await stateOf()).toBe('changed');
  await request(run);
  await test.work();
  expect(await isArchived(run)).toBe(true);
  expect(await stateOf()).toBe('changed');
});
