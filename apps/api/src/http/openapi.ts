import {
  ALL_CALLS,
  type Call,
  COMMON_ERRORS,
  PROBLEM_STATUS,
  type ProblemCode,
  problemSchema,
  takesIdempotencyKey,
} from '@curvewell/contracts';
import { z } from 'zod';

type JsonSchema = Record<string, unknown>;

/** The OpenAPI 3.1 document of every declared call, made from the contract alone. */
export function openApiDocument(version: string): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { name, area, call } of ALL_CALLS) {
    const address = `/api${call.path.replace(/:(\w+)/g, '{$1}')}`;
    (paths[address] ??= {})[call.method.toLowerCase()] = operation({ name, area, call });
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Curvewell', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Problem: jsonSchema(problemSchema, 'output') },
    },
  };
}

function operation({ name, area, call }: { name: string; area: string; call: Call }): JsonSchema {
  return {
    operationId: name,
    tags: [area],
    summary: call.summary,
    description: accessSentence(call),
    'x-requirement': call.id,
    parameters: [
      ...parameters(call.params, 'path'),
      ...parameters(call.query, 'query'),
      ...(takesIdempotencyKey(call) ? [KEY_PARAMETER] : []),
    ],
    ...requestBody(call),
    responses: { ...answer(call), ...problems(call) },
  };
}

/** Who may call, in words. */
export function accessSentence({ access, scope }: Call): string {
  if (access.kind === 'open') return 'Open to anybody.';
  const needs =
    access.allOf.length > 0
      ? `Needs ${access.allOf.join(' and ')}.`
      : access.anyOf.length > 0
        ? `Needs ${access.anyOf.join(' or ')}.`
        : 'For everybody who is signed in.';
  return scope === 'laboratory' ? `${needs} Acts in the caller’s own laboratory.` : needs;
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function parameters(schema: z.ZodType, place: 'path' | 'query'): JsonSchema[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries<z.ZodType>(schema.shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !field.safeParse(undefined).success,
    schema: jsonSchema(field, 'input'),
  }));
}

function requestBody({ body, files }: Call): JsonSchema {
  if (files !== null) {
    const fields = jsonSchema(body, 'input');
    const binary = { type: 'array', maxItems: files.max, items: { type: 'string', format: 'binary' } };
    const properties = { ...(fields['properties'] as JsonSchema | undefined), [files.field]: binary };
    return { requestBody: { content: { 'multipart/form-data': { schema: { ...fields, properties } } } } };
  }
  if (body instanceof z.ZodUndefined) return {};
  return {
    requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(body, 'input') } } },
  };
}

function answer({ answer: schema, file }: Call): JsonSchema {
  if (file !== null) {
    const binary = { schema: { type: 'string', format: 'binary' } };
    if (!(schema instanceof z.ZodUndefined)) return { 200: streamed(file.mediaTypes, schema) };
    return {
      200: {
        description: 'The file',
        content: Object.fromEntries(file.mediaTypes.map((type) => [type, binary])),
      },
    };
  }
  if (schema instanceof z.ZodUndefined) return { 204: { description: 'Done' } };
  return {
    200: { description: 'Done', content: { 'application/json': { schema: jsonSchema(schema, 'output') } } },
  };
}

/** A stream whose messages are of this shape. */
function streamed(mediaTypes: readonly string[], message: z.ZodType): JsonSchema {
  const content = { schema: { type: 'string' }, 'x-message': jsonSchema(message, 'output') };
  return {
    description: 'Messages as they come',
    content: Object.fromEntries(mediaTypes.map((type) => [type, content])),
  };
}

const KEY_PARAMETER: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Names the request. Sent again with the same key within 24 hours it is not done again but answered as before; ' +
    'while it is being done it is refused as `busy`, with other content as `key-reused`.',
  schema: { type: 'string', minLength: 1, maxLength: 100, pattern: '^[!-~]+$' },
};
const KEY_ERRORS: readonly ProblemCode[] = ['key-reused', 'answer-lost'];

function problems(call: Call): JsonSchema {
  const ofKeys = takesIdempotencyKey(call) ? KEY_ERRORS : [];
  const byStatus = Map.groupBy([...COMMON_ERRORS, ...ofKeys, ...call.errors], (code) => PROBLEM_STATUS[code]);
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } };
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      { description: [...new Set(codes)].join(', '), content },
    ]),
  );
}
