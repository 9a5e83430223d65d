import { randomUUID } from 'node:crypto';

import type { Run } from '@curvewell/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { changeWellsAt } from './change-wells.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { storeWellsAsBefore } from './earlier-wells.ts';
import { brokenInvariants } from './invariants.ts';
import { configuration, decide, importedRun, interpretedRun, submit } from './run-factory.ts';
import { withoutRules } from './without-rules.ts';
import { isPartitioned } from './partitions/is-partitioned.ts';
import { databaseProblem } from '../src/database/problem.ts';
import { readRecord } from '../src/features/decisions/decision-record.ts';
import { packWells } from '../src/features/plate/index.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const errors: string[] = [];
const packed = async () => {
  errors.length = 0;
  await packWells({ db: test.db, clock: test.app.clock, onError: (error) => errors.push(String(error)) });
};
const rowsOf = ({ id: runId }: Run) => test.db.earlierWell.count({ where: { runId } });

/** A decided run with an override and a comment on a well. */
async function decidedRun(seed: number): Promise<Run> {
  const run = await interpretedRun(test, { seed });
  const well = run.analyses[0]?.wells['A1']?.id ?? '';
  await test.call('tech', 'PATCH', `/run/${run.id}/interpreted-wells?wellIds=${well}`, {
    id: null,
    comment: 'Unclear.',
  });
  await test.call('tech', 'POST', `/run/${run.id}/well/${well}/comment`, { value: 'Fine.' });
  await submit(test, run.id);
  await decide(test, run.id);
  return run;
}

const answersOf = async ({ id }: Run) => ({
  run: (await test.call('tech', 'GET', `/run/${id}`)).json<Run>(),
  record: await readRecord(test.db, id),
  chart: (await test.call('tech', 'GET', `/run/${id}/chart`)).body,
  csv: (await test.call('tech', 'POST', `/run/export/${id}`, { format: 'CSV' })).body,
  state: (await test.call('physician', 'GET', `/run/${id}/record`)).json<{ state: string }>().state,
  samples: (await test.call('tech', 'GET', '/search?text=S-')).json<{ samples: unknown }>().samples,
});

it('OPS-586 the wells of a channel are one value, and their ids are those of their analysis and position', async () => {
  const run = await interpretedRun(test, { seed: 1 });
  expect(await rowsOf(run)).toBe(0);
  const [analysis] = await test.db.channelAnalysis.findMany({ where: { runId: run.id } });
  expect(analysis?.wells).toHaveLength(4);
  const { A1, A4 } = run.analyses[0]?.wells ?? {};
  const start = analysis?.id.slice(0, 32) ?? '';
  expect([A1?.id, A4?.id]).toEqual([`${start}0021`, `${start}0024`]);
  const names = await test.db.runSample.findMany({ where: { runId: run.id } });
  const named = Object.values(run.analyses[0]?.wells ?? {}).flatMap(({ name }) => name ?? []);
  expect(new Set(names.map(({ name }) => name))).toEqual(new Set(named));
});

it('OPS-587 packing the wells of a decided run changes no answer, no id and no signed byte', async () => {
  const run = await decidedRun(2);
  await storeWellsAsBefore(test.db, run.id);
  expect(await rowsOf(run)).toBe(4);
  const before = await answersOf(run);
  expect(before.state).toBe('unchanged');
  await packed();
  expect([errors, await rowsOf(run)]).toEqual([[], 0]);
  expect(await answersOf(run)).toEqual(before);
  expect(await brokenInvariants(test.db)).toEqual([]);
});

it('OPS-587 an id that does not follow from the position is kept', async () => {
  const run = await importedRun(test, { seed: 3 });
  const id = '0b6f3c1e-58a5-4c59-8f0c-0d5d2a3c4b11';
  await storeWellsAsBefore(test.db, run.id);
  await withoutRules(
    test.db,
    (tx) =>
      tx.$executeRaw`UPDATE earlier_well SET id = ${id}::uuid WHERE run_id = ${run.id}::uuid AND position = 'A2'`,
  );
  const saved = await test.call('tech', 'PUT', `/run/${run.id}`, await configuration(test.db, run));
  expect(saved.statusCode, saved.body).toBe(200);
  expect([saved.json<Run>().analyses[0]?.wells['A2']?.id, await rowsOf(run)]).toEqual([id, 0]);
});

it('OPS-587 each member of a well is kept when the wells of its run are packed', async () => {
  const run = await interpretedRun(test, { seed: 12 });
  const { id: expected } = await test.db.diagnosticColor.findFirstOrThrow();
  const all = { order_id: '17', expected_diagnostic_id: expected, diagnostic_comment: 'Unclear.' };
  await changeWellsAt(test.db, { runId: run.id, position: 'A2' }, all);
  const stored = () => test.db.well.findMany({ where: { runId: run.id }, orderBy: { id: 'asc' } });
  const before = await stored();
  const whole = before.find(({ position }) => position === 'A2');
  expect(Object.values(whole ?? { nothing: null })).not.toContain(null);
  await storeWellsAsBefore(test.db, run.id);
  await changeWellsAt(test.db, { runId: run.id, position: 'A1' }, { score: 0.5 });
  expect(await rowsOf(run)).toBe(0);
  expect(await stored()).toEqual(
    before.map((well) => (well.position === 'A1' ? { ...well, score: 0.5 } : well)),
  );
});

it('OPS-588 a run that is not decided is packed once it is, or when its wells are written', async () => {
  const run = await interpretedRun(test, { seed: 4 });
  await storeWellsAsBefore(test.db, run.id);
  await packed();
  expect(await rowsOf(run)).toBe(4);
  await submit(test, run.id);
  await decide(test, run.id, { status: 'REJECTED' });
  await packed();
  expect([errors, await rowsOf(run)]).toEqual([[], 0]);
});

it('OPS-588 a laboratory that is being moved or is in another cluster is skipped', async () => {
  const run = await decidedRun(5);
  await storeWellsAsBefore(test.db, run.id);
  const setState = (moveState: string | null) =>
    test.db.laboratory.update({ where: { id: run.laboratory.id }, data: { moveState } });
  for (const state of ['closing', 'moving', 'elsewhere', 'arriving']) {
    await setState(state);
    await packed();
    expect(await rowsOf(run), state).toBe(4);
  }
  await setState(null);
  await packed();
  expect(await rowsOf(run)).toBe(0);
});

it('OPS-588 a laboratory whose move starts while its run waits to be packed is skipped', async () => {
  const run = await decidedRun(10);
  await storeWellsAsBefore(test.db, run.id);
  const { id } = run.laboratory;
  let packing = Promise.resolve();
  await test.db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT FROM run WHERE id = ${run.id}::uuid FOR UPDATE`;
    packing = packed();
    await expect.poll(() => waiting()).toBe(1);
    await tx.laboratory.update({ where: { id }, data: { moveState: 'closing' } });
  });
  await packing;
  expect([errors, await rowsOf(run)]).toEqual([[], 4]);
  await test.db.laboratory.update({ where: { id }, data: { moveState: null } });
  await packed();
  expect(await rowsOf(run)).toBe(0);
});

/** How many runs wait to be packed. */
async function waiting(): Promise<number> {
  const [row] = await test.db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%pack_wells%'`;
  return row?.count ?? 0;
}

it('OPS-588 wells that packing would change stay in their rows and are reported', async () => {
  const run = await decidedRun(6);
  await storeWellsAsBefore(test.db, run.id);
  await withoutRules(
    test.db,
    (tx) =>
      tx.$executeRaw`UPDATE earlier_well SET id = analysis_id, position = 'Z9' WHERE run_id = ${run.id}::uuid AND position = 'A1'`,
  );
  await withoutRules(
    test.db,
    (tx) =>
      tx.$executeRaw`UPDATE earlier_well SET laboratory_id = gen_random_uuid() WHERE run_id = ${run.id}::uuid AND position = 'A2'`,
  );
  await packed();
  expect(errors).toEqual([expect.stringMatching(/^Error: The wells of run .* stay rows/)]);
  expect(await rowsOf(run)).toBe(4);
});

it('OPS-590 what a well refers to cannot be deleted, and a comment names a well of its run', async () => {
  const run = await interpretedRun(test, { seed: 7 });
  const { lot: used } = await test.db.well.findFirstOrThrow({
    where: { runId: run.id, lotId: { not: null } },
    select: { lot: true },
  });
  if (used === null) throw new Error('the well has a lot');
  const lot = await test.db.lot.create({ data: { ...used, id: randomUUID(), name: 'Of one well' } });
  await changeWellsAt(test.db, { runId: run.id, position: 'A1' }, { lot_id: lot.id });
  await expect(test.db.$executeRaw`DELETE FROM lot WHERE id = ${lot.id}::uuid`).rejects.toThrow(
    /run_well_use_lot_id_fkey/,
  );
  await changeWellsAt(test.db, { runId: run.id, position: 'A1' }, { lot_id: used.id });
  expect(await test.db.$executeRaw`DELETE FROM lot WHERE id = ${lot.id}::uuid`).toBe(1);
  const other = await importedRun(test, { seed: 8 });
  const comment = (wellId: string) => test.db.$executeRaw`
    INSERT INTO comment (id, run_id, laboratory_id, well_id, author_id, author_name, value)
    SELECT new_id(), id, laboratory_id, ${wellId}::uuid, created_by_id, created_by_name, 'Fine' FROM run WHERE id = ${other.id}::uuid`;
  expect(await comment(other.analyses[0]?.wells['A1']?.id ?? '')).toBe(1);
  await expect(comment(run.analyses[0]?.wells['A1']?.id ?? '')).rejects.toThrow(
    /a comment names a well of another run/,
  );
});

it.each([
  "INSERT INTO well (run_id, position) VALUES (:run, 'A1')",
  "UPDATE well w SET name = 'X' FROM (SELECT id FROM well WHERE run_id = :run) d WHERE w.id = d.id",
  'DELETE FROM well WHERE run_id = :run',
  // Version 0.2.0 names columns of a key, which is another one in partitions; there is no upgrade to these.
  ...(isPartitioned
    ? []
    : [
        `INSERT INTO channel_analysis (id, run_id, laboratory_id, name, channel)
   SELECT id, run_id, laboratory_id, name, channel FROM channel_analysis WHERE run_id = :run ON CONFLICT (run_id, channel) DO UPDATE SET name = 'X'`,
      ]),
])('OPS-589 a statement of version 0.2.0 that changes wells fails as unavailable: %s', async (sql) => {
  const run = await importedRun(test, { seed: 9 });
  const stored = () => test.db.well.findMany({ where: { runId: run.id }, orderBy: { id: 'asc' } });
  const before = await stored();
  const tried = test.db
    .$executeRawUnsafe(sql.replaceAll(':run', `'${run.id}'`))
    .catch((error: unknown) => error);
  expect(databaseProblem(await tried)).toMatchObject({ code: 'unavailable' });
  expect(await stored()).toEqual(before);
});

it('OPS-589 a process of version 0.2.0 signs nothing, because it cannot detect whether wells change meanwhile', async () => {
  const run = await importedRun(test, { seed: 11 });
  const itsMark = test.db.$queryRaw`
    SELECT sum(hashtextextended(concat(w.ctid, ' ', w.xmin), 0)) FROM well w WHERE w.run_id = ${run.id}::uuid`;
  await expect(itsMark).rejects.toThrow(/42703|column w\.ctid does not exist/);
});
