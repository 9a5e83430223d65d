import { expect, test } from 'vitest';

import { rowWindow, tabStopIn } from './row-window.ts';

test('REVIEW-344 a long table renders ten rows above and below the visible ones', () => {
  expect(rowWindow({ first: 100, rows: 20 }, 384)).toEqual({ from: 90, to: 130 });
  expect(rowWindow({ first: 4, rows: 20 }, 384)).toEqual({ from: 0, to: 34 });
  expect(rowWindow({ first: 364, rows: 20 }, 384)).toEqual({ from: 354, to: 384 });
  // Filtered while scrolled down.
  expect(rowWindow({ first: 300, rows: 20 }, 96)).toEqual({ from: 86, to: 96 });
});

test('REVIEW-344 a table of fewer than 60 rows is rendered completely', () => {
  expect(rowWindow({ first: 30, rows: 10 }, 59)).toEqual({ from: 0, to: 59 });
  expect(rowWindow({ first: 30, rows: 10 }, 60)).toEqual({ from: 20, to: 50 });
});

test('REVIEW-422 Tab reaches the current row, or the rendered one nearest to it', () => {
  const rendered = { from: 90, to: 130 };
  expect([89, 90, 100, 129, 130].map((current) => tabStopIn(rendered, current))).toEqual([
    90, 90, 100, 129, 129,
  ]);
  expect(tabStopIn({ from: 0, to: 0 }, 0)).toBe(0);
});
