import { randomUUID } from 'node:crypto';

import { diagnosticColorSchema, type Run } from '@curvewell/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

import { readRecord } from '../src/features/decisions/decision-record.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { storeAsBefore } from './earlier-results.ts';
import { decide, interpretedRun, submit } from './run-factory.ts';
import { WHOLE_RESULTS } from './whole-results.ts';

/** The format of docs/packed-results.md. */
const resultsSchema = z.object({
  version: z.literal(2),
  colors: z.array(diagnosticColorSchema),
  wells: z.record(z.uuid(), z.strictObject({ color: z.int().nullable() })),
});

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const chartOf = ({ id }: Run) => test.call('tech', 'GET', `/run/${id}/chart`);
const forgetChart = ({ id: runId }: Run) =>
  test.db.interpretationChart.deleteMany({ where: { interpretation: { runId } } });

async function overridden(run: Run, position: string) {
  const well = run.analyses[0]?.wells[position]?.id ?? '';
  const body = { id: null, comment: 'Unclear.' };
  return test.call('tech', 'PATCH', `/run/${run.id}/interpreted-wells?wellIds=${well}`, body);
}

it('TRUST-594 an interpretation stores its results as one value, and an override as one row', async () => {
  const run = await interpretedRun(test, { seed: 1 });
  const wells = Object.values(run.analyses[0]?.wells ?? {}).filter(({ res }) => res !== null);
  expect((await overridden(run, 'A1')).statusCode).toBe(200);
  const { id, results, overrides } = await test.db.interpretation.findUniqueOrThrow({
    where: { runId: run.id },
    include: { overrides: true },
  });
  expect(await test.db.interpretedWell.count({ where: { interpretationId: id } })).toBe(0);
  expect(overrides).toMatchObject([{ state: 'UPDATED', wellId: wells[0]?.id }]);
  const value = resultsSchema.parse(results);
  expect(Object.keys(value.wells).sort()).toEqual(wells.map((well) => well.id).sort());
  for (const well of wells)
    expect(value.colors[value.wells[well.id]?.color ?? -1]?.diagnostic.name).toBe(well.res);
  expect(new Set(value.colors.map(({ id }) => id)).size).toBe(value.colors.length);
});

it('TRUST-594 an override of a well of another run, or in another laboratory, is refused by the database', async () => {
  const [run, other] = [await interpretedRun(test, { seed: 4 }), await interpretedRun(test, { seed: 5 })];
  const { id: interpretationId } = await test.db.interpretation.findUniqueOrThrow({
    where: { runId: run.id },
  });
  const wellOf = ({ analyses }: Run) => analyses[0]?.wells['A1']?.id ?? '';
  const by = { byId: randomUUID(), byName: 'Somebody' };
  const add = (place: { readonly wellId: string; readonly laboratoryId: string }) =>
    test.db.interpretedWellDiagnostic.create({
      data: { interpretationId, state: 'UPDATED', ...by, ...place },
    });
  const laboratoryId = run.laboratory.id;
  const refusal = /an override names a well of another run or another laboratory/;
  await expect(add({ wellId: wellOf(other), laboratoryId })).rejects.toThrow(refusal);
  await expect(add({ wellId: randomUUID(), laboratoryId })).rejects.toThrow(refusal);
  // Its keys name the laboratory.
  await expect(add({ wellId: wellOf(run), laboratoryId: randomUUID() })).rejects.toThrow(/_id_fkey/);
  await add({ wellId: wellOf(run), laboratoryId });
});

it.each(['rows', 'explanations'] as const)(
  'TRUST-595 an interpretation with results in earlier form is drawn, overridden, signed and checked as before: %s',
  async (form) => {
    const run = await interpretedRun(test, { seed: 2 });
    const { wells } = (await readRecord(test.db, run.id)) ?? {};
    const chart = (await chartOf(run)).body;
    await storeAsBefore(test.db, run.id, form);
    expect((await readRecord(test.db, run.id))?.wells).toEqual(wells);
    await forgetChart(run);
    expect((await chartOf(run)).body).toBe(chart);
    expect((await overridden(run, 'A1')).statusCode).toBe(200);
    expect((await submit(test, run.id)).statusCode).toBe(200);
    const approved = await decide(test, run.id);
    expect(approved.statusCode, approved.body).toBe(200);
    const checked = await test.call('physician', 'GET', `/run/${run.id}/record`);
    expect(checked.json()).toMatchObject({ state: 'unchanged' });
  },
);

it.each([
  `${WHOLE_RESULTS} #- ARRAY['wells', :id, 'explanation']`,
  `jsonb_set(${WHOLE_RESULTS}, ARRAY['wells', :id, 'explanation'], '{"score": 1}')`,
])(
  'OPS-510 an explanation that is missing or cannot be read is a clear error, never an empty result: %s',
  async (damage) => {
    const run = await interpretedRun(test, { seed: 3 });
    const wellId = run.analyses[0]?.wells['A2']?.id ?? '';
    const value = damage.replace(':id', `'${wellId}'`);
    await test.db.$executeRawUnsafe(
      `UPDATE interpretation SET explanation_text = NULL, results = ${value} WHERE run_id = '${run.id}'`,
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
