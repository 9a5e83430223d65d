import type { Run } from '@curvewell/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';
import { often } from '../../../../test/often.ts';
import { configuration, importedRun } from '../../../../test/run-factory.ts';
import { systemClock } from '../../../clock.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { createActor } from '../../identity/index.ts';
import { interpretRun, startAnalysisWorkers, type AnalysisWorkers } from '../index.ts';

let test: TestApp;
let workers: AnalysisWorkers;
let actor: LaboratoryCaller;
beforeAll(async () => {
  test = await createTestApp();
  workers = startAnalysisWorkers();
  const where = { where: { login: 'tech' }, include: { laboratory: true } };
  const user = await test.db.appUser.findUniqueOrThrow(where);
  if (user.laboratory === null) throw new Error('the technician has a laboratory');
  actor = { ...createActor(user, []), laboratory: user.laboratory, requestId: 'test' };
});
afterAll(async () => {
  await workers.close();
  await test.close();
});

/** A configured run that is not interpreted. */
async function configuredRun(seed: number): Promise<Run> {
  const run = await importedRun(test, { seed });
  const saved = await test.call('tech', 'PUT', `/run/${run.id}`, await configuration(test.db, run));
  return saved.json<Run>();
}

/** Interprets a run and runs `happens` while the worker has the curves. */
function interpretWhile(run: Run, happens: () => Promise<unknown>): Promise<Run> {
  const interpretPlate: AnalysisWorkers['interpretPlate'] = async (job) => {
    const interpreted = await workers.interpretPlate(job);
    await happens();
    return interpreted;
  };
  const dependencies = { db: test.db, clock: systemClock, analysisWorkers: { ...workers, interpretPlate } };
  return interpretRun(dependencies, actor, { runId: run.id });
}

const code = (problem: string) => expect.objectContaining({ code: problem }) as unknown;
const countInterpretations = (run: Run) => test.db.interpretation.count({ where: { runId: run.id } });
const countClaims = (run: Run) => test.db.interpretationClaim.count({ where: { runId: run.id } });

it('OPS-120 an interpretation holds no transaction and no lock while it computes', async () => {
  const run = await configuredRun(1);
  let open: unknown;
  let commented = 0;
  const interpreted = await interpretWhile(run, async () => {
    open = await test.db.$queryRaw`
      SELECT query FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL AND state <> 'active'`;
    await test.db.$executeRaw`SELECT 1 FROM run WHERE id = ${run.id}::uuid FOR UPDATE NOWAIT`;
    commented = (await test.call('tech', 'POST', `/run/${run.id}/comment`, { value: 'Meanwhile.' }))
      .statusCode;
  });
  expect(open).toEqual([]);
  expect(commented).toBe(200);
  expect(interpreted.analyses[0]?.wells['A2']?.res).toBe('HETEROZYGOUS');
  expect(await countClaims(run)).toBe(0);
});

it('OPS-121 a run that is changed during the computation is not interpreted: the request is refused', async () => {
  const run = await configuredRun(2);
  const change = { revision: run.revision, plateId: 'another' };
  await expect(interpretWhile(run, () => test.call('tech', 'PUT', `/run/${run.id}`, change))).rejects.toEqual(
    code('stale'),
  );
  expect(await countInterpretations(run)).toBe(0);
  expect(await countClaims(run)).toBe(0);
  expect((await test.call('tech', 'GET', `/run/${run.id}`)).json<Run>()).toMatchObject({
    plateId: 'another',
    interpretationRunByName: null,
  });
  expect((await test.call('tech', 'POST', `/run/${run.id}/interpret`)).statusCode).toBe(200);
});

it('OPS-121 a run that is deleted during the computation stays deleted', async () => {
  const run = await configuredRun(3);
  await expect(interpretWhile(run, () => test.call('tech', 'DELETE', `/run/${run.id}`))).rejects.toEqual(
    code('not-found'),
  );
  expect(await test.db.interpretation.count({ where: { runId: run.id } })).toBe(0);
});

it('OPS-122 a second request during the computation is refused at once', async () => {
  const run = await configuredRun(4);
  let second: { statusCode: number; code: unknown } | undefined;
  await interpretWhile(run, async () => {
    const answer = await test.call('tech', 'POST', `/run/${run.id}/interpret`);
    second = { statusCode: answer.statusCode, code: answer.json<{ code: unknown }>().code };
  });
  expect(second).toEqual({ statusCode: 409, code: 'busy' });
  expect(await countInterpretations(run)).toBe(1);
});

it.each([
  ['OPS-122 a claim whose time is over', '-1 ms'],
  ['TRUST-72 a claim of before the clock of the database was set back', '1 day'],
])('%s, left by a crashed process, blocks nobody', async (_, ahead) => {
  const run = await configuredRun(5);
  await test.db.$executeRaw`
    INSERT INTO interpretation_claim (run_id, laboratory_id, token, until)
    VALUES (${run.id}::uuid, ${run.laboratory.id}::uuid, gen_random_uuid(), now() + ${ahead}::interval)`;
  expect((await test.call('tech', 'POST', `/run/${run.id}/interpret`)).statusCode).toBe(200);
});

it('OPS-122 a failed computation leaves the run unchanged and unclaimed', async () => {
  const run = await configuredRun(6);
  await expect(interpretWhile(run, () => Promise.reject(new Error('out of memory')))).rejects.toThrow();
  expect(await countClaims(run)).toBe(0);
  expect((await test.call('tech', 'GET', `/run/${run.id}`)).json()).toMatchObject({ revision: run.revision });
  expect((await test.call('tech', 'POST', `/run/${run.id}/interpret`)).statusCode).toBe(200);
});

/** More than twice the number that run concurrently. */
const AT_ONCE = often({ byDay: 9, byNight: 24 });

it('OPS-123 many concurrent interpretations are all done, in turn', async () => {
  const runs: Run[] = [];
  for (let seed = 10; seed < 10 + AT_ONCE; seed++) runs.push(await configuredRun(seed));
  const answers = await Promise.all(runs.map(({ id }) => test.call('tech', 'POST', `/run/${id}/interpret`)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(runs.map(() => 200));
}, 300_000);
