import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from './create-test-app.ts';

const PER_MINUTE = 40;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ requestsPerMinute: PER_MINUTE });
});
afterAll(() => test.close());

const me = (login: string) => test.call(login, 'GET', '/me');
/** Sends requests one after the other and counts the statuses. */
async function statusesOf(count: number, ask: () => Promise<{ readonly statusCode: number }>) {
  const statuses: Record<number, number> = {};
  for (let index = 0; index < count; index++) {
    const { statusCode } = await ask();
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
  }
  return statuses;
}

it('ERR-116 requests are counted by user: one who makes too many gets a time to retry, others are served', async () => {
  const answers = await statusesOf(PER_MINUTE + 10, () => me('tech'));
  expect(answers).toEqual({ 200: PER_MINUTE, 429: 10 });

  const refused = await me('tech');
  expect(refused.json()).toMatchObject({ code: 'too-many-requests', issues: [] });
  const seconds = Number(refused.headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(refused.json<{ message: string }>().message).toContain(`Try again in ${seconds} s`);
  expect((await me('physician')).statusCode).toBe(200);
});

it('ERR-116 changes have a quarter of that limit, and a user at the limit for reads may still save', async () => {
  const comment = () => test.call('tech', 'POST', '/run/00000000-0000-4000-8000-000000000000/interpret');
  const answers = await statusesOf(PER_MINUTE / 4 + 1, comment);
  expect(answers).toEqual({ 404: PER_MINUTE / 4, 429: 1 });
});

it('ERR-116 uploads and exports together have a twentieth of that limit, independent of other requests', async () => {
  const upload = () => test.call('physician', 'POST', '/run/inspect');
  const makeFile = () =>
    test.call('physician', 'POST', '/run/export/00000000-0000-4000-8000-000000000000/record');
  const statuses = [await upload(), await makeFile(), await upload(), await makeFile()].map(
    ({ statusCode }) => statusCode === 429,
  );
  expect(PER_MINUTE / 20).toBe(2);
  expect(statuses).toEqual([false, false, true, true]);
  expect((await me('physician')).statusCode).toBe(200);
});

it('OPS-175 a user may test a file server connection five times a minute', async () => {
  const answers = await statusesOf(6, () => test.call('physician', 'POST', '/ftp/test', {}));
  expect(answers).toEqual({ 400: 5, 429: 1 });
  expect((await test.call('physician.south', 'POST', '/ftp/test', {})).statusCode).toBe(400);
});

it('ERR-116 requests without sign-in are counted by address, with a high limit', async () => {
  const ask = () => test.app.inject({ url: '/api/me' });
  const answers = await statusesOf(PER_MINUTE * 5 + 1, ask);
  expect(answers).toEqual({ 401: PER_MINUTE * 5, 429: 1 });
  expect((await me('manager')).statusCode).toBe(200);
});

it('ERR-117 a server whose event loop is delayed refuses calls with 429, and answers health checks', async () => {
  const late = await createTestApp({ maxEventLoopDelayMs: 200 });
  const overloaded = async () => {
    const until = performance.now() + 1_500;
    while (performance.now() < until);
    await new Promise((resolve) => setTimeout(resolve, 1));
    return late.call('quality', 'GET', '/me');
  };
  let answer = await overloaded();
  for (let tries = 0; answer.statusCode !== 429 && tries < 10; tries++) answer = await overloaded();
  expect(answer.json()).toMatchObject({ code: 'too-many-requests' });
  expect(answer.headers['retry-after']).toBe('5');
  expect((await late.app.inject({ url: '/api/openapi.json' })).statusCode).toBe(200);
  await expect.poll(async () => (await late.call('quality', 'GET', '/me')).statusCode).toBe(200);
  await late.close();
});
