import { emptyResource } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace';
import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { inOrigin, withOrigin } from './job-origin.ts';
import { carryRequestOrigin } from './request-origin.ts';
import { startTracing } from './start-tracing.ts';
import { traced } from './trace-channels.ts';

const CALLER = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const exporter = new InMemorySpanExporter();
let stop: () => Promise<void>;
let spans: ReadableSpan[];

/** A request with a body fails after it has requested a job, which runs later. */
beforeAll(async () => {
  stop = startTracing({
    resource: emptyResource(),
    sampler: new AlwaysOnSampler(),
    processor: new SimpleSpanProcessor({ exporter }),
  });
  const app = fastify();
  carryRequestOrigin(app);
  let job = {};
  app.post('/run/:runId', async () => {
    await traced('transaction', () => Promise.resolve(), 'transaction');
    await traced('interpret run', () => {
      job = withOrigin({});
      return Promise.reject(new Error('no room for Canary'));
    });
  });
  await app.inject({
    method: 'POST',
    url: '/run/4711?search=Canary',
    headers: { traceparent: CALLER },
    payload: { name: 'Canary' },
  });
  await traced('transaction', () => Promise.resolve(), 'transaction');
  await inOrigin(job, 'delivery', () => Promise.resolve());
  spans = exporter.getFinishedSpans();
  await app.close();
});
afterAll(() => stop());

it('OPS-171 a request, its work and the job that it requested form one trace, continuing the caller’s', () => {
  expect(spans.map(({ name }) => name)).toEqual([
    'transaction',
    'interpret run',
    'POST /run/:runId',
    'job delivery',
  ]);
  expect(new Set(spans.map((span) => span.spanContext().traceId))).toEqual(new Set([CALLER.split('-')[1]]));
  const [transaction, work, request, job] = spans;
  const parents = [transaction, work, request, job].map((span) => span?.parentSpanContext?.spanId);
  const id = (span: ReadableSpan | undefined) => span?.spanContext().spanId;
  expect(parents).toEqual([id(request), id(request), CALLER.split('-')[2], id(work)]);
});

it('OPS-172 spans have a route but no address, and a class of error but no message', () => {
  expect(spans.map(({ attributes }) => Object.keys(attributes).sort())).toEqual([
    ['curvewell.request.id'],
    ['curvewell.request.id', 'error.type'],
    ['curvewell.request.id', 'http.request.method', 'http.response.status_code', 'http.route'],
    ['curvewell.request.id'],
  ]);
  for (const { name, attributes, status, events, links } of spans) {
    expect(JSON.stringify({ name, attributes, status, events, links })).not.toMatch(/Canary|4711/);
  }
  expect(spans[2]?.status).toEqual({ code: 2 });
});
