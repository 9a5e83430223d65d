import { syntheticWells } from '@curvewell/instruments/generate';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from './create-test-app.ts';
import { decide, interpretedRun, submit } from './run-factory.ts';

const CHANNELS = ['FAM', 'TEXAS_RED'] as const;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/**
 * Without statistics, as after the installation, PostgreSQL expects one row of each table and function, and prefers
 * nested loops. A statement that evaluates the results of a plate for each of its wells then exceeds its time limit.
 */
it('OPS-634 a plate of 384 × 2 is checked, submitted, approved and exported in a database without statistics', async () => {
  const plateType = 'RECTANGULAR_384';
  const wells = syntheticWells({ plateType, channels: CHANNELS, seed: 3 });
  const analyser = 'Bio-Rad CFX384';
  const run = await interpretedRun(test, { analyser, plateType, channels: CHANNELS, wells });
  const [{ analysed }] = await test.db.$queryRaw<[{ analysed: boolean }]>`
    SELECT bool_or(reltuples >= 0) AS analysed FROM pg_class WHERE relname IN ('run', 'interpretation', 'channel_analysis')`;
  expect(analysed).toBe(false);
  const check = await test.call('tech', 'GET', `/run/${run.id}/check?decision=submit`);
  expect(check.statusCode, check.body).toBe(200);
  await submit(test, run.id);
  await decide(test, run.id);
  const record = await test.call('physician', 'GET', `/run/${run.id}/record`);
  expect(record.statusCode, record.body.slice(0, 200)).toBe(200);
  const results = await test.call('tech', 'POST', `/run/export/${run.id}/results`, { format: 'LIS_CSV' });
  expect(results.statusCode, results.body.slice(0, 200)).toBe(200);
}, 60_000);
