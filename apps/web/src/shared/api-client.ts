import type { Call } from '@curvewell/contracts';
import type { z } from 'zod';

import { ApiProblem, isCancelled, problemOf } from './api-problem.ts';
import { accessToken, refreshTokens, rejectSession } from './auth.ts';
import { appConfig } from './config.ts';
import { serverAnswered, serverUnavailable } from './server-unavailable.ts';

/** A part of a request: it may be left out when an empty one is valid. */
type Part<Name extends string, Value> = undefined extends Value
  ? { readonly [K in Name]?: Value }
  : [Value] extends [Record<string, never>]
    ? { readonly [K in Name]?: Value }
    : Partial<Value> extends Value
      ? { readonly [K in Name]?: Value }
      : { readonly [K in Name]: Value };

type Request<C extends Call> = Part<'params', z.input<C['params']>> &
  Part<'query', z.input<C['query']>> &
  Part<'body', z.input<C['body']>> & {
    readonly files?: readonly File[];
    readonly signal?: AbortSignal;
    /** Part of the upload that has been sent, 0 to 1. */
    readonly onProgress?: (fraction: number) => void;
  };

/** Optional as a whole when every part of it is. */
type Arguments<C extends Call> =
  Partial<Request<C>> extends Request<C> ? [request?: Request<C>] : [request: Request<C>];

/** A request without its types, as it is put on the wire. */
interface Wire {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly files?: readonly File[];
  readonly signal?: AbortSignal;
  readonly onProgress?: (fraction: number) => void;
}

interface Answer {
  readonly status: number;
  readonly statusText: string;
  readonly blob: Blob;
  readonly header: (name: string) => string | null;
}

/** A value of a path or a query; what is not a text, number or switch has no place there. */
const wireText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const entriesOf = (value: unknown): [string, unknown][] => Object.entries(value ?? {});

function pathOf(call: Call, params: unknown): string {
  const values = new Map(entriesOf(params));
  return call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(wireText(values.get(name))));
}

/** Arrays become repeated parameters; what is not set is left out. */
export function queryOf(query: unknown): string {
  const search = new URLSearchParams();
  for (const [name, value] of entriesOf(query)) {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (one !== undefined && one !== null) search.append(name, wireText(one));
    }
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

function formOf(call: Call, { body, files }: Wire): FormData {
  const form = new FormData();
  for (const [name, value] of entriesOf(body)) {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      form.append(name, typeof one === 'string' ? one : JSON.stringify(one));
    }
  }
  for (const file of files ?? []) form.append(call.files?.field ?? 'files', file);
  return form;
}

/** An upload: the one thing that fetch cannot report the progress of. */
function upload(url: string, token: string, method: string, form: FormData, wire: Wire): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = 'blob';
    request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => wire.onProgress?.(total === 0 ? 0 : loaded / total);
    request.onload = () => {
      resolve({
        status: request.status,
        statusText: request.statusText,
        blob: request.response as Blob, // responseType is 'blob'
        header: (name) => request.getResponseHeader(name),
      });
    };
    request.onerror = () => {
      reject(new TypeError('The server cannot be reached.'));
    };
    request.onabort = () => {
      reject(new DOMException('The upload was cancelled.', 'AbortError'));
    };
    wire.signal?.addEventListener('abort', () => {
      request.abort();
    });
    request.send(form);
  });
}

async function addressOf(call: Call, { params, query }: Wire): Promise<string> {
  const { application } = await appConfig();
  const base = application.backendUrl.replace(/\/+$/, '').replace(/\/api$/, '');
  return `${base}/api${pathOf(call, params)}${queryOf(query)}`;
}

async function send(call: Call, wire: Wire, token: string): Promise<Answer> {
  const url = await addressOf(call, wire);
  if (call.files) return upload(url, token, call.method, formOf(call, wire), wire);
  const response = await fetch(url, {
    method: call.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(wire.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(wire.body === undefined ? {} : { body: JSON.stringify(wire.body) }),
    ...(wire.signal && { signal: wire.signal }),
  });
  return {
    status: response.status,
    statusText: response.statusText,
    blob: await response.blob(),
    header: (name) => response.headers.get(name),
  };
}

async function exchange(call: Call, wire: Wire): Promise<Answer> {
  let answer: Answer;
  try {
    answer = await send(call, wire, await accessToken());
    // A refused token has changed nothing on the server, so the request may be made again with a new one.
    if (answer.status === 401) answer = await send(call, wire, await refreshTokens());
  } catch (error) {
    if (isCancelled(error) || error instanceof ApiProblem) throw error;
    throw new ApiProblem(
      { code: 'unreachable', status: 0, message: 'The server cannot be reached.' },
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
  if (answer.status === 401) rejectSession(problem.message);
  if (answer.status === 503) serverUnavailable(problem.retryAfterMs);
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
  const answer = await exchange(call, request ?? {});
  const text = await answer.blob.text();
  const parsed = call.answer.safeParse(text === '' ? undefined : (JSON.parse(text) as unknown));
  if (parsed.success) return parsed.data as z.output<C['answer']>; // the call's own schema
  throw new ApiProblem(
    {
      code: 'not-understood',
      status: answer.status,
      message: 'The server sent an answer that this page does not understand.',
      issues: parsed.error.issues.map(({ path, message }) => ({
        path: path.map((part) => (typeof part === 'symbol' ? String(part) : part)),
        message,
      })),
    },
    { cause: parsed.error },
  );
}

/** The name that the server gives a file: RFC 6266, the encoded form first. */
export function fileNameOf(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? null;
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
  { signal, onText }: { readonly signal: AbortSignal; readonly onText: (text: string) => void },
): Promise<void> {
  const url = await addressOf(call, {});
  const open = (token: string) =>
    fetch(url, { headers: { authorization: `Bearer ${token}` }, cache: 'no-store', signal });
  let answer = await open(await accessToken());
  if (answer.status === 401) answer = await open(await refreshTokens());
  if (!answer.ok || answer.body === null) {
    const { status, statusText } = answer;
    throw problemOf({ status, statusText, body: await answer.text(), retryAfter: null });
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) onText(part.value);
}

/** Hands a file to the browser's downloads. */
export function saveFile({ blob, fileName }: { readonly blob: Blob; readonly fileName: string }): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, 60_000);
}
