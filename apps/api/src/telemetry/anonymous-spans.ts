import type { Context } from '@opentelemetry/api';
import type { ReadableSpan, Span, SpanProcessor } from '@opentelemetry/sdk-trace';

import { statementName } from '../database/statement-name.ts';
import { SCOPE } from './trace-channels.ts';

/** Attributes whose values all are in source code, or are numbers and random ids. Addresses and statements are none. */
const SENT = [
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'db.system.name',
  'error.type',
  'curvewell.request.id',
];

/**
 * Passes spans on without what they may contain about people and samples: the libraries record addresses with search terms,
 * statements, and the messages of errors.
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

/** Each field is named here: what a later version adds is not sent. */
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
