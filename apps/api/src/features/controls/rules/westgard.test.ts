import { expect, it } from 'vitest';

import { isFailure, rejectsRun, evaluateWestgard, worstRule } from './westgard.ts';

const rulesOf = (distances: readonly number[]) =>
  evaluateWestgard(distances).rules.map((rules) => rules.join(' '));

it('CONTROL-05 one beyond 3 SD breaks 1-3s, one on 3 SD does not', () => {
  expect(rulesOf([0, 3.01, -0.2, -3.01])).toEqual(['', '1-3s', '', '1-3s']);
  expect(rulesOf([3])).toEqual(['1-2s']);
});

it('CONTROL-05 one beyond 2 SD that breaks no other rule is a warning', () => {
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

it('CONTROL-05 ten in a row on one side break 10x, and the range starts with the first of them', () => {
  const row = Array.from({ length: 11 }, (_, place) => -0.1 - place / 20);
  const { rules, oneSided } = evaluateWestgard([0.4, ...row, 0.2]);
  expect(rules.map(({ length }) => length)).toEqual([...Array<number>(10).fill(0), 1, 1, 0]);
  expect(rules[10]).toEqual(['10x']);
  expect(oneSided).toEqual([{ first: 1, last: 11 }]);
  // Nine points, one on the mean, and nine more.
  expect(evaluateWestgard([...row.slice(0, 9), 0, ...row.slice(0, 9)]).oneSided).toEqual([]);
});

it('CONTROL-05 a point that breaks several rules lists all of them, worst first', () => {
  expect(rulesOf([1.5, 1.5, 2.5, 3.5])).toEqual(['', '', '1-2s', '1-3s 2-2s 4-1s']);
  expect(worstRule(['10x', '1-2s', '2-2s'])).toBe('2-2s');
  expect(worstRule([])).toBeNull();
});

/**
 * “Break All the Rules”, part one: a published exercise with mean 47 and standard deviation 3.
 *
 * @see S. Westgard, westgard.com/break-all-rules-answers1.htm (2015), measurements 1 to 61
 */
const EXERCISE = [
  42.5, 55.1, 46.4, 47.0, 43.1, 56.9, 41.3, 44.9, 45.5, 41.3, 47.0, 37.7, 41.6, 53.3, 55.4, 44.6, 47.3, 48.2,
  41.3, 42.8, 44.3, 47.6, 44.3, 45.8, 47.6, 39.8, 39.8, 50.9, 49.7, 45.5, 45.2, 47.3, 47.9, 44.3, 40.1, 48.2,
  40.7, 41.9, 43.4, 43.7, 49.7, 42.2, 52.1, 44.6, 45.2, 45.8, 41.6, 41.3, 44.9, 43.7, 45.2, 50.6, 50.3, 51.2,
  51.5, 44.3, 41.6, 53.9, 48.8, 48.2, 50.6,
];

it('CONTROL-05 a published series breaks the rules at the published points', () => {
  const rules = rulesOf(EXERCISE.map((value) => (value - 47) / 3));
  const broken = rules.flatMap((names, place) => (names === '' ? [] : [[place + 1, names]]));
  expect(broken.filter(([, names]) => names !== '1-2s')).toEqual([
    [6, '1-3s'],
    [12, '1-3s'],
    [15, '2-2s'],
    [27, '2-2s'],
    // 37 to 40, and 52 to 55.
    [40, '4-1s'],
    [55, '4-1s'],
  ]);
  expect(broken.filter(([, names]) => names === '1-2s').map(([place]) => place)).toEqual([
    2, 14, 26, 35, 37, 58,
  ]);
});

it('CONTROL-05 ten in a row count up to the newest reading; readings on the mean belong to neither side', () => {
  expect(evaluateWestgard(Array<number>(10).fill(-0.1)).oneSided).toEqual([{ first: 0, last: 9 }]);
  expect(evaluateWestgard(Array<number>(9).fill(-0.1)).oneSided).toEqual([]);
  expect(evaluateWestgard(Array<number>(11).fill(0)).oneSided).toEqual([]);
});

it.each([
  ['1-3s', true, true],
  ['2-2s', true, true],
  ['R-4s', true, true],
  ['4-1s', true, false],
  ['10x', true, false],
  ['1-2s', false, false],
] as const)(
  'CONTROL-05 %s is more than a warning: %s; alone it rejects a run: %s',
  (rule, fails, rejects) => {
    expect([isFailure(rule), rejectsRun(rule)]).toEqual([fails, rejects]);
  },
);
