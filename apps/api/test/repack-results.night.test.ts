import type { FormerInterpretation, Reinterpretation, Run } from '@curvewell/domain';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from './create-test-app.ts';
import { storeAsBefore } from './earlier-results.ts';
import { brokenInvariants } from './invariants.ts';
import { decide, interpretedRun, shownResults, submit } from './run-factory.ts';
import { withoutRules } from './without-rules.ts';
import { readRecord } from '../src/features/decisions/decision-record.ts';
import { loadResults } from '../src/features/interpretation/results/load-results.ts';
import { repackResults } from '../src/features/interpretation/results/repack-results.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const errors: string[] = [];
const repacked = async () => {
  errors.length = 0;
  const onError = (error: unknown) => errors.push(String(error));
  await repackResults({ db: test.db, clock: test.app.clock, onError });
};

const ofRun = ({ id: runId }: Run) => ({ OR: [{ runId }, { formerRunId: runId }] });
const unpacked = (run: Run) => test.db.interpretedWell.count({ where: { interpretation: ofRun(run) } });

/** A decided run that was overridden, and interpreted twice. */
async function decidedRun(seed: number): Promise<Run> {
  const run = await interpretedRun(test, { seed });
  const well = run.analyses[0]?.wells['A1']?.id ?? '';
  const url = `/run/${run.id}/interpreted-wells?wellIds=${well}`;
  await test.call('tech', 'PATCH', url, { id: null, comment: 'Unclear.' });
  const again = `/run/${run.id}/reinterpretation`;
  const { revision, proposal } = (await test.call('tech', 'GET', again)).json<Reinterpretation>();
  const answer = await test.call('tech', 'POST', again, { revision, proposal });
  expect(answer.statusCode, answer.body).toBe(200);
  // The override was carried over: it is older than the suggested diagnostic.
  const seen = await test.call('physician', 'PUT', `/run/${run.id}/seen`, {
    results: await shownResults(test, run.id, [well]),
  });
  expect(seen.json()).toEqual({ wellIds: [well] });
  await submit(test, run.id);
  await decide(test, run.id);
  return run;
}

/** All responses of the product with the results of a run. */
const answersOf = async (run: Run) => {
  const { id } = run;
  const [former] = (await test.call('tech', 'GET', `/run/${id}/interpretation/previous`)).json<
    FormerInterpretation[]
  >();
  const all = await test.db.interpretation.findMany({ where: ofRun(run), orderBy: { interpretedAt: 'asc' } });
  return {
    results: await Promise.all(all.map((one) => loadResults(test.db, one.id))),
    run: (await test.call('tech', 'GET', `/run/${id}`)).json<Run>(),
    record: await readRecord(test.db, id),
    former,
    charts: [
      (await test.call('tech', 'GET', `/run/${id}/chart`)).body,
      (await test.call('tech', 'GET', `/run/${id}/interpretation/previous/${former?.id ?? ''}/chart`)).body,
    ],
    csv: (await test.call('tech', 'POST', `/run/export/${id}`, { format: 'CSV' })).body,
    seen: (await test.call('physician', 'GET', `/run/${id}/seen`)).json<unknown>(),
    state: (await test.call('physician', 'GET', `/run/${id}/record`)).json<{ state: string }>().state,
  };
};

it.each(['rows', 'explanations'] as const)(
  'TRUST-596 TRUST-597 packing the results of a decided run changes no answer, no id and no signed byte: %s',
  async (form) => {
    const run = await decidedRun(form === 'rows' ? 1 : 2);
    await storeAsBefore(test.db, run.id, form);
    const before = await answersOf(run);
    expect(before).toMatchObject({
      state: 'unchanged',
      seen: { wellIds: [run.analyses[0]?.wells['A1']?.id] },
      former: { updatedDiagnostics: [{ comment: 'Unclear.' }] },
    });
    expect(await unpacked(run)).toBe(8);
    await repacked();
    expect(errors).toEqual([]);
    expect(await unpacked(run)).toBe(0);
    expect(await test.db.interpretedWellDiagnostic.count({ where: { interpretation: ofRun(run) } })).toBe(2);
    expect(await answersOf(run)).toEqual(before);
    expect(await brokenInvariants(test.db)).toEqual([]);
  },
);

it('TRUST-598 a run that is not decided is packed once it is, and an interrupted job continues', async () => {
  const run = await interpretedRun(test, { seed: 3 });
  await storeAsBefore(test.db, run.id);
  await repacked();
  expect(await unpacked(run)).toBe(4);
  await submit(test, run.id);
  await decide(test, run.id);
  await repacked();
  expect(await unpacked(run)).toBe(0);
  await repacked();
  expect(errors).toEqual([]);
});

it('TRUST-598 a laboratory that is being moved or is in another cluster is skipped', async () => {
  const run = await interpretedRun(test, { seed: 7 });
  await submit(test, run.id);
  await decide(test, run.id);
  await storeAsBefore(test.db, run.id);
  const setState = (moveState: string | null) =>
    test.db.laboratory.update({ where: { id: run.laboratory.id }, data: { moveState } });
  for (const state of ['closing', 'moving', 'elsewhere', 'arriving']) {
    await setState(state);
    await repacked();
    expect(await unpacked(run), state).toBe(4);
  }
  await setState(null);
  await repacked();
  expect([await unpacked(run), errors]).toEqual([0, []]);
});

it('TRUST-599 results that packing would change stay in their rows and are reported, and others are packed', async () => {
  const [broken, whole] = [await decidedRun(4), await decidedRun(5)];
  for (const { id } of [broken, whole]) await storeAsBefore(test.db, id);
  await withoutRules(
    test.db,
    (tx) => tx.$executeRaw`
      UPDATE interpreted_well_diagnostic SET by_name = 'Somebody' WHERE state = 'INITIAL' AND interpreted_well_id IN (
        SELECT w.id FROM interpreted_well w JOIN interpretation i ON i.id = w.interpretation_id
        WHERE i.run_id = ${broken.id}::uuid)`,
  );
  await repacked();
  expect(errors).toEqual([expect.stringMatching(/^Error: The results of interpretation .* stay unpacked/)]);
  expect([await unpacked(broken), await unpacked(whole)]).toEqual([4, 0]);
  const { results } = await test.db.interpretation.findUniqueOrThrow({ where: { runId: broken.id } });
  expect(results).toBeNull();
});

it('TRUST-600 the setting that lets the function pack decided runs gives the product’s role no right', async () => {
  const run = await decidedRun(6);
  const owner = new pg.Client({ connectionString: test.databaseUrl });
  await owner.connect();
  try {
    await owner.query(
      `CREATE ROLE packer; GRANT SELECT, UPDATE ON channel_analysis, run TO packer; GRANT DELETE ON control_series TO packer; SET ROLE packer`,
    );
    await owner.query(`SELECT set_config('curvewell.repacks', 'on', false)`);
    await expect(
      owner.query(`UPDATE channel_analysis SET wells = '[]' WHERE run_id = $1`, [run.id]),
    ).rejects.toThrow(/is decided: what belongs to it cannot be changed/);
    // PostgreSQL 18 runs the triggers of a cascade as the owner of the table.
    expect(await test.db.controlReading.count({ where: { runId: run.id } })).toBeGreaterThan(0);
    await expect(owner.query('DELETE FROM control_series')).rejects.toThrow(
      /is decided: what belongs to it cannot be changed/,
    );
    await expect(owner.query(`SELECT repack_results($1)`, [run.id])).rejects.toThrow(/permission denied/);
  } finally {
    await owner.query(`RESET ROLE; DROP OWNED BY packer; DROP ROLE packer`);
    await owner.end();
  }
});
