import { channel, tracingChannel } from 'node:diagnostics_channel';

import type { AuditEntry, ChainLink } from '@curvewell/domain';
import { SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { AppError } from '../errors.ts';
import { originNow } from './origin.ts';

const WORD = /^[\w.-]{1,60}$/;

/** The code of an error, else its name; never its message. */
function errorLabel(error: unknown): string {
  const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: unknown };
  const word = error instanceof AppError ? error.code : [code, name].find((one) => typeof one === 'string');
  return typeof word === 'string' && WORD.test(word) ? word : 'error';
}

/**
 * The product's trace channels, for telemetry. Messages contain words from the source code only, never names,
 * values or error messages.
 */
export interface Work {
  /** Statements and transactions are parts of other work. */
  readonly kind: 'work' | 'transaction' | 'statement';
  readonly name: string;
}

/** A request, from its headers to the end of its response. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export const works = tracingChannel<unknown, Work>('curvewell.work');
export const exchangeBegins = channel('curvewell.exchange.begins');
export const exchangeEnds = channel('curvewell.exchange.ends');
export const changes = channel('curvewell.change');
export const certificates = channel('curvewell.certificate');

/** A committed audit entry. */
export interface Change {
  readonly entry: AuditEntry;
  readonly hash: string;
}

export interface SeenCertificate {
  readonly host: string;
  readonly endsAt: Date;
}

/** The scope of the product's own spans and metrics. */
export const SCOPE = 'curvewell';

/** Runs work and publishes its duration and outcome. */
export const traced = <T>(name: string, run: () => Promise<T>, kind: Work['kind'] = 'work'): Promise<T> =>
  works.tracePromise(() => inSpan({ kind, name }, run), { kind, name });

/**
 * Transactions without a request, such as the queue's, are not traced; the driver traces its own statements.
 */
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

/** Publishes a change after its commit. */
export function publishChange({ entry, hash }: ChainLink): void {
  if (entry !== null) changes.publish({ entry, hash } satisfies Change);
}

export function publishCertificate(seen: SeenCertificate): void {
  certificates.publish(seen);
}
