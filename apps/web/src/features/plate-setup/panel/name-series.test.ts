import { expect, test } from 'vitest';

import { seriesAfter, seriesFrom } from './name-series.ts';

test('a name with a number is counted up over the wells', () => {
  expect(seriesFrom('S-9', 3)).toEqual(['S-9', 'S-10', 'S-11']);
  expect(seriesFrom('P1-008b', 3)).toEqual(['P1-008b', 'P1-009b', 'P1-010b']);
  expect(seriesFrom('control', 3)).toBeNull();
});

test('a code with too many digits is not counted up', () => {
  expect(seriesFrom('4006381333931123456', 2)).toBeNull();
});

test('names at the start of the wells are continued in their step', () => {
  expect(seriesAfter(['S-3', null, null])).toEqual(['S-4', 'S-5']);
  expect(seriesAfter(['S-2', 'S-4', null, null])).toEqual(['S-6', 'S-8']);
  expect(seriesAfter(['S-2', 'PC-4', null])).toEqual(['PC-5']);
});

test('nothing is continued without a start, trailing empty wells or a number', () => {
  expect(seriesAfter([null, null])).toBeNull();
  expect(seriesAfter(['S-1', 'S-2'])).toBeNull();
  expect(seriesAfter(['S-1', null, 'S-3'])).toBeNull();
  expect(seriesAfter(['PC', null])).toBeNull();
  expect(seriesAfter(['S-2', 'S-1', null, null])).toBeNull();
});
