import type {} from '@fastify/otel';
import { context } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { exchangeBegins, exchangeEnds, type Exchange } from './trace-channels.ts';
import { origins, type Payer } from './origin.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is charged for the work of threads and processes. */
    payer: Payer;
  }
}

const NOBODY: Payer['pay'] = () => undefined;

/** Makes the request available to log lines, audit entries and jobs. */
export function carryRequestOrigin(app: FastifyInstance): void {
  const exchanges = new WeakMap<FastifyRequest, Exchange>();
  const inOrigin = (request: FastifyRequest, done: () => void) =>
    origins.run({ requestId: request.id, payer: request.payer }, done);
  app.addHook('onRequest', (request, reply, done) => {
    request.payer = { pay: NOBODY };
    if (exchangeBegins.hasSubscribers) {
      const exchange = { request, reply };
      exchanges.set(request, exchange);
      exchangeBegins.publish(exchange);
    }
    inOrigin(request, done);
  });
  // Reading the body loses the async context, so it is restored.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = app.hasRequestDecorator('opentelemetry') ? request.opentelemetry().context : null;
    context.with(span ?? context.active(), () => inOrigin(request, done));
  });
  const end = (request: FastifyRequest) => {
    const exchange = exchanges.get(request);
    if (exchange !== undefined && exchanges.delete(request)) exchangeEnds.publish(exchange);
  };
  app.addHook('onResponse', (request, _reply, done) => {
    end(request);
    done();
  });
  app.addHook('onRequestAbort', (request, done) => {
    end(request);
    done();
  });
}
