import { afterAll, beforeAll, expect, it } from 'vitest';

import { systemClock } from '../src/clock.ts';
import { startAnalysisWorkers, type AnalysisWorkers } from '../src/features/interpretation/index.ts';
import { seedDemoHistory } from '../src/standalone/demo/index.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { importedRun } from './run-factory.ts';
import { deleteWithoutEntry } from './without-rules.ts';

let test: TestApp;
let workers: AnalysisWorkers;
beforeAll(async () => {
  test = await createTestApp();
  workers = startAnalysisWorkers();
});
afterAll(async () => {
  await workers.close();
  await test.close();
});

/** Runs the history until a number of runs is imported, and then stops. */
async function workUntil(runs: number): Promise<void> {
  const stop = new AbortController();
  const { db, workFolder, app, signer } = test;
  const history = seedDemoHistory({
    db,
    workFolder,
    jobs: app.jobs,
    signer,
    clock: systemClock,
    analysisWorkers: workers,
  });
  const watch = setInterval(() => {
    void history.progress().then((progress) => {
      if ((progress?.done ?? 0) >= runs) stop.abort();
    });
  }, 50);
  const one = { number: 1, signal: stop.signal };
  await expect(history.handlers['demo-history']?.({}, one)).rejects.toThrow();
  clearInterval(watch);
  expect(stop.signal.aborted).toBe(true);
}

const runs = () =>
  test.db.run.findMany({
    where: { businessId: { lte: 60 }, laboratory: { name: 'Demo laboratory North' } },
    orderBy: { businessId: 'asc' },
    select: { id: true, businessId: true, status: true, decidedAt: true, runDate: true },
  });

it('MORNING-06 the product creates the history itself, resumes after a stop, and does not restore deleted runs', async () => {
  const server = { host: '127.0.0.1', port: 2121, username: 'lab', password: 'a password' };
  await test.call('physician', 'POST', '/ftp-connection', { ...server, sendFilesOnApproval: true });
  await test.db.$transaction((tx) => test.app.jobs.ask(tx, 'demo-history', { data: {} }));
  await workUntil(2);
  const first = await runs();
  expect(first[0]).toMatchObject({ businessId: 1, status: 'APPROVED' });
  expect(await test.db.fileTransferConnection.count(), 'what was made up is sent nowhere').toBe(1);
  expect(await test.db.delivery.count()).toBe(0);
  expect(first[0]?.decidedAt?.getTime()).toBeLessThan(Date.now() - 80 * 24 * 3600 * 1000);
  expect(await test.db.controlReading.count({ where: { runId: first[0]?.id ?? '' } })).toBe(16);

  const gone = first[0]?.id ?? '';
  await deleteWithoutEntry(test.db, [gone]);
  await workUntil(first.length + 2);
  const then = await runs();
  expect(then.length).toBeGreaterThan(first.length - 1);
  expect(then.map(({ businessId }) => businessId)).toEqual(then.map((_, place) => place + 2));
});

it('MORNING-06 a laboratory with runs of its own gets no history', async () => {
  const there = await test.db.run.findMany({ where: { laboratory: { name: 'Demo laboratory North' } } });
  await deleteWithoutEntry(
    test.db,
    there.map(({ id }) => id),
  );
  await test.db.runCounter.deleteMany();
  await importedRun(test, { seed: 5 });
  const { db, workFolder, app, signer } = test;
  const work = seedDemoHistory({
    db,
    workFolder,
    jobs: app.jobs,
    signer,
    clock: systemClock,
    analysisWorkers: workers,
  });
  expect(await work.handlers['demo-history']?.({}, { number: 1, signal: AbortSignal.timeout(60_000) })).toBe(
    'done',
  );
  expect((await runs()).map(({ businessId }) => businessId)).toEqual([1]);
  expect(await work.progress()).toBeNull();
});
