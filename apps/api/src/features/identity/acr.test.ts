import { expect, it } from 'vitest';

import { satisfiesAcr } from './acr.ts';

it.each([
  ['2', '2', true],
  ['10', '2', true],
  ['1', '2', false],
  [undefined, '0', false],
  ['gold', 'gold', true],
  ['silver', 'gold', false],
  ['2', 'gold', false],
  ['gold', '2', false],
  ['', '1', false],
  ['10', '1e0', false],
  ['10', '-1', false],
])('TRUST-525 a sign-in with acr %s, where %s is required, is accepted: %s', (had, wanted, counts) => {
  expect(satisfiesAcr(had, wanted)).toBe(counts);
});
