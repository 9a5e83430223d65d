import { analyserProfileSchema, kitDocumentSchema } from '@curvewell/domain';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { ALL_CALLS } from './calls.ts';

/** Texts that every body, query, parameter and document must refuse. */
const BAD_TEXTS = ['a\0', '\u0001', 'a\u007fb', 'a\u0085b', '\ud800', 'a\udc00b', '\u001b[31m'];
/** Stored in more than four bytes. */
const MAY_BE_LARGE = /Threshold$|head\.number$/;
const BAD_NUMBERS = [Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, -(2 ** 31) - 1, 1e300, -1e300];

interface Leaf {
  readonly at: string;
  readonly schema: z.ZodType;
}

/** The schemas of single values within a schema. */
function leavesOf(schema: z.ZodType, at: string): Leaf[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, part]) => leavesOf(part as z.ZodType, `${at}.${key}`));
  if (schema instanceof z.ZodArray) return leavesOf(schema.element as z.ZodType, `${at}[]`);
  if (schema instanceof z.ZodRecord)
    return [
      ...leavesOf(schema.keyType as z.ZodType, `${at}{key}`),
      ...leavesOf(schema.valueType as z.ZodType, `${at}{}`),
    ];
  if (schema instanceof z.ZodTuple)
    return schema.def.items.flatMap((item, index) => leavesOf(item as z.ZodType, `${at}[${index}]`));
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((option, index) => leavesOf(option as z.ZodType, `${at}|${index}`));
  if (schema instanceof z.ZodPipe) {
    if (schema.in instanceof z.ZodTransform) return leavesOf(schema.out as z.ZodType, at);
    // Otherwise it is a single value with a transform.
    if (schema.in instanceof z.ZodUnion) return leavesOf(schema.in, at);
  }
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return leavesOf(schema.unwrap() as z.ZodType, at);
  if (schema instanceof z.ZodLazy) return leavesOf(schema.unwrap() as z.ZodType, at);
  return [{ at, schema }];
}

const inputs = [
  ...ALL_CALLS.flatMap(({ name, call }) => [
    ...leavesOf(call.params, `${name} params`),
    ...leavesOf(call.query, `${name} query`),
    ...leavesOf(call.body, `${name} body`),
  ]),
  ...leavesOf(kitDocumentSchema, 'kit document'),
  ...leavesOf(analyserProfileSchema, 'analyser profile'),
];
const takes = (schema: z.ZodType, values: readonly unknown[]) =>
  values.filter((value) => schema.safeParse(value).success);

test('the walk reaches texts, numbers and dates', () => {
  expect(inputs.length).toBeGreaterThan(100);
  expect(inputs.some(({ at }) => at === 'runs.update body.analyses[].wells{}.name')).toBe(true);
});

test('API-110 no call and no document accepts text with control characters or unpaired surrogates', () => {
  const wrong = inputs.filter(({ schema }) => takes(schema, BAD_TEXTS).length > 0);
  expect(wrong.map(({ at }) => at)).toEqual([]);
});

/**
 * What is looked for, repeated or referred to is as it is stored; a secret is what it is. Documents and settings that
 * are saved as a whole are checked by what reads them: TRUST-680.
 */
const AS_STORED =
  /^kit document|^analyser profile|body\.profile\.|commonReasons|^laboratories\.update body\.name|phases\[\]|channelAssignments|columns\{\}|query\.(?:search|text|expected)$|confirmedFit|searchCriteria|answers|address$|[pP]assword|privateKey|passphrase|secret|keptTemplates|iagnostic$|like$|eferences\[\]$|channelRules/;

test('TRUST-677 no call and no document accepts text with characters that are not seen or reorder others', () => {
  const names = inputs.filter(
    ({ schema, at }) => !AS_STORED.test(at) && takes(schema, ['aab', 'A1']).length > 0,
  );
  expect(names.length).toBeGreaterThan(50);
  const reordered = names.filter(
    ({ schema }) => takes(schema, ['a\u202eb', 'a\u2066b', 'a\u200fb']).length > 0,
  );
  expect(reordered.map(({ at }) => at)).toEqual([]);
  // Sentences may have them, and names of persons and of a user's own views.
  const isSentence = ({ schema, at }: Leaf) =>
    takes(schema, ['a\nb']).length > 0 ||
    /(?:reasons?|overruled|comment|note|firstname|lastname|^savedViews.*name)(?:\{\})?$/.test(at);
  const unseen = ['a\u200bb', 'ab\u00ad', 'a\ufe0fb', 'a\u3164', '\u2800b', 'a\u2028b'];
  const wrong = names.filter((leaf) => !isSentence(leaf) && takes(leaf.schema, unseen).length > 0);
  expect(wrong.map(({ at }) => at)).toEqual([]);
});

test('API-110 every number in a request has limits', () => {
  const numbers = inputs.filter(({ schema }) =>
    [0.5, 1, 25].some((number) => schema.safeParse(number).success),
  );
  expect(numbers.length).toBeGreaterThan(20);
  const wrong = numbers.filter(
    ({ at, schema }) =>
      takes(
        schema,
        BAD_NUMBERS.filter((bad) => !(MAY_BE_LARGE.test(at) && bad === 2 ** 31)),
      ).length > 0,
  );
  expect(wrong.map(({ at }) => at)).toEqual([]);
});

test('API-110 no date may be in the year 0', () => {
  const days = inputs.filter(
    ({ schema }) => schema.safeParse('2026-11-22').success && !schema.safeParse('2026-13-22').success,
  );
  expect(days.length).toBeGreaterThan(3);
  expect(days.filter(({ schema }) => schema.safeParse('0000-01-01').success).map(({ at }) => at)).toEqual([]);
});
