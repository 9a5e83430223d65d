import { traced } from './trace-channels.ts';
import { originNow, origins, type Origin } from './origin.ts';

/** Of a job: what it goes back to, beside its data. */
interface Carried {
  readonly origin?: Origin | null;
}

/** What a job is given to carry: its data, and the request that asks for it. */
export function withOrigin<Data extends object>(data: Data): Data & Carried {
  const origin = originNow();
  if (origin === null) return { ...data, origin };
  const { requestId, traceparent } = origin;
  return { ...data, origin: { requestId, traceparent } };
}

/** Does a job as part of the request that has asked for it. */
export function inOrigin<Data extends object, T>(
  { origin = null, ...data }: Data & Carried,
  name: string,
  work: (data: Data) => Promise<T>,
): Promise<T> {
  return origins.run(
    origin ?? { requestId: null, traceparent: null },
    () => traced(`job ${name}`, () => work(data as unknown as Data)), // what was left out was added by `withOrigin`
  );
}
