import { EventEmitter, once } from 'node:events';

import { ALL_CALLS } from '@curvewell/contracts';
import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { inOrigin, withOrigin } from '../../telemetry/job-origin.ts';
import { carryRequestOrigin } from '../../telemetry/request-origin.ts';
import { recordUse } from '../../telemetry/used-time.ts';
import type { Caller } from '../../actor.ts';
import { handleProblems } from '../responses/problems.ts';
import { createRequestLimits } from './request-limits.ts';

/** Burst and waiting allowance of an account, ms of processor time. */
const MAX_AT_ONCE = 61_000;
const PER_MINUTE = 40;

let app: FastifyInstance;
/** The work of a request. */
let work: () => unknown;

/** An application with one call, `evaluate`; a header names the user. */
beforeEach(() => {
  const evaluate = ALL_CALLS.find(({ name }) => name === 'interpretation.evaluate')?.call;
  if (evaluate === undefined) throw new Error('there is no call evaluate');
  work = () => undefined;
  app = fastify();
  app.decorateRequest('caller', null);
  app.decorateRequest('answerBytes', 0);
  carryRequestOrigin(app);
  handleProblems(app);
  const limits = createRequestLimits(PER_MINUTE);
  app.post('/evaluate', {
    onRequest: async (request, reply) => {
      request.caller = { userId: request.headers['x-user'] } as Caller; // the limits use only this field
      await limits.countUser(request, { call: evaluate, reply });
    },
    handler: async () => {
      await work();
      return {};
    },
  });
});
afterEach(() => app.close());

const evaluate = async (user: string) =>
  (await app.inject({ method: 'POST', url: '/evaluate', headers: { 'x-user': user } })).statusCode;

it('TRUST-570 an account is charged for what its request uses besides the event loop, and nobody else is', async () => {
  work = () => {
    recordUse(MAX_AT_ONCE);
  };
  expect(await evaluate('a')).toBe(200);
  expect(await evaluate('a')).toBe(429);
  expect(await evaluate('b')).toBe(200);
});

it('TRUST-570 an account is also charged for work that ends after its request', async () => {
  const ended = new EventEmitter();
  let late: Promise<void> = Promise.resolve();
  work = () => {
    late = once(ended, 'end').then(() => {
      recordUse(MAX_AT_ONCE);
    });
  };
  expect(await evaluate('a')).toBe(200);
  work = () => undefined;
  expect(await evaluate('a')).toBe(200);
  ended.emit('end');
  await late;
  expect(await evaluate('a')).toBe(429);
});

it('TRUST-570 a job requested by a request is charged to no account', async () => {
  let jobData = {};
  work = () => {
    jobData = withOrigin({});
  };
  expect(await evaluate('a')).toBe(200);
  expect(jobData).toEqual({ origin: { requestId: expect.any(String) as string, traceparent: null } });
  // Also for work in the same process.
  work = () =>
    inOrigin(jobData, 'job', () => {
      recordUse(MAX_AT_ONCE);
      return Promise.resolve();
    });
  expect(await evaluate('a')).toBe(200);
  expect(await evaluate('a')).toBe(200);
});

it('TRUST-571 the requests of a page while a limit is dragged count as reads', async () => {
  const answers = new Set<number>();
  for (let count = 0; count < PER_MINUTE; count++) answers.add(await evaluate('a'));
  expect(answers).toEqual(new Set([200]));
  expect(await evaluate('a')).toBe(429);
  expect(
    ALL_CALLS.filter(({ call }) => call.isQuestion && call.method !== 'GET').map(({ name }) => name),
  ).toEqual(['archive.search', 'audit.compare', 'interpretation.evaluate', 'kits.nearZones']);
});
