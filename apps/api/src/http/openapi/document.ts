import { ALL_CALLS } from '@curvewell/contracts';

import { AREAS } from './areas.ts';
import { commonProblems, operation } from './operation.ts';
import { componentsFor, type JsonSchema } from './schemas.ts';

const DESCRIPTION = `
Every API call requires an access token of the identity provider as a bearer token, unless it is described as open.

**Errors.** Every error is a \`Problem\`: \`code\` is for programs, \`message\` is for people, \`issues\` names the fields
that are invalid. Any API call may also return \`request-timed-out\` (408), \`file-too-large\` (413) and \`headers-too-large\` (431).

**Revisions.** Everything that can be changed has a \`revision\`. A change sends the revision that it is based on. If
it is no longer current, the API returns \`stale\` (409) and stores nothing.

**Retries.** A POST can carry an \`Idempotency-Key\`. \`Retry-After\` says when to try again.

**Pages.** \`page\` counts from 0, \`size\` is at most 100.

**Times.** Instants are ISO 8601 in UTC and end in \`Z\`.
`.trim();

/** The OpenAPI 3.1 document of every declared call, generated from the contract. */
export function openApiDocument(version: string): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { name, area, call } of ALL_CALLS) {
    const address = call.path.replace(/:(\w+)/g, '{$1}');
    (paths[address] ??= {})[call.method.toLowerCase()] = operation({ name, area, call });
  }
  const responses = commonProblems();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Curvewell',
      version,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api', description: 'The installation that serves this document.' }],
    security: [{ bearer: [] }],
    tags: Object.entries(AREAS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      parameters: { IdempotencyKey: KEY_PARAMETER },
      headers: { RetryAfter: RETRY_AFTER, FileName: FILE_NAME },
      responses,
      schemas: componentsFor({ paths, responses }),
    },
  };
}

const texts = new Map<string, string>();

/** The document as JSON. Made once per process, because that takes 0.1 s of processor time. */
export function openApiText(version: string): string {
  const text = texts.get(version) ?? JSON.stringify(openApiDocument(version));
  texts.set(version, text);
  return text;
}

const KEY_PARAMETER: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Identifies the request. A retry with the same key within 24 hours is not carried out again and gets the stored response. ' +
    'While the first request is in progress, a retry gets `busy`. A request with different content gets `key-reused`.',
  schema: { type: 'string', minLength: 1, maxLength: 100, pattern: '^[!-~]+$' },
};

const RETRY_AFTER: JsonSchema = {
  description: 'Seconds to wait before a retry, if a retry may help.',
  schema: { type: 'integer', minimum: 0 },
};

const FILE_NAME: JsonSchema = {
  description: 'The name of the file, as RFC 6266 writes it.',
  schema: { type: 'string' },
};
