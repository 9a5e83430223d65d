import { type Call, takesIdempotencyKey } from '@curvewell/contracts';

import { ApiProblem } from './api-problem.ts';
import type { Wire } from './api-transport.ts';

/** Keys of requests that have no final response yet, by request. */
const keys = new Map<string, string>();
/** Problems after which the user may repeat the same request; it then keeps its key. */
const RETRYABLE = new Set(['unreachable', 'busy', 'too-many-requests']);

/**
 * Sends a request with an idempotency key. Repeating it before its final response – a second click, or after
 * a lost connection – reuses the key, so that the server does it once.
 */
export async function withIdempotencyKey<T>(
  call: Call,
  wire: Wire,
  send: (key: string | null) => Promise<T>,
): Promise<T> {
  if (!takesIdempotencyKey(call)) return send(null);
  const request = describeRequest(call, wire);
  const key = keys.get(request) ?? crypto.randomUUID();
  keys.set(request, key);
  try {
    const answer = await send(key);
    keys.delete(request);
    return answer;
  } catch (error) {
    const isOpen = error instanceof ApiProblem && (error.status >= 500 || RETRYABLE.has(error.code));
    if (!isOpen) keys.delete(request);
    throw error;
  }
}

function describeRequest({ method, path }: Call, { params, query, body, files = [] }: Wire): string {
  const sent = files.map(({ name, size, lastModified }) => [name, size, lastModified]);
  return JSON.stringify([method, path, params, query, body, sent]);
}
