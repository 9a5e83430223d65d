import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { openJobs, type Jobs, type JobHandlers } from './jobs.ts';
import { PermanentFailure } from './outcome.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const open = () => openJobs({ databaseUrl: database.url, isWorker: true, onError: () => undefined });

/** Runs a worker during a test. */
async function working(handlers: JobHandlers, during: (jobs: Jobs) => Promise<void>): Promise<void> {
  const jobs = open();
  await jobs.work(handlers);
  try {
    await during(jobs);
  } finally {
    await jobs.stop();
  }
}

const ask = (jobs: Jobs, deliveryId: string) =>
  database.db.$transaction((tx) => jobs.ask(tx, 'delivery', { data: { deliveryId, turn: 1 } }));

const jobOf = async (deliveryId: string) => {
  const [row] = await database.db.$queryRaw<{ state: string; output: unknown; tries: number }[]>`
    SELECT state::text, output, retry_count AS tries FROM pgboss.job WHERE data->>'deliveryId' = ${deliveryId}`;
  return row;
};

it('a job requested in a failed transaction does not run', async () => {
  const done: string[] = [];
  await working(
    { delivery: ({ deliveryId }) => Promise.resolve(done.push(deliveryId)).then(() => 'done') },
    async (jobs) => {
      await database.db
        .$transaction(async (tx) => {
          await jobs.ask(tx, 'delivery', { data: { deliveryId: 'undone', turn: 1 } });
          throw new Error('changed its mind');
        })
        .catch(() => undefined);
      await ask(jobs, 'done');
      await expect.poll(() => done).toEqual(['done']);
    },
  );
});

it('failed jobs are retried, abandoned ones are not, and neither reveals data from the database', async () => {
  const tries: Record<string, number> = {};
  const work: JobHandlers = {
    delivery: ({ deliveryId }) => {
      tries[deliveryId] = (tries[deliveryId] ?? 0) + 1;
      if (deliveryId === 'given up') throw new PermanentFailure('The server refuses it.');
      if (tries[deliveryId] === 1) throw new Error('key (name)=(Ann Example) is there');
      return Promise.resolve('done');
    },
  };
  await working(work, async (jobs) => {
    await ask(jobs, 'given up');
    await expect
      .poll(() => jobOf('given up'))
      .toMatchObject({ state: 'failed', output: { message: 'The server refuses it.' } });
    await ask(jobs, 'again');
    await expect
      .poll(async () => (await jobOf('again'))?.output)
      .toMatchObject({
        message: 'An error occurred in the program. For the cause, see the log of this installation.',
      });
    await expect.poll(() => jobOf('again')).toMatchObject({ state: 'completed' });
  });
  expect(tries).toEqual({ 'given up': 1, again: 2 });
});

it('OPS-150 OPS-232 the job of a crashed worker is restarted by another, even when the clock is set back', async () => {
  await working({}, (jobs) => ask(jobs, 'cut off'));
  // The state that a crashed process leaves: taken, without heartbeats.
  await database.db.$executeRaw`
    UPDATE pgboss.job SET state = 'active', started_on = now(), heartbeat_on = now() - interval '11 s'
    WHERE data->>'deliveryId' = 'cut off'`;
  const done: number[] = [];
  await working(
    { delivery: (_, { number }) => Promise.resolve(done.push(number)).then(() => 'done') },
    async () => {
      const { now } = Date;
      const setBack = vi.spyOn(Date, 'now').mockImplementation(() => now() - 40 * 60_000);
      try {
        // Counts attempts, because the queue uses another clock.
        for (let looks = 0; looks < 250 && done.length === 0; looks++) await sleep(100);
      } finally {
        setBack.mockRestore();
      }
      expect(done).toEqual([2]);
    },
  );
}, 40_000);

it('the queue schedules daily and hourly jobs', async () => {
  const rows = await database.db.$queryRaw`SELECT name, cron FROM pgboss.schedule ORDER BY name`;
  expect(rows).toEqual([
    { name: 'audit-heads', cron: '10 * * * *' },
    { name: 'audit-partition', cron: '45 0 * * *' },
    { name: 'forget-sessions', cron: '15 0 * * *' },
    { name: 'move-blobs', cron: '20 * * * *' },
    { name: 'purge', cron: '5 0 * * *' },
    { name: 'record-check', cron: '30 1 * * *' },
    { name: 'repack-results', cron: '50 * * * *' },
    { name: 'run-counts', cron: '40 * * * *' },
  ]);
});
