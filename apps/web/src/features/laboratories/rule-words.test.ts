import { DEFAULT_LABORATORY_RULES as DEFAULTS } from '@curvewell/contracts';
import { expect, it } from 'vitest';

import { linesOf, listOf, rulesInWords } from './rule-words.ts';

it('rules say what is not the default', () => {
  expect(rulesInWords(DEFAULTS)).toBe('All rules are the default.');
  expect(
    rulesInWords({
      ...DEFAULTS,
      approve: { ...DEFAULTS.approve, unresolved: 'block' },
      overrideNeedsReason: false,
      nearBorderPercent: 5,
    }),
  ).toBe('Approving, unresolved: Block; results are changed without a reason; near a border is 5 %');
});

it('reasons are written one a line, empty lines are none', () => {
  expect(listOf(' A \n\nB\n')).toEqual(['A', 'B']);
  expect(linesOf(['A', 'B'])).toBe('A\nB');
});
