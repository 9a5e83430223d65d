import { context, propagation, ROOT_CONTEXT } from '@opentelemetry/api';

import { traced } from './trace-channels.ts';
import { originNow, origins } from './origin.ts';

/** Of a job: the request that it goes back to, and its span as W3C Trace Context writes it. */
interface Carried {
  readonly origin?: { readonly requestId: string | null; readonly traceparent: string | null } | null;
}

/** What a job is given to carry: its data, and the request that asks for it. */
export function withOrigin<Data extends object>(data: Data): Data & Carried {
  const origin = originNow();
  if (origin === null) return { ...data, origin };
  const span: { traceparent?: string } = {};
  propagation.inject(context.active(), span);
  return { ...data, origin: { requestId: origin.requestId, traceparent: span.traceparent ?? null } };
}

/** Does a job as part of the request that has asked for it. */
export function inOrigin<Data extends object, T>(
  { origin = null, ...data }: Data & Carried,
  name: string,
  work: (data: Data) => Promise<T>,
): Promise<T> {
  const run = () => traced(`job ${name}`, () => work(data as unknown as Data)); // what was left out was added by `withOrigin`
  return context.with(propagation.extract(ROOT_CONTEXT, origin ?? {}), () =>
    origins.run({ requestId: origin?.requestId ?? null }, run),
  );
}
