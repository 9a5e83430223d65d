import { decisionRecordSchema } from '@curvewell/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { readRecord } from '../src/features/decisions/decision-record.ts';
import { loadStoredCurves, readStoredCurves } from '../src/curves/index.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { configuration, decide, importedRun, submit } from './run-factory.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const bytesOf = (series: readonly Float64Array[]) =>
  new Uint8Array(Float64Array.from(series.flatMap((one) => [...one])).buffer);

/** Stores the curves of a run in the format before packing. */
async function storeAsBefore(runId: string): Promise<void> {
  for (const stored of await loadStoredCurves(test.db, { runId })) {
    const { channel, phase } = stored;
    const curves = [...readStoredCurves(stored).values()];
    const plain = {
      temperatures: bytesOf(curves.map(({ temperature }) => temperature)),
      values: bytesOf(curves.map(({ value }) => value)),
    };
    const unpacked = { packedSha256: null, temperaturesSha256: null, valuesSha256: null };
    await test.db.runCurves.updateMany({ where: { runId, channel, phase }, data: { ...plain, ...unpacked } });
  }
}

it('OPS-502 a run with curves from before packing is interpreted, signed and verified as before', async () => {
  const run = await importedRun(test);
  await storeAsBefore(run.id);
  await test.call('tech', 'PUT', `/run/${run.id}`, await configuration(test.db, run));
  const interpreted = await test.call('tech', 'POST', `/run/${run.id}/interpret`);
  expect(interpreted.statusCode, interpreted.body).toBe(200);
  expect((await submit(test, run.id)).statusCode).toBe(200);
  const approved = await decide(test, run.id);
  expect(approved.statusCode, approved.body).toBe(200);
  const checked = await test.call('physician', 'GET', `/run/${run.id}/record`);
  expect(checked.json()).toMatchObject({ state: 'unchanged' });
  const { curves } = decisionRecordSchema.parse(await readRecord(test.db, run.id));
  expect(curves.map(({ packedSha256 }) => packedSha256)).toEqual(curves.map(() => undefined));
});
