import type { Call } from '@curvewell/contracts';
import { parse as parseDisposition } from 'content-disposition';
import type { z } from 'zod';

import { text as words } from '../../locale/text.ts';
import { accessToken, refreshTokens } from '../identity/access-token.ts';
import { rejectSession } from '../identity/ended-session.ts';
import { sessionLocked } from '../identity/idle.ts';
import { ApiProblem, isCancelled, problemOf } from './api-problem.ts';
import { addressOf, type Answer, send, type Wire } from './api-transport.ts';
import { underKey } from './idempotency-keys.ts';
import { serverAnswered, serverUnavailable } from './server-unavailable.ts';

/** A part of a request: it may be left out when an empty one is valid. */
type Part<Name extends string, Value> = undefined extends Value
  ? { readonly [K in Name]?: Value }
  : [Value] extends [Record<string, never>]
    ? { readonly [K in Name]?: Value }
    : Partial<Value> extends Value
      ? { readonly [K in Name]?: Value }
      : { readonly [K in Name]: Value };

/** What a call is asked with. */
export type RequestOf<C extends Call> = Part<'params', z.input<C['params']>> &
  Part<'query', z.input<C['query']>> &
  Part<'body', z.input<C['body']>> & {
    readonly files?: readonly File[];
    readonly signal?: AbortSignal;
    /** Part of the upload that has been sent, 0 to 1. */
    readonly onProgress?: (fraction: number) => void;
  };

/** Optional as a whole when every part of it is. */
type Arguments<C extends Call> =
  Partial<RequestOf<C>> extends RequestOf<C> ? [request?: RequestOf<C>] : [request: RequestOf<C>];

const exchange = (call: Call, wire: Wire): Promise<Answer> =>
  underKey(call, wire, (key) => exchangeUnder(key, call, wire));

/** A locked session is not opened by another token. */
const isLocked = async ({ blob }: Answer): Promise<boolean> =>
  (await blob.text()).includes('"session-locked"');

async function exchangeUnder(key: string | null, call: Call, wire: Wire): Promise<Answer> {
  let answer: Answer;
  try {
    answer = await send(call, wire, { key, token: await accessToken() });
    // A refused token has changed nothing on the server, so the request may be made again with a new one.
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
 * Makes a declared call and answers what it declares.
 *
 * @throws ApiProblem for every answer that is not a success, a DOMException `AbortError` when cancelled
 */
export async function api<C extends Call>(
  call: C,
  ...[request]: Arguments<C>
): Promise<z.output<C['answer']>> {
  const { status, blob } = await exchange(call, request ?? {});
  const parsed = call.answer.safeParse(jsonOf(await blob.text()));
  if (parsed.success) return parsed.data as z.output<C['answer']>; // the call's own schema
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

/** Nothing for an empty body; what is no JSON stays text, which no call answers. */
function jsonOf(body: string): unknown {
  if (body === '') return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** The name that the server gives a file: RFC 6266, the encoded form first. */
export function fileNameOf(disposition: string | null): string | null {
  return disposition === null ? null : (parseDisposition(disposition).parameters['filename'] ?? null);
}

/** Makes a call that answers a file. */
export async function apiFile<C extends Call>(
  call: C,
  ...[request]: Arguments<C>
): Promise<{ readonly blob: Blob; readonly fileName: string | null }> {
  const { blob, header } = await exchange(call, request ?? {});
  return { blob, fileName: fileNameOf(header('content-disposition')) };
}

/**
 * Opens an answer that goes on, and hands over its text as it comes. A token that is refused is
 * renewed once; nothing else is done about a failure, since nobody waits for this.
 *
 * @returns once the answer has ended
 * @throws ApiProblem when it does not begin, and whatever breaks it off
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
