import { fileURLToPath } from 'node:url';

import { ALL_CALLS } from '@curvewell/contracts';
import { lintFromString, loadConfig } from '@redocly/openapi-core';
import { expect, it } from 'vitest';

import { openApiDocument } from '../../src/http/openapi/document.ts';

const RULES = fileURLToPath(new URL('../../redocly.yaml', import.meta.url));

interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: unknown }>> };
  readonly parameters: readonly { readonly name?: string; readonly in?: string; readonly $ref?: string }[];
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: unknown }>> }>
  >;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>> };
}
const document = openApiDocument('0.0.0-test') as unknown as Document; // the linter checks this type
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const operationOf = (method: string, path: string) => {
  const found = document.paths[path]?.[method];
  if (found === undefined) throw new Error(`no ${method} ${path}`);
  return found;
};
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

it('API-304 Redocly’s linter finds no problem in the document', async () => {
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: 'openapi.json',
    config: await loadConfig({ configPath: RULES }),
  });
  const found = problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]);
  expect(found).toEqual([]);
});

it('API-304 every call is in the document once, with a name that is valid in every language', () => {
  const names = operations.map(({ operationId }) => operationId);
  expect(names).toHaveLength(ALL_CALLS.length);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[a-z][A-Za-z]+$/.test(name))).toEqual([]);
});

it('API-305 entities and their pages are named schemas, and the calls refer to them', () => {
  const answerOf = (path: string) =>
    operationOf('get', path).responses['200']?.content?.['application/json']?.schema;
  expect(answerOf('/run')).toEqual(reference('RunPage'));
  expect(answerOf('/run/{runId}')).toEqual(reference('Run'));
  expect(answerOf('/lots')).toEqual({ type: 'array', items: reference('Lot') });
  expect(document.components.schemas['RunPage']?.['properties']).toMatchObject({
    listObjects: { type: 'array', items: reference('RunSummary') },
  });
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining(['ArchivedRunPage', 'DeliveryPage', 'LotPage', 'LaboratoryPage', 'UserPage']),
  );
});

it('API-305 a schema whose request form differs has two names', () => {
  const { LaboratoryRules: sent, LaboratoryRulesInput: taken } = document.components.schemas;
  expect(sent?.['required']).toContain('submit');
  expect(taken?.['required'] ?? []).not.toContain('submit');
});

it('API-306 forms, files and retries are described correctly', () => {
  const form = operationOf('post', '/run/createRun').requestBody?.content['multipart/form-data']?.schema;
  expect(form).toMatchObject({
    properties: {
      analyser: { type: 'object' },
      files: { type: 'array', items: { type: 'string', format: 'binary' } },
    },
    required: ['analyser', 'files'],
  });
  const replaced = operationOf('post', '/run/acquisitions/{runId}').requestBody;
  expect(replaced?.content['multipart/form-data']?.schema).toMatchObject({
    required: ['analyser', 'kitIds'],
  });
  expect(operationOf('get', '/run/{runId}/fileruns').responses['200']?.content).toEqual({
    'application/zip': { schema: { type: 'string', format: 'binary' } },
  });
  const key = { $ref: '#/components/parameters/IdempotencyKey' };
  expect(operationOf('post', '/run/{runId}/comment').parameters).toContainEqual(key);
  expect(operationOf('put', '/run/{runId}').parameters).not.toContainEqual(key);
});
