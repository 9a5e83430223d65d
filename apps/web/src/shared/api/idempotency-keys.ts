import { type Call, takesIdempotencyKey } from '@curvewell/contracts';

import { ApiProblem } from './api-problem.ts';
import type { Wire } from './api-transport.ts';

/** Of what was requested and has not been answered for good. */
const keys = new Map<string, string>();
/** Answers after which the same may be requested again, and is then still the same wish. */
const NOT_FOR_GOOD = new Set(['unreachable', 'busy', 'too-many-requests']);

/**
 * Sends a request under a key of its own. Anyone who asks for the same again before it was answered for good – a second
 * click, or after the connection broke – asks under the same key, and the server does it once.
 */
export async function underKey<T>(
  call: Call,
  wire: Wire,
  send: (key: string | null) => Promise<T>,
): Promise<T> {
  if (!takesIdempotencyKey(call)) return send(null);
  const wish = wishOf(call, wire);
  const key = keys.get(wish) ?? crypto.randomUUID();
  keys.set(wish, key);
  try {
    const answer = await send(key);
    keys.delete(wish);
    return answer;
  } catch (error) {
    const isOpen = error instanceof ApiProblem && (error.status >= 500 || NOT_FOR_GOOD.has(error.code));
    if (!isOpen) keys.delete(wish);
    throw error;
  }
}

function wishOf({ method, path }: Call, { params, query, body, files = [] }: Wire): string {
  const sent = files.map(({ name, size, lastModified }) => [name, size, lastModified]);
  return JSON.stringify([method, path, params, query, body, sent]);
}
