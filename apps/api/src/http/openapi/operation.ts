import {
  type Call,
  COMMON_ERRORS,
  PROBLEM_STATUS,
  type ProblemCode,
  takesIdempotencyKey,
} from '@curvewell/contracts';
import { z } from 'zod';

import { RETRY_AFTER_S } from '../responses/problems.ts';
import { jsonSchema, type JsonSchema } from './schemas.ts';

interface NamedCall {
  readonly name: string;
  readonly area: string;
  readonly call: Call;
}

/** A call as an operation of the document. */
export function operation({ name, area, call }: NamedCall): JsonSchema {
  return {
    operationId: operationId(name),
    tags: [area],
    summary: call.summary,
    description: accessSentence(call),
    'x-requirement': call.id,
    // The default is declared once at the top of the document.
    ...(call.access.kind === 'open' && { security: [] }),
    parameters: [
      ...parameters(call.params, 'path'),
      ...parameters(call.query, 'query'),
      ...(takesIdempotencyKey(call) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...requestBody(call),
    responses: { ...success(call), ...problems(call) },
  };
}

/** `runs.list` becomes `runsList`, a valid identifier in every language. */
const operationId = (name: string) => name.replace(/\.(.)/, (_, first: string) => first.toUpperCase());

/** Who may make the call. */
export function accessSentence({ access, scope }: Call): string {
  if (access.kind === 'open') return 'Open: needs no sign-in.';
  const needs =
    access.allOf.length > 0
      ? `Needs ${access.allOf.join(' and ')}.`
      : access.anyOf.length > 0
        ? `Needs ${access.anyOf.join(' or ')}.`
        : 'For all signed-in users.';
  return scope === 'laboratory' ? `${needs} Acts in the caller’s own laboratory.` : needs;
}

function fieldsOf(schema: z.ZodType): [name: string, field: z.ZodType][] {
  return schema instanceof z.ZodObject ? Object.entries<z.ZodType>(schema.shape) : [];
}

const isRequired = (field: z.ZodType) => !field.safeParse(undefined).success;

/** Parameters and form fields are text; this describes their parsed type: number, list or object. */
const read = (field: z.ZodType) => jsonSchema(field, 'output');

function parameters(schema: z.ZodType, place: 'path' | 'query'): JsonSchema[] {
  return fieldsOf(schema).map(([name, field]) => {
    const { description = idSentence(name), ...rest } = read(field);
    return {
      name,
      in: place,
      required: place === 'path' || isRequired(field),
      ...(description !== undefined && { description }),
      schema: rest,
    };
  });
}

/** Describes a parameter such as `kitVersionId`. */
function idSentence(name: string): string | undefined {
  const thing = /^(\w+)Id(s?)$/.exec(name);
  if (thing === null) return undefined;
  const words = (thing[1] ?? '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return thing[2] === 's' ? `Ids of the ${words}s.` : `Id of the ${words}.`;
}

function requestBody({ body, files }: Call): JsonSchema {
  if (files !== null) {
    const file = { type: 'array', maxItems: files.max, items: { type: 'string', format: 'binary' } };
    const fields = fieldsOf(body);
    const required = fields.filter(([, field]) => isRequired(field)).map(([name]) => name);
    const properties = Object.fromEntries(fields.map(([name, field]) => [name, read(field)]));
    const schema = {
      type: 'object',
      properties: { ...properties, [files.field]: file },
      required: files.areOptional === true ? required : [...required, files.field],
    };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (body instanceof z.ZodUndefined) return {};
  return {
    requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(body, 'input') } } },
  };
}

function success({ answer, file }: Call): JsonSchema {
  if (file !== null) return { 200: fileAnswer(file.mediaTypes, answer) };
  if (answer instanceof z.ZodUndefined) return { 204: { description: 'Done.' } };
  return {
    200: {
      description: 'Done.',
      content: { 'application/json': { schema: jsonSchema(answer, 'output') } },
    },
  };
}

/** A file, or a stream with declared messages. */
function fileAnswer(mediaTypes: readonly string[], message: z.ZodType): JsonSchema {
  const isStream = !(message instanceof z.ZodUndefined);
  const contentOf = (type: string): JsonSchema => {
    if (isStream)
      return {
        schema: { type: 'string', contentMediaType: type, contentSchema: jsonSchema(message, 'output') },
      };
    // Clients parse the content by its media type.
    if (/\bjson$/.test(type)) return { schema: { type: 'object', additionalProperties: true } };
    return { schema: { type: 'string', ...(!type.startsWith('text/') && { format: 'binary' }) } };
  };
  return {
    description: isStream ? 'Server-sent events; `contentSchema` is the data of each.' : 'The file.',
    ...(!isStream && { headers: { 'Content-Disposition': { $ref: '#/components/headers/FileName' } } }),
    content: Object.fromEntries(
      mediaTypes.map((type) => type.split(';')[0] ?? type).map((type) => [type, contentOf(type)]),
    ),
  };
}

const KEY_ERRORS: readonly ProblemCode[] = ['key-reused', 'answer-lost'];

export function problemCodes(call: Call): ReadonlySet<ProblemCode> {
  const isOpen = call.access.kind === 'open';
  const refusals: readonly ProblemCode[] = ['unauthenticated', 'forbidden', 'laboratory-required'];
  return new Set([
    ...COMMON_ERRORS.filter((code) => !isOpen || !refusals.includes(code)),
    ...(takesIdempotencyKey(call) ? KEY_ERRORS : []),
    ...call.errors,
  ]);
}

function problems(call: Call): JsonSchema {
  const byStatus = Map.groupBy(problemCodes(call), (code) => PROBLEM_STATUS[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      codes.every((code) => COMMON_ERRORS.includes(code))
        ? { $ref: `#/components/responses/Problem${status}` }
        : problemAnswer(codes),
    ]),
  );
}

function problemAnswer(codes: readonly ProblemCode[]): JsonSchema {
  const mayRetry = codes.some((code) => RETRY_AFTER_S[code] !== undefined);
  return {
    description: `Codes: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
    ...(mayRetry && { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}

/** Responses shared by many calls, by name. */
export function commonProblems(): JsonSchema {
  const byStatus = Map.groupBy(COMMON_ERRORS, (code) => PROBLEM_STATUS[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [`Problem${status}`, problemAnswer(codes)]),
  );
}
