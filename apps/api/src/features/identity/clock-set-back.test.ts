import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';

const HOUR_MS = 3_600_000;
let test: TestApp;
let clockMs = Date.now() + HOUR_MS;
beforeAll(async () => {
  test = await createTestApp({ clock: { now: () => new Date(clockMs) }, actorCacheMs: 2_000 });
});
afterAll(() => test.close());

it('TRUST-632 rights that were removed after the clock was set back do not count until it has caught up', async () => {
  const authorization = `Bearer ${await test.issuer.tokenFor(test.db, 'tech', { expiresIn: 3 * 3_600 })}`;
  const status = async () =>
    (await test.app.inject({ url: '/api/run', headers: { authorization } })).statusCode;
  expect(await status()).toBe(200);
  clockMs -= HOUR_MS;
  await test.db.appUser.update({ where: { login: 'tech' }, data: { enabled: false } });
  clockMs += 3_000;
  expect(await status()).toBe(403);
  // The cache also expires after the clock was set back.
  await test.db.appUser.update({ where: { login: 'tech' }, data: { enabled: true } });
  expect(await status()).toBe(403);
  clockMs += 2_000;
  expect(await status()).toBe(200);
});
