import { expect, test } from 'vitest';

import { fromTabSeparated, toTabSeparated } from './tab-separated.ts';

test('a block comes back as it was, with tabs, quotes and line breaks in its cells', () => {
  const block = [
    ['position', 'name'],
    ['A1', 'a "b"\tc'],
    ['A2', 'two\nlines'],
    ['', ''],
    ['A3', ''],
  ];
  expect(fromTabSeparated(toTabSeparated(block))).toEqual(block);
});

test('line ends of every system are understood, and the last one opens no row', () => {
  expect(fromTabSeparated('a\tb\r\nc\td\r\n')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  expect(fromTabSeparated('S-1')).toEqual([['S-1']]);
  expect(fromTabSeparated('')).toEqual([['']]);
});

test('a quote inside a cell is a character', () => {
  expect(fromTabSeparated('5" tube\tx')).toEqual([['5" tube', 'x']]);
});
