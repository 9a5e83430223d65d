import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';

const MINUTE_MS = 60_000;
let test: TestApp;
/** Time that has passed in the test, ms. */
let passedMs = 0;
beforeAll(async () => {
  test = await createTestApp({ clock: { now: () => new Date(Date.now() + passedMs) } });
  await test.db.laboratory.updateMany({
    where: { name: 'Demo laboratory North' },
    data: { rules: { idleLockMinutes: 10 } },
  });
});
afterAll(() => test.close());

/** The token outlives the test's clock, so only the session ends. */
async function ask(
  sid: string,
  idleSeconds?: number,
  { authTime = 0, url = '/api/me', login = 'tech' } = {},
) {
  const at = Math.floor((Date.now() + passedMs) / 1000);
  const claims = { sid, iat: at, exp: at + 300, auth_time: authTime };
  const headers = {
    authorization: `Bearer ${await test.issuer.tokenFor(test.db, login, { claims })}`,
    ...(idleSeconds !== undefined && { 'x-idle-seconds': String(idleSeconds) }),
  };
  const answer = await test.app.inject({ url, headers, payloadAsStream: true });
  answer.stream().destroy();
  return answer.statusCode;
}
const now = () => Math.floor((Date.now() + passedMs) / 1000);

it('TRUST-351 a session without input locks, even if the page continues to send requests', async () => {
  expect(await ask('idle')).toBe(200);
  for (const minutes of [3, 6, 9]) {
    passedMs += 3 * MINUTE_MS;
    expect(await ask('idle', minutes * 60)).toBe(200);
  }
  passedMs += 2 * MINUTE_MS;
  expect(await ask('idle', 11 * 60)).toBe(401);
  // A report of input does not unlock the session.
  expect(await ask('idle', 0)).toBe(401);
});

it('TRUST-351 input keeps a session unlocked, across processes', async () => {
  expect(await ask('busy')).toBe(200);
  passedMs += 8 * MINUTE_MS;
  expect(await ask('busy', 0)).toBe(200);
  const beside = await createTestApp({ beside: test, clock: { now: () => new Date(Date.now() + passedMs) } });
  passedMs += 8 * MINUTE_MS;
  const at = now();
  const token = await test.issuer.tokenFor(test.db, 'tech', {
    claims: { sid: 'busy', iat: at, exp: at + 300 },
  });
  const headers = { authorization: `Bearer ${token}`, 'x-idle-seconds': '480' };
  expect((await beside.app.inject({ url: '/api/me', headers })).statusCode).toBe(200);
  await beside.close();
});

it('TRUST-351 signing in again unlocks it; an event stream is not input', async () => {
  expect(await ask('again')).toBe(200);
  passedMs += 9 * MINUTE_MS;
  expect(await ask('again', undefined, { url: '/api/events' })).toBe(200);
  passedMs += 2 * MINUTE_MS;
  expect(await ask('again', 0)).toBe(401);
  expect(await ask('again', 0, { authTime: now() })).toBe(200);
});

it('TRUST-351 a laboratory without a limit locks nothing', async () => {
  expect(await ask('south', 0, { login: 'tech.south' })).toBe(200);
  passedMs += 600 * MINUTE_MS;
  expect(await ask('south', 36_000, { login: 'tech.south' })).toBe(200);
});
