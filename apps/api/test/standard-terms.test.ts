import { expect, it } from 'vitest';

import { formerWordIn } from '../../../scripts/lint-rules.mjs';

it.each([
  ['isAnew', 'reinterpretation'],
  ['anew-dialog.tsx', 'reinterpretation'],
  ['MORNING_LINES', 'dashboard'],
  ['listStrangers', 'unassigned user'],
  ['KeptAnswer', 'idempotency key'],
  ['kept-answers.ts', 'idempotency key'],
  ['happenings', 'trace channel'],
])('OPS-404 %s is refused for %s', (name, term) => {
  expect(formerWordIn(name)?.[1]).toBe(term);
});

it.each(['renewed', 'thankless', 'estrangement', 'keptAnswered', 'mornington'])(
  'OPS-404 %s has no former word',
  (name) => {
    expect(formerWordIn(name)).toBeUndefined();
  },
);
