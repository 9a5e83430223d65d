import { expect, it } from 'vitest';

import { westgardJudge, worstRule } from './westgard.ts';

const rulesOf = (distances: readonly number[]) =>
  westgardJudge(distances).rules.map((rules) => rules.join(' '));

it('CONTROL-05 one beyond 3 SD breaks 1-3s, one on 3 SD does not', () => {
  expect(rulesOf([0, 3.01, -0.2, -3.01])).toEqual(['', '1-3s', '', '1-3s']);
  expect(rulesOf([3])).toEqual(['1-2s']);
});

it('CONTROL-05 one beyond 2 SD that breaks nothing else is a warning', () => {
  expect(rulesOf([0.5, 2.1, -0.5, 2, -2.4])).toEqual(['', '1-2s', '', '', '1-2s']);
});

it('CONTROL-05 two in a row beyond 2 SD on one side break 2-2s with the second', () => {
  expect(rulesOf([0, 2.3, 2.1, 0])).toEqual(['', '1-2s', '2-2s', '']);
  expect(rulesOf([-2.3, 0, -2.3])).toEqual(['1-2s', '', '1-2s']);
});

it('CONTROL-05 two in a row beyond 2 SD on either side break R-4s', () => {
  expect(rulesOf([2.1, -2.1])).toEqual(['1-2s', 'R-4s']);
  // 4.1 SD apart, but one of them within 2 SD.
  expect(rulesOf([2.9, -1.2])).toEqual(['1-2s', '']);
});

it('CONTROL-05 four in a row beyond 1 SD on one side break 4-1s with the fourth and each further one', () => {
  expect(rulesOf([1.2, 1.1, 1.5, 1.3, 1.1, 0.9])).toEqual(['', '', '', '4-1s', '4-1s', '']);
  expect(rulesOf([-1.2, -1.1, 1.5, -1.3, -1.1])).toEqual(['', '', '', '', '']);
});

it('CONTROL-05 ten in a row on one side break 10x, and the row is told from its first', () => {
  const row = Array.from({ length: 11 }, (_, place) => -0.1 - place / 20);
  const { rules, oneSided } = westgardJudge([0.4, ...row, 0.2]);
  expect(rules.map(({ length }) => length)).toEqual([...Array<number>(10).fill(0), 1, 1, 0]);
  expect(rules[10]).toEqual(['10x']);
  expect(oneSided).toEqual([{ first: 1, last: 11 }]);
  // Nine, the mean itself, and nine more.
  expect(westgardJudge([...row.slice(0, 9), 0, ...row.slice(0, 9)]).oneSided).toEqual([]);
});

it('CONTROL-05 a point that breaks several rules tells all of them, worst first', () => {
  expect(rulesOf([1.5, 1.5, 2.5, 3.5])).toEqual(['', '', '1-2s', '1-3s 2-2s 4-1s']);
  expect(worstRule(['10x', '1-2s', '2-2s'])).toBe('2-2s');
  expect(worstRule([])).toBeNull();
});
