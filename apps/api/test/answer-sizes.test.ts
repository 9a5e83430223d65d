import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from './create-test-app.ts';
import { addManyRuns } from './many-runs.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('TRUST-80 a page of thirteen runs is no larger than 20 kB', async () => {
  const { laboratoryId } = await test.db.appUser.findUniqueOrThrow({ where: { login: 'tech' } });
  await addManyRuns(test.db, laboratoryId ?? '', { live: 13, archived: 0 });
  const { rawPayload } = await test.call('tech', 'GET', '/run?size=13');
  expect((JSON.parse(rawPayload.toString()) as { listObjects: unknown[] }).listObjects).toHaveLength(13);
  expect(rawPayload.length).toBeLessThanOrEqual(20_000);
});
