import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { ALL_CALLS, type Problem } from '@curvewell/contracts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';

import { openApiText } from '../../src/http/openapi/document.ts';
import { problemCodes } from '../../src/http/openapi/operation.ts';

interface Content {
  readonly schema: object;
}
interface Answer {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, Content>>;
}

const PREFIX = '/api';
const document = closed(openApiText('0.0.0-test')) as {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Answer>> }>>>
  >;
};
// Optimising the code of the checks takes longer than all checks.
const ajv = new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } });
formats.default(ajv);
ajv.addSchema(document, 'openapi');

/** Addresses without parameters first: `/kit/exportable` before `/kit/{id}`. */
const ADDRESSES = ALL_CALLS.map(({ call }) => ({
  call,
  method: call.method,
  path: call.path.replace(/:(\w+)/g, '{$1}'),
  pattern: new RegExp(`^${PREFIX}${call.path.replace(/:\w+/g, '[^/]+')}$`),
  parameters: call.path.split(':').length,
})).toSorted((a, b) => a.parameters - b.parameters);

/** Checks every response in tests against the document: fields, statuses and media types. */
export function checkPublishedAnswers(app: FastifyInstance): void {
  const inject = app.inject.bind(app) as (options: InjectOptions | string) => Promise<LightMyRequestResponse>;
  Object.assign(app, {
    inject: async (options: InjectOptions | string) => {
      const answer = await inject(options);
      const fault = faultOf(typeof options === 'string' ? { url: options } : options, answer);
      if (fault !== null) throw new Error(fault);
      return answer;
    },
  });
}

/** What a response has that the document lacks; null: nothing. */
export function faultOf(
  { method = 'GET', url, path = url }: InjectOptions,
  answered: Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'rawPayload'>,
): string | null {
  const { statusCode, headers } = answered;
  const address = typeof path === 'string' ? path.split('?')[0] : path?.pathname;
  const found = ADDRESSES.find(
    (one) => one.method === method.toUpperCase() && one.pattern.test(address ?? ''),
  );
  if (found === undefined || EVERYWHERE.has(statusCode)) return null;
  const place = `${method} ${found.path} ${statusCode}`;
  const type = (headers['content-type'] ?? '').split(';')[0] ?? '';
  const pointer = ['paths', found.path, found.method.toLowerCase(), 'responses', String(statusCode)];
  const answer = document.paths[found.path]?.[found.method.toLowerCase()]?.responses[statusCode];
  if (answer === undefined) return `${place} is not in the document`;
  if (type === '') return answer.content === undefined ? null : `${place} has no content`;
  const at = answer.$ref === undefined ? pointer : answer.$ref.split('/').slice(1);
  if (answer.$ref === undefined && answer.content?.[type] === undefined)
    return `${place} is not documented as ${type}`;
  const body = type === 'application/json' ? unpacked(answered) : null;
  if (body === null) return null;
  if (statusCode >= 400 && !problemCodes(found.call).has((JSON.parse(body) as Problem).code))
    return `${place} is not documented with this code: ${body}`;
  const isValid = validator([...at, 'content', type, 'schema']);
  return isValid(JSON.parse(body)) ? null : `${place}: ${ajv.errorsText(isValid.errors)}`;
}

/** Null: the test reads the response as a stream. */
function unpacked({
  headers,
  rawPayload,
}: Pick<LightMyRequestResponse, 'headers' | 'rawPayload'>): string | null {
  // Missing where a test requests a stream, whatever the type declares.
  if (!Buffer.isBuffer(rawPayload)) return null;
  switch (headers['content-encoding']) {
    case 'gzip':
      return gunzipSync(rawPayload).toString();
    case 'br':
      return brotliDecompressSync(rawPayload).toString();
    default:
      return rawPayload.toString();
  }
}

/** Responses before the call is known, and to conditional requests. */
const EVERYWHERE: ReadonlySet<number> = new Set([304, 408, 413, 431]);

function validator(pointer: readonly string[]): ValidateFunction {
  const escaped = pointer.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')));
  const key = `openapi#/${escaped.join('/')}`;
  const found = ajv.getSchema(key);
  if (found === undefined) throw new Error(`no schema at ${key}`);
  return found;
}

/** Forbids undeclared fields, which the document permits for later releases. */
function closed(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('properties' in value)) return value;
    if (!('type' in value) || value.type !== 'object' || 'additionalProperties' in value) return value;
    return { ...value, additionalProperties: false };
  });
}
