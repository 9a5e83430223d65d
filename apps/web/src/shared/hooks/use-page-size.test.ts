import { LIST_ROW_HEIGHT, runCalls } from '@curvewell/contracts';
import { expect, test } from 'vitest';

import { fittingRowCount } from './use-page-size.ts';

test('CONST-05 a page holds as many 56.5 px rows as fit, and 13 before the height is known', () => {
  expect(LIST_ROW_HEIGHT).toBe(56.5);
  expect(fittingRowCount(0)).toBe(13);
  expect(fittingRowCount(12 * 56.5)).toBe(12);
  expect(fittingRowCount(12 * 56.5 - 1)).toBe(11);
  expect(runCalls.list.query.parse({}).size).toBe(13);
});

test('a page has at least 5 and at most 100 rows', () => {
  expect(fittingRowCount(100)).toBe(5);
  expect(fittingRowCount(100_000)).toBe(100);
});
