import { expect, test } from 'vitest';

import { fromTabSeparated, toTabSeparated } from './tab-separated.ts';

test('cells with tabs, quotes and line breaks survive a round trip', () => {
  const block = [
    ['position', 'name'],
    ['A1', 'a "b"\tc'],
    ['A2', 'two\nlines'],
    ['', ''],
    ['A3', ''],
  ];
  expect(fromTabSeparated(toTabSeparated(block))).toEqual(block);
});

test('no cell becomes a formula, and each survives a round trip', () => {
  const cells = ['=HYPERLINK("http://x")', '+1', '-S-1', '@a', "'=1", "'plain", ' =1', 'S-1'];
  const text = toTabSeparated([cells]);
  expect(text.split('\t')[1]).toBe("'+1");
  expect(text).not.toMatch(/(^|\t)"?\s*[=+\-@]/);
  expect(fromTabSeparated(text)).toEqual([cells]);
});

test('LF, CRLF and CR end a row, and a final one adds no row', () => {
  expect(fromTabSeparated('a\tb\r\nc\td\r\n')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  expect(fromTabSeparated('S-1')).toEqual([['S-1']]);
  expect(fromTabSeparated('')).toEqual([['']]);
});

test('a quote inside a cell is kept', () => {
  expect(fromTabSeparated('5" tube\tx')).toEqual([['5" tube', 'x']]);
});
