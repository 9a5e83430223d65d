import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestDatabase } from '../../../../test/database.ts';
import { withoutFigures } from './packed-results.ts';

let test: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const LAST = 1.797_693_134_862_315_7e308;
const VALUES = {
  a: [0.1 + 0.2, -1 / 3, 5e-324, LAST, -LAST, 123_456_789_012, 1e21, 60.764_349_447_637_35, 0.4, 60, null],
  'key 123456789.5': 'text "quoted \\ 0.123456789012" \u0001 é',
  b: { quality: 0.999_863_848_495_307_7, readings: 176, limit: null, accepted: true },
};

it('OPS-644 the database restores the same JSON from the figures and text of explanations, whatever digits the session prints', async () => {
  const { explanationText, explanationFigures } = withoutFigures(JSON.stringify(VALUES));
  expect(explanationText).not.toMatch(/\d\.\d{7,}(?!\d*\\?")/);
  const [row] = await test.db.$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL extra_float_digits = 0`;
    return tx.$queryRaw<{ found: unknown; isSame: boolean }[]>`
      SELECT x.found, x.found = ${JSON.stringify(VALUES)}::jsonb AS "isSame"
      FROM (SELECT with_figures(${explanationText}, ${explanationFigures}::float8[]) AS found) x`;
  });
  expect(row?.found).toEqual(VALUES);
  expect(row?.isSame).toBe(true);
});

it('OPS-644 text and figures that do not match give no explanation instead of a wrong one', async () => {
  const [row] = await test.db.$queryRaw<{ few: unknown; many: unknown }[]>`
    SELECT with_figures(E'{"a":\\x01,"b":\\x01}', '{1}') AS few, with_figures(E'{"a":\\x01}', '{1,2}') AS many`;
  expect(row).toEqual({ few: null, many: null });
});

it.each([
  ['a character that jsonb cannot store', String.raw`{"a":"\u0000"}`, '{}'],
  ['a number beyond those of jsonb', '{"a":1e999999}', '{}'],
  ['a figure that is no number', '{"a":\u0001}', '{NaN}'],
  ['an infinite figure', '{"a":\u0001}', '{Infinity}'],
  ['a missing figure', '{"a":\u0001}', '{NULL}'],
  ['levels without end', '['.repeat(200_000), '{}'],
])('OPS-644 altered text or figures are nothing, not an error of each page: %s', async (_, text, figures) => {
  const [row] = await test.db.$queryRaw<{ found: unknown }[]>`
    SELECT with_figures(${text}, ${figures}::float8[]) AS found`;
  expect(row).toEqual({ found: null });
});
