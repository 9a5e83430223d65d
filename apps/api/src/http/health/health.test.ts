import { fastify } from 'fastify';
import { expect, it } from 'vitest';

import { healthRoutes, type HealthPart, type PartState } from './health.ts';

const part = (state: PartState, isRequired: boolean): HealthPart => ({
  state: () => state,
  isRequired,
  ifAway: 'It costs this.',
});

async function ready(parts: Record<string, HealthPart>, isDraining = false) {
  const app = fastify();
  await app.register(healthRoutes, { parts, isDraining: () => isDraining });
  const answer = await app.inject({ url: '/health/ready' });
  await app.close();
  return answer;
}

it('OPS-373 is ready when every required part works, and states the effect of each failure', async () => {
  const answer = await ready({
    database: part('ok', true),
    identityProvider: part('failed', false),
    objectStore: part('not used', false),
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    status: 'ready',
    parts: {
      database: { state: 'ok', ifAway: 'It costs this.' },
      identityProvider: { state: 'failed', ifAway: 'It costs this.' },
      objectStore: { state: 'not used', ifAway: 'It costs this.' },
    },
  });
});

it('OPS-373 is not ready when a required part fails, naming it', async () => {
  const answer = await ready({ database: part('failed', true), workers: part('ok', true) });
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('5');
  expect(answer.json()).toMatchObject({
    status: 'not ready',
    parts: { database: { state: 'failed' }, workers: { state: 'ok' } },
  });
});

it('OPS-375 is not ready but live while the process drains', async () => {
  const answer = await ready({ database: part('ok', true) }, true);
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({
    parts: { database: { state: 'ok' }, shutdown: { state: 'failed' } },
  });
});

it('is live whatever the state of the database', async () => {
  const app = fastify();
  await app.register(healthRoutes, { parts: { database: part('failed', true) } });
  expect((await app.inject({ url: '/health/live' })).statusCode).toBe(200);
  await app.close();
});
