import type { Run } from '@curvewell/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { readRecord } from '../src/features/decisions/decision-record.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { decide, interpretedRun, submit } from './run-factory.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const chartOf = ({ id }: Run) => test.call('tech', 'GET', `/run/${id}/chart`);
const forgetChart = ({ id: runId }: Run) =>
  test.db.interpretationChart.deleteMany({ where: { interpretation: { runId } } });

/** Stores the explanations of a run as they were before they were one value. */
async function storeAsBefore({ id }: Run): Promise<void> {
  await test.db.$executeRaw`
    UPDATE interpreted_well w SET explanation = i.explanations -> w.id::text
    FROM interpretation i WHERE i.id = w.interpretation_id AND i.run_id = ${id}::uuid`;
  await test.db.$executeRaw`UPDATE interpretation SET explanations = NULL WHERE run_id = ${id}::uuid`;
}

async function overridden(run: Run, position: string) {
  const well = run.analyses[0]?.wells[position]?.id ?? '';
  const body = { id: null, comment: 'Unclear.' };
  return test.call('tech', 'PATCH', `/run/${run.id}/interpreted-wells?wellIds=${well}`, body);
}

it('OPS-508 an interpretation stores its explanations as one value, a fraction of its results in rows', async () => {
  const run = await interpretedRun(test, { seed: 1 });
  const rows = await test.db.interpretedWell.findMany({ where: { interpretation: { runId: run.id } } });
  expect(rows.map(({ explanation }) => explanation)).toEqual([null, null, null, null]);
  const { explanations } = await test.db.interpretation.findUniqueOrThrow({ where: { runId: run.id } });
  expect(Object.keys(explanations ?? {}).sort()).toEqual(rows.map(({ id }) => id).sort());
});

it('OPS-509 an interpretation whose explanations are in rows is drawn, overridden, signed and checked as before', async () => {
  const run = await interpretedRun(test, { seed: 2 });
  const { wells } = (await readRecord(test.db, run.id)) ?? {};
  const chart = (await chartOf(run)).body;
  await storeAsBefore(run);
  expect((await readRecord(test.db, run.id))?.wells).toEqual(wells);
  await forgetChart(run);
  expect((await chartOf(run)).body).toBe(chart);
  expect((await overridden(run, 'A1')).statusCode).toBe(200);
  expect((await submit(test, run.id)).statusCode).toBe(200);
  const approved = await decide(test, run.id);
  expect(approved.statusCode, approved.body).toBe(200);
  const checked = await test.call('physician', 'GET', `/run/${run.id}/record`);
  expect(checked.json()).toMatchObject({ state: 'unchanged' });
});

it.each(['explanations - :id', `jsonb_set(explanations, ARRAY[:id], '{"score": 1}')`])(
  'OPS-510 an explanation that is missing or cannot be read is a clear error, never an empty result: %s',
  async (damage) => {
    const run = await interpretedRun(test, { seed: 3 });
    const wellId = run.analyses[0]?.wells['A2']?.id ?? '';
    const { id } = await test.db.interpretedWell.findUniqueOrThrow({ where: { wellId } });
    const value = damage.replace(':id', `'${id}'`);
    await test.db.$executeRawUnsafe(
      `UPDATE interpretation SET explanations = ${value} WHERE run_id = '${run.id}'`,
    );
    await forgetChart(run);
    for (const answer of [
      await chartOf(run),
      await overridden(run, 'A2'),
      await test.call('tech', 'GET', `/run/${run.id}/check?decision=submit`),
      await test.call('tech', 'POST', `/run/export/${run.id}`, { format: 'CSV' }),
    ]) {
      expect(answer.statusCode, answer.body).toBe(503);
      expect(answer.body).toContain('The stored explanation of A2 is missing or cannot be read');
    }
  },
);
