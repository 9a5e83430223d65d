import { expect, test } from 'vitest';

import type { ExpressionSettings } from './assay.ts';
import { ruleOverlaps } from './rule-overlaps.ts';

const like = (name: string, operator: 'IS' | 'IS_NOT' = 'IS'): ExpressionSettings => ({
  firstOperand: { shape: 'curve' },
  operator,
  secondOperand: { shape: { like: name } },
});
const amplified = (channel: 'FAM' | 'HEX', operator: 'IS' | 'IS_NOT'): ExpressionSettings => ({
  firstOperand: { amplification: channel },
  operator,
  secondOperand: { amplification: 'amplified' },
});
const height = (
  firstOperand: string,
  operator: 'LT' | 'LTE' | 'GT' | 'GTE',
  secondOperand: string,
): ExpressionSettings => ({ firstOperand, operator, secondOperand });
const width = (operator: 'LT' | 'GT', secondOperand: number): ExpressionSettings => ({
  firstOperand: { width: 'A' },
  operator,
  secondOperand,
});
const rule = (diagnostic: string | null, ...expressions: ExpressionSettings[]) => ({
  label: 'A + B',
  diagnostic,
  expressions,
});
const places = (...rules: Parameters<typeof ruleOverlaps>[0][number][]) =>
  ruleOverlaps(rules).map(({ rules: [first, second] }) => `${first} ${second}`);

test('KIT-305 two rules of the same zones that one well can match are named', () => {
  expect(ruleOverlaps([rule('X', width('GT', 2)), rule('M', like('M'))])).toEqual([
    { label: 'A + B', rules: [1, 2], diagnostics: ['X', 'M'] },
  ]);
  expect(places(rule('X', width('GT', 2)), rule('M', width('LT', 3)))).toEqual(['1 2']);
  expect(places(rule('X', like('X', 'IS_NOT')), rule('M', like('M', 'IS_NOT')))).toEqual(['1 2']);
  expect(places(rule('X', height('A', 'GT', 'B')), rule('M', height('A', 'GTE', 'B')))).toEqual(['1 2']);
});

test('KIT-305 rules that exclude each other, give the same, are an else or of other zones are not', () => {
  expect(places(rule('X', like('X')), rule('M', like('M')))).toEqual([]);
  expect(places(rule('X', like('X')), rule('M', like('X', 'IS_NOT')))).toEqual([]);
  expect(places(rule('X', height('A', 'GT', 'B')), rule('M', height('A', 'LTE', 'B')))).toEqual([]);
  expect(places(rule('X', height('A', 'GT', 'B')), rule('M', height('B', 'GT', 'A')))).toEqual([]);
  expect(places(rule('X', width('GT', 3)), rule('M', width('LT', 2)))).toEqual([]);
  expect(places(rule('X', width('GT', 2)), rule('X', like('M')))).toEqual([]);
  expect(places(rule('X', width('GT', 2)), rule('M'))).toEqual([]);
  expect(places(rule('X', width('GT', 2)), { ...rule('M', like('M')), label: 'A' })).toEqual([]);
  expect(places(rule(null, width('GT', 2)), rule('M', like('M')))).toEqual([]);
});

test('KIT-305 conditions on different things, or that leave a value to both, do not exclude each other', () => {
  const both = ['1 2'];
  expect(places(rule('X', amplified('FAM', 'IS')), rule('M', amplified('HEX', 'IS_NOT')))).toEqual(both);
  expect(places(rule('X', like('X', 'IS_NOT')), rule('M', like('X', 'IS_NOT')))).toEqual(both);
  expect(places(rule('X', like('X', 'IS_NOT')), rule('M', like('M')))).toEqual(both);
  expect(places(rule('X', height('A', 'LT', 'B')), rule('M', height('A', 'GT', 'C')))).toEqual(both);
  expect(places(rule('X', height('A', 'LT', 'B')), rule('M', height('B', 'LT', 'C')))).toEqual(both);
});

test('KIT-305 one pair of conditions is enough to exclude', () => {
  expect(places(rule('X', like('X'), width('GT', 2)), rule('M', width('GT', 1), like('M')))).toEqual([]);
  expect(places(rule('X', like('M', 'IS_NOT')), rule('M', like('M')))).toEqual([]);
  expect(places(rule('X', width('LT', 2)), rule('M', width('GT', 2)))).toEqual([]);
  expect(places(rule('X', amplified('FAM', 'IS')), rule('M', amplified('FAM', 'IS_NOT')))).toEqual([]);
  expect(places(rule('X', height('B', 'LTE', 'A')), rule('M', height('A', 'LT', 'B')))).toEqual([]);
});

test('KIT-305 an unfinished rule or an “else” overlaps with none', () => {
  expect(places(rule('M', like('M')), rule(null, width('GT', 2)))).toEqual([]);
  expect(places(rule('X'), rule('M', like('M')))).toEqual([]);
});
