import { channel, tracingChannel } from 'node:diagnostics_channel';

import { SpanStatusCode, trace } from '@opentelemetry/api';

import type { AuditEntry, ChainLink } from '@curvewell/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { errorLabel } from './error-label.ts';
import { originNow } from './origin.ts';

/**
 * What the product publishes about its work while it does it; only telemetry listens, if it is switched on.
 * Never a name, a value or a message, only words from the source code.
 */
export interface Work {
  /** Statements and transactions are parts of other work. */
  readonly kind: 'work' | 'transaction' | 'statement';
  readonly name: string;
}

/** A request from its head to the end of its answer. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export const works = tracingChannel<unknown, Work>('curvewell.work');
export const exchangeBegins = channel('curvewell.exchange.begins');
export const exchangeEnds = channel('curvewell.exchange.ends');
export const changes = channel('curvewell.change');
export const certificates = channel('curvewell.certificate');

/** An entry of the audit trail that was committed. */
export interface Change {
  readonly entry: AuditEntry;
  readonly hash: string;
}

/** What a file server has shown. */
export interface SeenCertificate {
  readonly host: string;
  readonly endsAt: Date;
}

/** Names the spans and metrics of the product itself. */
export const SCOPE = 'curvewell';

/** Does something that takes a while, and publishes how long it took and whether it worked. */
export const traced = <T>(name: string, run: () => Promise<T>, kind: Work['kind'] = 'work'): Promise<T> =>
  works.tracePromise(() => inSpan({ kind, name }, run), { kind, name });

/** A transaction of no request, such as the queue's, is not traced, and the driver's statements trace themselves. */
function inSpan<T>({ kind, name }: Work, run: () => Promise<T>): Promise<T> {
  if (kind === 'statement' || (kind === 'transaction' && trace.getActiveSpan() === undefined)) return run();
  return trace.getTracer(SCOPE).startActiveSpan(name, async (span) => {
    const requestId = originNow()?.requestId;
    if (requestId !== undefined && requestId !== null) span.setAttribute('curvewell.request.id', requestId);
    try {
      return await run();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', errorLabel(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Publishes a change once it is committed. */
export function publishChange({ entry, hash }: ChainLink): void {
  if (entry !== null) changes.publish({ entry, hash } satisfies Change);
}

/** Publishes the certificate that a file server has shown. */
export function publishCertificate(seen: SeenCertificate): void {
  certificates.publish(seen);
}
