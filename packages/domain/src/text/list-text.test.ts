import { expect, it } from 'vitest';

import { listText } from './list-text.ts';

it.each([
  [[], ''],
  [['A'], 'A'],
  [['A', 'B'], 'A and B'],
  [['A', 'B', 'C'], 'A, B and C'],
])('a sentence lists %j as “%s”', (words, text) => {
  expect(listText(words)).toBe(text);
});
