import { type Call, IDEMPOTENCY_HEADER, IDLE_HEADER } from '@curvewell/contracts';

import { idleSeconds } from '../identity/idle.ts';
import { appConfig } from './config.ts';

/** A request without static types, as it is sent. */
export interface Wire {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly files?: readonly File[];
  readonly signal?: AbortSignal;
  readonly onProgress?: (fraction: number) => void;
}

export interface Answer {
  readonly status: number;
  readonly statusText: string;
  readonly blob: Blob;
  readonly header: (name: string) => string | null;
}

/** A path or query value: text, number or boolean. */
const wireText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const entriesOf = (value: unknown): [string, unknown][] => Object.entries(value ?? {});

function pathOf(call: Call, params: unknown): string {
  const values = new Map(entriesOf(params));
  return call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(wireText(values.get(name))));
}

/** Arrays become repeated parameters; undefined values are omitted. */
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

/** The token of the sender and the idempotency key. */
export interface Sender {
  readonly token: string;
  readonly key: string | null;
}

const headersOf = ({ token, key }: Sender): Readonly<Record<string, string>> => ({
  authorization: `Bearer ${token}`,
  [IDLE_HEADER]: String(idleSeconds()),
  ...(key !== null && { [IDEMPOTENCY_HEADER]: key }),
});

interface Upload {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly form: FormData;
}

/** Uploads use XMLHttpRequest, because fetch cannot report their progress. */
function upload({ url, method, headers, form }: Upload, wire: Wire): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = 'blob';
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => wire.onProgress?.(total === 0 ? 0 : loaded / total);
    request.onload = () => {
      resolve({
        status: request.status,
        statusText: request.statusText,
        blob: request.response as Blob, // responseType is 'blob'
        header: (name) => request.getResponseHeader(name),
      });
    };
    request.onerror = () => reject(new TypeError('The upload failed.'));
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    wire.signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

export async function addressOf(call: Call, { params, query }: Wire): Promise<string> {
  const { application } = await appConfig();
  const base = application.backendUrl.replace(/\/+$/, '').replace(/\/api$/, '');
  return `${base}/api${pathOf(call, params)}${queryOf(query)}`;
}

/** Sends a request once. Resolves for every status. */
export async function send(call: Call, wire: Wire, sender: Sender): Promise<Answer> {
  const url = await addressOf(call, wire);
  const headers = headersOf(sender);
  if (call.files) return upload({ url, method: call.method, headers, form: formOf(call, wire) }, wire);
  const response = await fetch(url, {
    method: call.method,
    headers: {
      ...headers,
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
