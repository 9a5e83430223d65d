import { randomUUID } from 'node:crypto';

import { kitCalls } from '@curvewell/contracts';
import type { Run } from '@curvewell/domain';
import { firstTemperatures } from '@curvewell/instruments';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';
import { importedRun, interpretedRun } from '../../../../test/run-factory.ts';
import { storedSettings } from '../../../../test/stored-settings.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { loadStoredCurves } from '../../../curves/index.ts';

let test: TestApp;
let run: Run;
let body: { kitId: string; reactionBufferId: string; analyserId: string; channels: object[] };

const zone = (name: string, minTemp: number, maxTemp: number) => ({
  name,
  minTemp,
  maxTemp,
  label: '',
  minThreshold: null,
  minQuality: null,
});

beforeAll(async () => {
  test = await createTestApp();
  run = await interpretedRun(test, { seed: 1 });
  const { kitId, reactionBufferId, phases } = await storedSettings(test.db);
  const { analyserId } = await test.db.run.findUniqueOrThrow({ where: { id: run.id } });
  const near = [zone('A', 60, 61), zone('B', 61.02, 61.5)];
  const channels = [{ name: 'FAM', phases: [{ ...phases[0], zones: near }] }];
  body = { kitId, reactionBufferId, analyserId, channels };
});
afterAll(() => test.close());

const nearZones = (changes: object = {}, login = 'research') =>
  test.call(login, 'POST', '/kit/near-zones', { ...body, ...changes });

async function warningsOf(changes: object = {}, login = 'research'): Promise<string[]> {
  const answer = await nearZones(changes, login);
  expect(answer.statusCode, answer.body).toBe(200);
  return kitCalls.nearZones.answer.parse(answer.json()).warnings;
}

/** The interval between the first two readings of a run, °C. */
async function stepOf(runId: string): Promise<number> {
  const [stored] = await loadStoredCurves(test.db, { runId, where: Prisma.sql`channel = 'FAM'` });
  const [first = NaN, second = NaN] = firstTemperatures(stored?.packed ?? new Uint8Array()) ?? [];
  return Number(Math.abs(second - first).toFixed(2));
}

it('API-370 KIT-177 names zones that are too close at the step of the newest run with the kit', async () => {
  const step = await stepOf(run.id);
  const [warning, ...others] = await warningsOf();
  expect(others).toEqual([]);
  expect(warning).toContain('zones A and B are 0.76 °C apart.');
  expect(warning).toContain(`With a reading every ${step} °C, as in run ${run.businessId}, two products`);
});

it('KIT-177 a given run determines the step, one of another laboratory does not', async () => {
  const other = await importedRun(test, { seed: 2 });
  expect((await warningsOf({ runId: other.id }))[0]).toContain(`as in run ${other.businessId},`);
  const strange = await interpretedRun(test, { login: 'tech.south' });
  expect((await warningsOf({ runId: strange.id }))[0]).toContain('With a reading every 0.5 °C (assumed');
});

it('KIT-177 without a run 0.5 °C is assumed, and the warning says so', async () => {
  expect((await warningsOf({ kitId: randomUUID() }))[0]).toContain(
    'With a reading every 0.5 °C (assumed, because there is no run with this kit), two products',
  );
});

it('API-370 distant zones give no warning, and users who may not read kits are refused', async () => {
  expect(await warningsOf({ channels: [] })).toEqual([]);
  expect((await nearZones({}, 'tech')).statusCode).toBe(403);
});

it('OPS-506 a run whose curves are damaged is named in a clear error', async () => {
  const broken = await interpretedRun(test, { seed: 3 });
  await test.db
    .$executeRaw`UPDATE run_curves SET packed = '\\x00', packed_sha256 = NULL WHERE run_id = ${broken.id}::uuid`;
  const answer = await nearZones({ runId: broken.id });
  expect(answer.statusCode, answer.body).toBe(503);
  expect(answer.body).toMatch(
    new RegExp(`The stored curves FAM \\w+ of run ${broken.businessId} cannot be read`),
  );
});
