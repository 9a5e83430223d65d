import { channel, tracingChannel } from 'node:diagnostics_channel';

import type { AuditEntry, ChainLink } from '@curvewell/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Origin } from './origin.ts';

/**
 * What the product tells of its work while it does it, to whoever listens: nobody, unless telemetry is switched on.
 * Never a name, a value or a message, but words that stand in the source code.
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
  /** Set by whoever traces, when it begins. */
  traceparent: string | null;
}

export const works = tracingChannel<Origin, Work>('curvewell.work');
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

/** Does something that takes a while, and tells how long it took and whether it worked. */
export const traced = <T>(name: string, run: () => Promise<T>, kind: Work['kind'] = 'work'): Promise<T> =>
  works.tracePromise(run, { kind, name });

/** Tells of a change once it is committed. */
export function tellChange({ entry, hash }: ChainLink): void {
  if (entry !== null) changes.publish({ entry, hash } satisfies Change);
}

/** Tells of the certificate that a file server has shown. */
export function tellCertificate(seen: SeenCertificate): void {
  certificates.publish(seen);
}
