import { expect, it } from 'vitest';
import { z } from 'zod';

import { schemaIssues } from './schema-issues.ts';

const faultsOf = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value);
  return error === undefined ? [] : schemaIssues(error, ['body']);
};
const withKeys = (count: number, length = 3) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [String(index).padStart(length, 'k'), 1]));

it('API-320 names at most 20 unknown keys, each in 200 characters, and counts the others', () => {
  const schema = z.strictObject({});
  expect(faultsOf(schema, withKeys(1))).toEqual([{ path: ['body'], message: 'Unrecognized key: "kk0"' }]);
  const [twenty] = faultsOf(schema, withKeys(20));
  expect(twenty?.message).toContain('"k19"');
  expect(twenty?.message).not.toContain('more');
  const [many] = faultsOf(schema, withKeys(1000, 5000));
  expect(many?.message).toMatch(/ and 980 more$/);
  expect(many?.message.length).toBeLessThan(20 * 210);
});

it('API-320 answers at most 100 faults, and shortens keys in their paths', () => {
  expect(
    faultsOf(
      z.array(z.string()),
      Array.from({ length: 5000 }, () => 1),
    ),
  ).toHaveLength(100);
  const [fault] = faultsOf(z.record(z.string(), z.string()), withKeys(1, 5000));
  expect(String(fault?.path[1])).toHaveLength(201);
});
