import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import type { Run } from '@curvewell/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from './create-test-app.ts';
import { configuration, importedRun } from './run-factory.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const PROCESS = fileURLToPath(new URL('interpreting-process.ts', import.meta.url));

it('OPS-122 a run that another process interprets is busy, and free soon after that process is killed', async () => {
  const imported = await importedRun(test);
  const saved = await test.call('tech', 'PUT', `/run/${imported.id}`, await configuration(test.db, imported));
  const run = saved.json<Run>();
  const interpret = async () => (await test.call('tech', 'POST', `/run/${run.id}/interpret`)).statusCode;

  const other = spawn(process.execPath, ['--no-deprecation', PROCESS, test.databaseUrl, run.id], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(other.stdout, 'data');
  expect(await interpret()).toBe(409);

  other.kill('SIGKILL');
  await once(other, 'exit');
  expect((await test.call('tech', 'GET', `/run/${run.id}`)).json()).toEqual(run);
  // Recovers without intervention, once the claim has expired.
  await expect.poll(interpret, { timeout: 60_000, interval: 500 }).toBe(200);
}, 120_000);
