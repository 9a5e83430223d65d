import { MAX_CHANNELS } from '@curvewell/domain';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { ALL_CALLS, CALLS } from './calls.ts';

test('no two calls share a method and a path', () => {
  const addresses = ALL_CALLS.map(({ call }) => `${call.method} ${call.path}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test('exactly the parameters of a path are declared', () => {
  for (const { name, call } of ALL_CALLS) {
    const inPath = [...call.path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter);
    const declared = call.params instanceof z.ZodObject ? Object.keys(call.params.shape) : [];
    expect(declared.sort(), name).toEqual(inPath.sort());
  }
});

test('calls of the requirements are declared: API-01 to API-91 except four that other calls cover', () => {
  const declared = new Set(ALL_CALLS.map(({ call }) => call.id));
  const missing = Array.from(
    { length: 91 },
    (_, index) => `API-${String(index + 1).padStart(2, '0')}`,
  ).filter((id) => !declared.has(id));
  // 84 is a separate file (/config.json); 86 is API-03; 88 is part of API-83.
  expect(missing).toEqual(['API-84', 'API-86', 'API-88']);
});

test('a call is identified by its area and its name', () => {
  expect(ALL_CALLS.find(({ call }) => call === CALLS.runs.get)?.name).toBe('runs.get');
});

test('API-152 the marks of all wells of a plate in all channels fit into a request', () => {
  const { body, bodyBytes } = CALLS.decisions.markSeen;
  const result = { wellId: '7e3f1b0a-6f0e-4c7a-9a35-0000000000a1', at: '2026-11-29T08:00:00.000Z' };
  const results = Array.from({ length: MAX_CHANNELS * 384 }, () => result);
  expect(body.safeParse({ results }).success).toBe(true);
  expect(JSON.stringify({ results }).length).toBeLessThanOrEqual(bodyBytes);
});
