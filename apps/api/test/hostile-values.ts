import fc from 'fast-check';
import { z } from 'zod';

/** Unexpected and malicious values. */
const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\udfff',
    '\u202e',
    'İ',
    'Σς',
    'ẞ',
    '\u0001',
    '\n',
    '\r\n',
    '%',
    "'",
    '\\',
    '"',
    '$1',
    '0000-01-01',
    '9999-12-31',
    '2026-02-30',
    '1e9',
    '-1',
    '2147483648',
    '9007199254740993',
    'NaN',
    'null',
    'true',
    '[]',
    '__proto__',
    'constructor',
    'x'.repeat(5_000),
    '😀'.repeat(60),
    '00000000-0000-0000-0000-000000000000',
    '{}',
    0,
    -0,
    -1,
    0.5,
    1e9,
    2 ** 31,
    2 ** 53,
    -(2 ** 31),
    1e308,
    true,
    false,
    null,
    undefined,
    [],
    {},
    [[]],
    [null],
    { id: null },
    { __proto__: null },
    ['x', 'x'],
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Values that mostly fit a schema, with some parts replaced by hostile ones. */
export function valuesFor(schema: z.ZodType): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 14, arbitrary: fittingFor(schema) }, { weight: 1, arbitrary: hostile });
}

function fittingFor(schema: z.ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodObject) {
    const parts = Object.entries(schema.shape).map(
      ([key, part]) => [key, valuesFor(part as z.ZodType)] as const,
    );
    return fc.record(Object.fromEntries(parts), { requiredKeys: requiredIn(schema) });
  }
  if (schema instanceof z.ZodArray) return fc.array(valuesFor(schema.element as z.ZodType), { maxLength: 3 });
  if (schema instanceof z.ZodRecord)
    return fc
      .array(
        fc.tuple(
          valuesFor(schema.keyType as z.ZodType).map(String),
          valuesFor(schema.valueType as z.ZodType),
        ),
        {
          maxLength: 3,
        },
      )
      .map((entries) => Object.fromEntries(entries) as unknown);
  if (schema instanceof z.ZodUnion)
    return fc.oneof(...schema.options.map((option) => valuesFor(option as z.ZodType)));
  if (schema instanceof z.ZodPipe)
    return schema.in instanceof z.ZodTransform
      ? valuesFor(schema.out as z.ZodType)
      : valuesFor(schema.in as z.ZodType);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return fc.option(valuesFor(schema.unwrap() as z.ZodType), { nil: undefined });
  if (schema instanceof z.ZodNullable)
    return fc.option(valuesFor(schema.unwrap() as z.ZodType), { nil: null });
  if (schema instanceof z.ZodEnum) return fc.constantFrom<unknown>(...schema.options);
  if (schema instanceof z.ZodLiteral) return fc.constantFrom<unknown>(...schema.values);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNumber)
    return fc.oneof(fc.nat(100), fc.integer(), fc.double({ min: 0, max: 100, noNaN: true }));
  if (schema instanceof z.ZodUndefined) return fc.constant(undefined);
  return textFor(schema);
}

const requiredIn = (schema: z.ZodObject) =>
  Object.entries(schema.shape).flatMap(([key, part]) =>
    (part as z.ZodType).safeParse(undefined).success ? [] : [key],
  );

const SAMPLES = [
  'A1',
  'B12',
  'P24',
  'A',
  'x',
  'Lot 7',
  '2026-11-22',
  '2099-12-31',
  'MELT:A,B',
  '#aabbcc',
  'name,asc',
  'a@example.org',
  'abc',
  '0'.repeat(64),
];

/** For texts, samples that the schema accepts; else any text. */
function textFor(schema: z.ZodType): fc.Arbitrary<unknown> {
  const fitting = SAMPLES.filter((sample) => schema.safeParse(sample).success);
  const text = fitting.length > 0 ? fc.constantFrom(...fitting) : fc.constantFrom(...SAMPLES);
  return schema.safeParse('00000000-0000-4000-8000-000000000000').success && schema instanceof z.ZodUUID
    ? fc.constantFrom(...IDS)
    : fc.oneof(
        { weight: 3, arbitrary: text },
        { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
      );
}

/** Existing ids, filled in by tests. */
export const IDS: string[] = ['00000000-0000-4000-8000-000000000000'];
