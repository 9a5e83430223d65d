import { expect, it } from 'vitest';

import { statementName } from './statement-name.ts';

it.each([
  ['SELECT "public"."run"."id" FROM "public"."run" WHERE id = $1', 'SELECT run'],
  ['INSERT INTO "public"."audit_event" ("at") VALUES ($1)', 'INSERT audit_event'],
  ["UPDATE run SET name = 'Sample 4711'", 'UPDATE run'],
  ['\n  with x AS (SELECT 1) SELECT * FROM x', 'WITH x'],
  ['BEGIN', 'BEGIN'],
  ['', 'STATEMENT'],
])('%j is %s', (text, name) => {
  expect(statementName(text)).toBe(name);
  expect(statementName({ text })).toBe(name);
});
