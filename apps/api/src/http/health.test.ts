import { fastify } from 'fastify';
import { expect, it } from 'vitest';

import { healthRoutes } from './health.ts';

async function ready(isReady: () => Promise<boolean> | boolean) {
  const app = fastify();
  await app.register(healthRoutes, { checks: [{ name: 'database', isReady }] });
  const answer = await app.inject({ url: '/health/ready' });
  await app.close();
  return answer;
}

it('is ready when every part is', async () => {
  const answer = await ready(() => true);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ status: 'ready', parts: { database: 'ok' } });
});

it.each([
  ['says no', () => false],
  ['fails', () => Promise.reject(new Error('no connection'))],
  ['does not answer within half a second', () => new Promise<boolean>(() => undefined)],
])('is not ready when a part %s, and says which', async (_case, isReady) => {
  const answer = await ready(isReady);
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('5');
  expect(answer.json()).toEqual({ status: 'not ready', parts: { database: 'failed' } });
});

it('is live whatever happens to the database', async () => {
  const app = fastify();
  await app.register(healthRoutes, { checks: [{ name: 'database', isReady: () => false }] });
  expect((await app.inject({ url: '/health/live' })).statusCode).toBe(200);
  await app.close();
});
