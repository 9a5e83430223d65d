import type { Call } from '@curvewell/contracts';
import { parse as parseDisposition } from 'content-disposition';
import type { z } from 'zod';

import { text as words } from '../../locale/text.ts';
import { accessToken, refreshTokens } from '../identity/access-token.ts';
import { rejectSession } from '../identity/ended-session.ts';
import { sessionLocked } from '../identity/idle.ts';
import { ApiProblem, isCancelled, problemOf } from './api-problem.ts';
import { addressOf, type Answer, send, type Wire } from './api-transport.ts';
import { withIdempotencyKey } from './idempotency-keys.ts';
import { serverAnswered, serverUnavailable } from './server-unavailable.ts';

/** A part of a request; optional if an empty one is valid. */
type Part<Name extends string, Value> = undefined extends Value
  ? { readonly [K in Name]?: Value }
  : [Value] extends [Record<string, never>]
    ? { readonly [K in Name]?: Value }
    : Partial<Value> extends Value
      ? { readonly [K in Name]?: Value }
      : { readonly [K in Name]: Value };

export type RequestOf<C extends Call> = Part<'params', z.input<C['params']>> &
  Part<'query', z.input<C['query']>> &
  Part<'body', z.input<C['body']>> & {
    readonly files?: readonly File[];
    readonly signal?: AbortSignal;
    /** Uploaded fraction, 0 to 1. */
    readonly onProgress?: (fraction: number) => void;
  };

/** Optional as a whole if every part is optional. */
export type Arguments<C extends Call> =
  Partial<RequestOf<C>> extends RequestOf<C> ? [request?: RequestOf<C>] : [request: RequestOf<C>];

const exchange = (call: Call, wire: Wire): Promise<Answer> =>
  withIdempotencyKey(call, wire, (key) => exchangeUnder(key, call, wire));

/** A new token does not unlock a locked session. */
const isLocked = async ({ blob }: Answer): Promise<boolean> =>
  (await blob.text()).includes('"session-locked"');

async function exchangeUnder(key: string | null, call: Call, wire: Wire): Promise<Answer> {
  let answer: Answer;
  try {
    answer = await send(call, wire, { key, token: await accessToken() });
    // A 401 means the server has done nothing, so the request can be repeated with a new token.
    if (answer.status === 401 && !(await isLocked(answer)))
      answer = await send(call, wire, { key, token: await refreshTokens() });
  } catch (error) {
    if (isCancelled(error) || error instanceof ApiProblem) throw error;
    throw new ApiProblem(
      { code: 'unreachable', status: 0, message: words.failure.unreachable },
      { cause: error },
    );
  }
  if (answer.status >= 200 && answer.status < 300) {
    serverAnswered();
    return answer;
  }
  const problem = problemOf({
    status: answer.status,
    statusText: answer.statusText,
    body: await answer.blob.text(),
    retryAfter: answer.header('retry-after'),
  });
  if (problem.code === 'session-locked') sessionLocked.set(true);
  else if (answer.status === 401) rejectSession(problem.message);
  if (problem.code === 'unavailable') serverUnavailable(problem.retryAfterMs);
  throw problem;
}

/**
 * Makes a declared call and validates its response.
 *
 * @throws ApiProblem for every unsuccessful response, a DOMException `AbortError` when cancelled
 */
export async function api<C extends Call>(
  call: C,
  ...[request]: Arguments<C>
): Promise<z.output<C['answer']>> {
  const { status, blob } = await exchange(call, request ?? {});
  const parsed = call.answer.safeParse(jsonOf(await blob.text()));
  if (parsed.success) return parsed.data as z.output<C['answer']>; // validated by the call's own schema
  throw new ApiProblem(
    {
      code: 'not-understood',
      status,
      message: words.failure.notUnderstood,
      issues: parsed.error.issues.map(({ path, message }) => ({
        path: path.map((part) => (typeof part === 'symbol' ? String(part) : part)),
        message,
      })),
    },
    { cause: parsed.error },
  );
}

/** Undefined for an empty body. A body that is not JSON stays text, which no schema accepts. */
function jsonOf(body: string): unknown {
  if (body === '') return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** The file name of a response (RFC 6266); the encoded form takes precedence. */
export function fileNameOf(disposition: string | null): string | null {
  return disposition === null ? null : (parseDisposition(disposition).parameters['filename'] ?? null);
}

export async function apiFile<C extends Call>(
  call: C,
  ...[request]: Arguments<C>
): Promise<{ readonly blob: Blob; readonly fileName: string | null }> {
  const { blob, header } = await exchange(call, request ?? {});
  return { blob, fileName: fileNameOf(header('content-disposition')) };
}

/**
 * Opens a stream and passes on its text as it arrives. Renews a rejected token once. Does not report failures
 * to the user: the callers run in the background.
 *
 * @returns once the stream has ended
 * @throws ApiProblem if it does not start, or the error that interrupts it
 */
export async function apiStream(
  call: Call,
  {
    body,
    signal,
    onText,
  }: {
    readonly body?: unknown;
    readonly signal: AbortSignal;
    readonly onText: (text: string) => void;
  },
): Promise<void> {
  const url = await addressOf(call, {});
  const open = (token: string) =>
    fetch(url, {
      method: call.method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      cache: 'no-store',
      signal,
    });
  let answer = await open(await accessToken());
  if (answer.status === 401) answer = await open(await refreshTokens());
  if (!answer.ok || answer.body === null) {
    const { status, statusText } = answer;
    const retryAfter = answer.headers.get('retry-after');
    throw problemOf({ status, statusText, body: await answer.text(), retryAfter });
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) onText(part.value);
}
