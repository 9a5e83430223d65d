import { context, propagation, ROOT_CONTEXT } from '@opentelemetry/api';

import { traced } from './trace-channels.ts';
import { originNow, origins } from './origin.ts';

/** The originating request of a job, and its span in W3C Trace Context format. */
interface Carried {
  readonly origin?: { readonly requestId: string | null; readonly traceparent: string | null } | null;
}

/** Adds the current request to a job's data. */
export function withOrigin<Data extends object>(data: Data): Data & Carried {
  const origin = originNow();
  if (origin === null) return { ...data, origin };
  const span: { traceparent?: string } = {};
  propagation.inject(context.active(), span);
  return { ...data, origin: { requestId: origin.requestId, traceparent: span.traceparent ?? null } };
}

/** Runs a job as part of the request that requested it. */
export function inOrigin<Data extends object, T>(
  { origin = null, ...data }: Data & Carried,
  name: string,
  work: (data: Data) => Promise<T>,
): Promise<T> {
  const run = () => traced(`job ${name}`, () => work(data as unknown as Data)); // `withOrigin` added what is removed here
  return context.with(propagation.extract(ROOT_CONTEXT, origin ?? {}), () =>
    origins.run({ requestId: origin?.requestId ?? null }, run),
  );
}
