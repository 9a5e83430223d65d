import { FastifyOtelInstrumentation } from '@fastify/otel';
import { context, propagation, trace, type Span } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { TracerProvider, type Sampler, type SpanProcessor } from '@opentelemetry/sdk-trace';
import type { Resource } from '@opentelemetry/resources';
import pg from 'pg';

import { AnonymousSpans } from './anonymous-spans.ts';
import { originNow } from './origin.ts';

interface Tracing {
  readonly resource: Resource;
  readonly sampler: Sampler;
  /** Receives each ended span, anonymised. */
  readonly processor: SpanProcessor;
}

const REQUEST_ID = 'curvewell.request.id';

/** Traces requests of every application created from now on, statements, and `traced` work. @returns stops */
export function startTracing({ resource, sampler, processor }: Tracing): () => Promise<void> {
  const provider = new TracerProvider({
    resource,
    sampler,
    spanProcessors: [new AnonymousSpans(processor)],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);

  const requests = new FastifyOtelInstrumentation({
    instrumentHooks: false,
    instrumentHandler: false,
    recordExceptions: false,
    registerOnInitialization: true,
    requestHook: (span: Span, { id }) => {
      span.setAttribute(REQUEST_ID, id);
    },
  });
  // Periodic work without a request, such as the queue's, is not traced.
  const statements = new PgInstrumentation({
    requireParentSpan: true,
    ignoreConnectSpans: true,
    requestHook: (span) => {
      const requestId = originNow()?.requestId;
      if (requestId !== undefined && requestId !== null) span.setAttribute(REQUEST_ID, requestId);
    },
  });
  for (const one of [requests, statements]) one.setTracerProvider(provider);
  // The driver is already loaded, and the instrumentation patches only while loading.
  const driver = statements.getModuleDefinitions().find(({ name }) => name === 'pg');
  driver?.patch?.(pg);

  return async () => {
    driver?.unpatch?.(pg);
    for (const one of [requests, statements]) one.disable();
    for (const global of [trace, propagation, context]) global.disable();
    await provider.shutdown();
  };
}
