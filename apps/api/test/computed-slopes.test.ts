import type { Run } from '@curvewell/domain';
import { beforeAll, afterAll, expect, it } from 'vitest';

import { readRecord } from '../src/features/decisions/decision-record.ts';
import { chartSlopes } from '../src/features/interpretation/chart/stored-slopes.ts';
import { loadChartInput, readParts } from '../src/features/interpretation/index.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { decide, interpretedRun, submit } from './run-factory.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const ofRun = ({ id: runId }: Run) => ({ where: { interpretation: { runId } } });
const chartOf = ({ id }: Run) => test.call('tech', 'GET', `/run/${id}/chart`);
const workbookOf = ({ id }: Run) => test.call('tech', 'POST', `/run/export/${id}`, { format: 'XLSX' });

/** Stores the slopes of a run as they were before they were computed. */
async function storeAsBefore(run: Run): Promise<void> {
  for (const { channel, phase, temperatures, values } of chartSlopes(
    await loadChartInput(test.db, { runId: run.id }),
  ))
    await test.db.interpretedSlopes.updateMany({
      where: { ...ofRun(run).where, channel, phase },
      data: { temperatures, values, temperaturesSha256: null, valuesSha256: null },
    });
}

const withoutInstants = (record: unknown) => ({ ...(record as object), run: null, decisions: null });

it('OPS-503 an interpretation stores the hashes of its slopes; the slopes are computed from the curves', async () => {
  const run = await interpretedRun(test, { seed: 1 });
  const rows = await test.db.interpretedSlopes.findMany(ofRun(run));
  expect(rows.map(({ channel, phase }) => `${channel} ${phase}`).sort()).toEqual(['FAM ANNEAL', 'FAM MELT']);
  expect(rows.every(({ temperatures, values }) => temperatures === null && values === null)).toBe(true);
  const slopes = chartSlopes(await loadChartInput(test.db, { runId: run.id }));
  expect(slopes.map(({ pointCounts }) => pointCounts)).toEqual(rows.map(({ pointCounts }) => pointCounts));
  expect(slopes.every(({ values }) => new Float32Array(values.buffer).some((value) => value > 0))).toBe(true);
});

it('OPS-504 an interpretation that has stored its slopes is drawn, signed and checked as before', async () => {
  const run = await interpretedRun(test, { seed: 2 });
  const [record, parts] = [await readRecord(test.db, run.id), await readParts(test.db, run.id)];
  const chart = (await chartOf(run)).body;
  await storeAsBefore(run);
  expect(withoutInstants(await readRecord(test.db, run.id))).toEqual(withoutInstants(record));
  expect(await readParts(test.db, run.id)).toEqual(parts);

  await test.db.interpretationChart.deleteMany(ofRun(run));
  expect((await chartOf(run)).body).toBe(chart);
  expect((await submit(test, run.id)).statusCode).toBe(200);
  expect((await decide(test, run.id)).statusCode).toBe(200);
  const checked = await test.call('physician', 'GET', `/run/${run.id}/record`);
  expect(checked.json()).toMatchObject({ state: 'unchanged' });
});

it('OPS-505 curves that give other slopes than the interpretation lead to a clear error, never to a different chart', async () => {
  const run = await interpretedRun(test, { seed: 3 });
  await test.db.interpretationChart.deleteMany(ofRun(run));
  await test.db.interpretedSlopes.updateMany({
    where: { ...ofRun(run).where, phase: 'MELT' },
    data: { valuesSha256: 'a'.repeat(64) },
  });
  for (const answer of [await chartOf(run), await workbookOf(run)]) {
    expect(answer.statusCode, answer.body).toBe(503);
    expect(answer.body).toContain('FAM MELT give other slopes than the interpretation');
  }
});

it('OPS-505 an override of a well whose curve is damaged stores nothing', async () => {
  const run = await interpretedRun(test, { seed: 4 });
  await test.db
    .$executeRaw`UPDATE run_curves SET packed = '\\x00', packed_sha256 = NULL WHERE run_id = ${run.id}::uuid`;
  const well = run.analyses[0]?.wells['A1']?.id ?? '';
  const url = `/run/${run.id}/interpreted-wells?wellIds=${well}`;
  const answer = await test.call('tech', 'PATCH', url, { id: null, comment: 'Unclear.' });
  expect(answer.statusCode, answer.body).toBe(503);
  expect(await test.db.interpretedWellDiagnostic.count({ where: { wellId: well } })).toBe(0);
});
