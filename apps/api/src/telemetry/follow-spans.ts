import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';

import { exchangeBegins, exchangeEnds, works, type Exchange, type Work } from './trace-channels.ts';
import { originNow, origins, type Origin } from './origin.ts';
import { errorWord } from './error-word.ts';

const KINDS = {
  work: SpanKind.INTERNAL,
  transaction: SpanKind.INTERNAL,
  statement: SpanKind.CLIENT,
} as const;
const NOTHING: Origin = { requestId: null, traceparent: null };

/** Makes spans of what the product tells. @returns stops */
export function followSpans(tracer: Tracer): () => void {
  const spans = new WeakMap<object, Span>();

  works.start.bindStore(origins, (work) => {
    const origin = originNow() ?? NOTHING;
    // What looks after itself all the time, such as the queue, is nobody's trace.
    if (work.kind !== 'work' && origin.traceparent === null) return origin;
    const attributes = {
      ...(work.kind === 'statement' && { 'db.system.name': 'postgresql', 'db.query.summary': work.name }),
      ...(origin.requestId !== null && { 'curvewell.request.id': origin.requestId }),
    };
    const span = tracer.startSpan(
      work.name,
      { kind: KINDS[work.kind], attributes },
      contextOf(origin.traceparent),
    );
    spans.set(work, span);
    return { ...origin, traceparent: traceparentOf(span) };
  });
  const end = (work: Work) => {
    spans.get(work)?.end();
    spans.delete(work);
  };
  const subscribers = {
    start: () => undefined,
    end: (work: Work & { readonly error?: unknown }) => {
      // One that failed before it began to wait has no other end.
      if (work.error !== undefined) end(work);
    },
    asyncStart: () => undefined,
    asyncEnd: end,
    error: (work: Work & { readonly error: unknown }) => {
      const span = spans.get(work);
      span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.setAttribute('error.type', errorWord(work.error));
    },
  };
  works.subscribe(subscribers);

  const begins = (message: unknown) => {
    const exchange = message as Exchange; // the only message of this channel
    const { method, routeOptions, headers, id } = exchange.request;
    const route = routeOptions.url ?? 'none';
    const span = tracer.startSpan(
      `${method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: { 'http.request.method': method, 'http.route': route, 'curvewell.request.id': id },
      },
      contextOf(headers['traceparent']?.toString() ?? null),
    );
    spans.set(exchange, span);
    exchange.traceparent = traceparentOf(span);
  };
  const ends = (message: unknown) => {
    const exchange = message as Exchange; // the only message of this channel
    const span = spans.get(exchange);
    const { statusCode } = exchange.reply;
    span?.setAttribute('http.response.status_code', statusCode);
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  };
  exchangeBegins.subscribe(begins);
  exchangeEnds.subscribe(ends);

  return () => {
    works.start.unbindStore(origins);
    works.unsubscribe(subscribers);
    exchangeBegins.unsubscribe(begins);
    exchangeEnds.unsubscribe(ends);
  };
}

const TRACEPARENT = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;
const NO_ID = /^0+$/;

/** What W3C Trace Context writes as `traceparent`. */
export function contextOf(traceparent: string | null): Context {
  const [, traceId = '0', spanId = '0', flags = '0'] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (NO_ID.test(traceId) || NO_ID.test(spanId)) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & 1;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-0${traceFlags & 1}`;
}
