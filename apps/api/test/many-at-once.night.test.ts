import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';

import type { Run } from '@curvewell/domain';
import type { LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openAdvisoryLocks } from '../src/database/advisory-locks.ts';
import { watchDatabase } from '../src/database/db.ts';
import { healthRoutes } from '../src/http/health/health.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { often } from './often.ts';
import { cfxFile, configuration, importedRun, importFiles, interpretedRun, submit } from './run-factory.ts';

/** Runs interpreted concurrently: more than there are turns. */
const RUNS = often({ byDay: 8, byNight: 24 });
/** Users who submit the same run. */
const SUBMITTERS = often({ byDay: 20, byNight: 50 });

const times = (count: number) => Array.from({ length: count }, (_, index) => index);
const statuses = (answers: readonly LightMyRequestResponse[]) => answers.map(({ statusCode }) => statusCode);

/** Counts each value. */
function tally(values: readonly unknown[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(values, String)].map(([value, all]) => [value, all.length]));
}

/** The number of successes; on a slow machine the others are asked to retry. */
function doneOf(answers: readonly LightMyRequestResponse[]): number {
  const done = answers.filter(({ statusCode }) => statusCode === 200);
  const refused = answers.filter(({ statusCode }) => statusCode !== 200);
  for (const answer of refused) {
    expect(['busy', 'too-many-requests']).toContain(answer.json<{ code: string }>().code);
  }
  expect(refused.filter(({ headers }) => headers['retry-after'] === undefined)).toEqual([]);
  expect(done.length).toBeGreaterThan(0);
  return done.length;
}

describe('concurrent requests', () => {
  let test: TestApp;
  let closeWatch: () => Promise<void>;
  beforeAll(async () => {
    test = await createTestApp();
    const watch = await watchDatabase({
      db: test.db,
      databaseUrl: test.databaseUrl,
      onChange: () => undefined,
    });
    closeWatch = () => watch.close();
    await test.app.register(healthRoutes, {
      parts: { database: { state: () => (watch.answers() ? 'ok' : 'failed'), isRequired: true, ifAway: '' } },
    });
  });
  afterAll(async () => {
    await closeWatch();
    await test.close();
  });

  const comment = (run: Run, value: string) => test.call('tech', 'POST', `/run/${run.id}/comment`, { value });

  it(`OPS-101 of ${SUBMITTERS} concurrent submissions of a run exactly one succeeds, and the others are refused`, async () => {
    const run = await interpretedRun(test, { seed: 301 });
    const answers = await Promise.all(
      times(SUBMITTERS).map((index) => submit(test, run.id, index % 2 === 0 ? 'tech' : 'physician')),
    );
    expect(tally(statuses(answers))).toEqual({ '200': 1, '409': SUBMITTERS - 1 });
    expect(await test.db.auditEvent.count({ where: { entityId: run.id, action: 'run.submit' } })).toBe(1);
  });

  it(`OPS-101 ${RUNS} runs are interpreted concurrently`, async () => {
    const model = await importedRun(test, { seed: 302 });
    await test.call('tech', 'PUT', `/run/${model.id}`, await configuration(test.db, model));
    const ids = await Promise.all(times(RUNS).map((index) => copyOf(model.id, 1000 + index)));
    const answers = await Promise.all(
      ids.map((id, index) =>
        test.call(index % 2 === 0 ? 'tech' : 'physician', 'POST', `/run/${id}/interpret`),
      ),
    );
    expect(await test.db.interpretation.count({ where: { runId: { in: ids } } })).toBe(doneOf(answers));
  });

  it('OPS-101 OPS-104 20 concurrent changes of a run leave connections for reads', async () => {
    const run = await importedRun(test, { seed: 303 });
    const written = Promise.all(times(20).map((index) => comment(run, `Comment ${index}`)));
    const whileWriting = { isOver: false };
    void written.then(() => {
      whileWriting.isOver = true;
    });
    do {
      const ready = await test.app.inject('/health/ready');
      expect(ready.json(), 'readiness').toMatchObject({ status: 'ready' });
      await turn(); // health checks do not wait
    } while (!whileWriting.isOver);
    expect(await test.db.comment.count({ where: { runId: run.id } })).toBe(doneOf(await written));
  });

  it('OPS-103 ERR-103 while a run is locked, changes are refused with the reason, and reads do not wait', async () => {
    const run = await importedRun(test, { seed: 304 });
    const other = new pg.Client({ connectionString: test.databaseUrl });
    await other.connect();
    await other.query('BEGIN');
    await other.query('SELECT 1 FROM run WHERE id = $1 FOR UPDATE', [run.id]);

    const writing = times(20).map((index) => comment(run, `Comment ${index}`));
    const written = Promise.all(writing);
    const answered = { toWriters: false };
    void Promise.race(writing).then(() => {
      answered.toWriters = true;
    });
    const read = await Promise.all(times(5).map(() => test.call('tech', 'GET', `/run/${run.id}`)));
    expect(tally(statuses(read))).toEqual({ '200': 5 });
    expect(answered.toWriters).toBe(false);
    expect((await test.app.inject('/health/ready')).statusCode).toBe(200);
    const answers = await written;
    expect(tally(answers.map((answer) => answer.json<{ code: string }>().code))).toEqual({ busy: 20 });
    expect(tally(answers.map(({ headers }) => headers['retry-after']))).toEqual({ '1': 20 });

    await other.query('ROLLBACK');
    await other.end();
    expect((await comment(run, 'Now')).statusCode).toBe(200);
  });

  it('OPS-106 six uploads over two processes of an installation are numbered consecutively', async () => {
    const second = await createTestApp({ beside: test });
    try {
      const files = [await cfxFile({ seed: 305 })];
      const answers = await Promise.all(
        times(6).map((index) =>
          importFiles(index % 2 === 0 ? test : second, {
            login: index < 3 ? 'tech.south' : 'physician.south',
            files,
          }),
        ),
      );
      expect(tally(statuses(answers))).toEqual({ '200': 6 });
      const numbers = answers.map((answer) => answer.json<Run>().businessId).sort((a, b) => a - b);
      expect(numbers).toEqual(times(6).map((index) => (numbers[0] ?? 0) + index));
    } finally {
      await second.close();
    }
  });

  it('OPS-221 a user’s imports run in one process at a time, other users’ continue, and a crashed process releases its turn', async () => {
    const second = await createTestApp({ beside: test });
    try {
      const { id: userId } = await test.db.appUser.findUniqueOrThrow({ where: { login: 'tech' } });
      const runs = () => test.db.run.count({ where: { createdById: userId } });
      const before = await runs();
      const [begun, end] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
      const held = second.app.queues.uploads.take({ userId }, () => {
        begun.resolve(undefined);
        return end.promise;
      });
      await begun.promise;
      const own = importFiles(test, { login: 'tech', files: [await cfxFile({ seed: 306 })] });
      // By the time another user's later request is done, it would have been done, too.
      const other = await importFiles(test, { login: 'physician', files: [await cfxFile({ seed: 307 })] });
      expect(other.statusCode).toBe(200);
      expect(await runs()).toBe(before);
      end.resolve(undefined);
      await held;
      expect((await own).statusCode).toBe(200);
      expect(await runs()).toBe(before + 1);

      const dying = openAdvisoryLocks(test.databaseUrl);
      await dying.take(`uploads ${userId}`);
      const waiting = importFiles(test, { login: 'tech', files: [await cfxFile({ seed: 308 })] });
      await dying.close();
      expect((await waiting).statusCode).toBe(200);
    } finally {
      await second.close();
    }
  });

  /** A copy of the run, as if imported and configured again. */
  async function copyOf(runId: string, businessId: number): Promise<string> {
    const id = randomUUID();
    const copy = (table: string, changes: string) =>
      test.db.$executeRawUnsafe(
        `INSERT INTO ${table} SELECT (jsonb_populate_record(t, jsonb_build_object(${changes}))).*
         FROM ${table} t WHERE ${table === 'run' ? 'id' : 'run_id'} = '${runId}'`,
      );
    await copy('run', `'id', '${id}', 'business_id', ${businessId}`);
    await copy('run_file', `'id', gen_random_uuid(), 'run_id', '${id}'`);
    await copy('blob', `'run_id', '${id}'`);
    await copy('run_curves', `'id', gen_random_uuid(), 'run_id', '${id}'`);
    const kitId = randomUUID();
    await copy('run_kit', `'id', '${kitId}', 'run_id', '${id}'`);
    await test.db.$executeRaw`
      INSERT INTO run_kit_lot (run_kit_id, laboratory_id, lot_id, "order") SELECT ${kitId}::uuid, l.laboratory_id, l.lot_id, l."order"
      FROM run_kit_lot l JOIN run_kit k ON k.id = l.run_kit_id WHERE k.run_id = ${runId}::uuid`;
    await copy('channel_analysis', `'id', gen_random_uuid(), 'run_id', '${id}'`);
    return id;
  }
});
