import type { Context } from '@opentelemetry/api';
import type { ReadableSpan, Span, SpanProcessor } from '@opentelemetry/sdk-trace';

import { statementName } from '../database/statement-name.ts';
import { SCOPE } from './trace-channels.ts';

/**
 * Attributes whose values come from source code, or are numbers or random ids; not addresses and statements.
 */
const SENT = [
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'db.system.name',
  'error.type',
  'curvewell.request.id',
];

/**
 * Removes data about people and samples from spans: libraries record addresses with search terms, statements,
 * and error messages.
 */
export class AnonymousSpans implements SpanProcessor {
  readonly #next: SpanProcessor;

  constructor(next: SpanProcessor) {
    this.#next = next;
  }

  onStart(span: Span, parent: Context): void {
    this.#next.onStart(span, parent);
  }

  onEnd(span: ReadableSpan): void {
    this.#next.onEnd(anonymous(span));
  }

  forceFlush(): Promise<void> {
    return this.#next.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#next.shutdown();
  }
}

/** An explicit list, so that fields of later versions are not sent. */
function anonymous(span: ReadableSpan): ReadableSpan {
  const { kind, parentSpanContext, startTime, endTime, duration, ended, resource, instrumentationScope } =
    span;
  const name = nameOf(span);
  const sent = SENT.flatMap((key) => {
    const value = span.attributes[key];
    return value === undefined ? [] : [[key, value] as const];
  });
  return {
    name,
    kind,
    startTime,
    endTime,
    duration,
    ended,
    resource,
    instrumentationScope,
    spanContext: () => span.spanContext(),
    ...(parentSpanContext !== undefined && { parentSpanContext }),
    status: { code: span.status.code },
    attributes: {
      ...Object.fromEntries(sent),
      ...('db.query.text' in span.attributes && { 'db.query.summary': name }),
    },
    links: [],
    events: [],
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

function nameOf({ name, attributes, instrumentationScope }: ReadableSpan): string {
  if (instrumentationScope.name === SCOPE) return name;
  const { 'http.request.method': method, 'http.route': route = 'none' } = attributes;
  if (typeof method === 'string' && typeof route === 'string') return `${method} ${route}`;
  return statementName(attributes['db.query.text'] ?? '');
}
