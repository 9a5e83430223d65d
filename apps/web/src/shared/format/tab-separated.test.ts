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

test('no cell is a formula in a spreadsheet, and each comes back as it was', () => {
  const cells = ['=HYPERLINK("http://x")', '+1', '-S-1', '@a', "'=1", "'plain", ' =1', 'S-1'];
  const text = toTabSeparated([cells]);
  expect(text.split('\t')[1]).toBe("'+1");
  expect(text).not.toMatch(/(^|\t)"?\s*[=+\-@]/);
  expect(fromTabSeparated(text)).toEqual([cells]);
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
