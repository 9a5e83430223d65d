import { expect, it } from 'vitest';
import { z } from 'zod';

import { issueSchema, schemaIssues } from './schema-issues.ts';

const faultsOf = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value);
  return error === undefined ? [] : schemaIssues(error, ['body']);
};
const withKeys = (count: number, length = 3) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [String(index).padStart(length, 'k'), 1]));

it('API-320 lists at most 20 unknown keys, each in 200 characters, and counts the others', () => {
  const schema = z.strictObject({});
  expect(faultsOf(schema, withKeys(1))).toEqual([{ path: ['body'], message: 'Unrecognized key: "kk0"' }]);
  const [twenty] = faultsOf(schema, withKeys(20));
  expect(twenty?.message).toContain('"k19"');
  expect(twenty?.message).not.toContain('more');
  const [many] = faultsOf(schema, withKeys(1000, 5000));
  expect(many?.message).toMatch(/ and 980 more$/);
  expect(many?.message.length).toBeLessThan(20 * 210);
});

it('API-320 returns at most 100 faults, and shortens keys in their paths', () => {
  expect(
    faultsOf(
      z.array(z.string()),
      Array.from({ length: 5000 }, () => 1),
    ),
  ).toHaveLength(100);
  const [fault] = faultsOf(z.record(z.string(), z.string()), withKeys(1, 5000));
  expect(String(fault?.path[1])).toHaveLength(201);
});

it('API-320 a fault has its path and its message; only keys longer than 200 characters are shortened', () => {
  const schema = z.object({ wells: z.array(z.object({ name: z.string('a name is needed') })) });
  const [fault, ...others] = faultsOf(schema, { wells: [{ name: 'A' }, {}] });
  expect(fault).toEqual({ path: ['body', 'wells', 1, 'name'], message: 'a name is needed' });
  expect(issueSchema.parse(fault)).toEqual(fault);
  expect(others).toEqual([]);
  const { error } = schema.safeParse({});
  expect(schemaIssues(error!)[0]?.path).toEqual(['wells']);
  const named = (length: number) =>
    faultsOf(z.record(z.string(), z.string()), withKeys(1, length))[0]?.path[1];
  expect([named(200), named(201)]).toEqual([`${'k'.repeat(199)}0`, `${'k'.repeat(200)}…`]);
});

it('API-320 unknown keys are listed, and omitted ones are counted', () => {
  const messageOf = (count: number) => faultsOf(z.strictObject({}), withKeys(count))[0]?.message;
  expect(messageOf(2)).toBe('Unrecognized keys: "kk0", "kk1"');
  expect(messageOf(21)).toMatch(/^Unrecognized keys: "kk0", .*, "k19" and 1 more$/);
});
