import { describe, expect, it } from 'vitest';

import { expressionSettingsSchema, expressionZones, type ExpressionSettings } from '../kit/assay.ts';
import { hitText, isOnlyOutside } from './call-words.ts';
import { expressionKey, expressionText, evaluatedText } from './expression-words.ts';

const HEIGHTS: ExpressionSettings = { firstOperand: 'A', operator: 'GT', secondOperand: 'B' };
const WIDTH: ExpressionSettings = { firstOperand: { width: 'A' }, operator: 'GTE', secondOperand: 3.2 };
const RATIO: ExpressionSettings = { firstOperand: { ratio: ['A', 'B'] }, operator: 'LT', secondOperand: 2 };

describe('a condition', () => {
  it('KIT-170 KIT-171 compares two heights, a width with °C, or a ratio with a number', () => {
    for (const one of [HEIGHTS, WIDTH, RATIO]) expect(expressionSettingsSchema.parse(one)).toEqual(one);
    expect([HEIGHTS, WIDTH, RATIO].map(expressionText)).toEqual([
      'A above B',
      'width of A at least 3.2 °C',
      'ratio of A to B below 2',
    ]);
    expect([HEIGHTS, WIDTH, RATIO].map(expressionKey)).toEqual([
      'A GT B',
      'width(A) GTE 3.2',
      'ratio(A,B) LT 2',
    ]);
    expect([HEIGHTS, WIDTH, RATIO].map(expressionZones)).toEqual([['A', 'B'], ['A'], ['A', 'B']]);
  });

  it.each([
    { ...HEIGHTS, secondOperand: 3 },
    { ...HEIGHTS, firstOperand: 3 },
    { ...WIDTH, secondOperand: 'B' },
    { ...WIDTH, secondOperand: { width: 'B' } },
    { ...WIDTH, secondOperand: 0 },
    { ...WIDTH, firstOperand: { width: 'AB' } },
    { ...RATIO, secondOperand: 'C' },
    { ...RATIO, firstOperand: { ratio: ['A'] } },
    { ...RATIO, firstOperand: { ratio: ['A', 'B'], width: 'A' } },
  ])('KIT-173 makes no other comparison: %j', (wrong) => {
    expect(expressionSettingsSchema.safeParse(wrong).success).toBe(false);
  });

  it('KIT-172 is given with its values, or with the missing peak', () => {
    const tried = (expression: ExpressionSettings, first: number | null, second: number, holds: boolean) =>
      evaluatedText({ ...expression, firstValue: first, secondValue: second, holds }, { zonesHit: ['A'] });
    expect(tried(HEIGHTS, 600, 700, false)).toBe('A above B (600 against 700: no)');
    expect(tried(WIDTH, 3.45, 3.2, true)).toBe('width of A at least 3.2 °C (3.45 °C against 3.2 °C: yes)');
    expect(tried(RATIO, 2.31, 2, false)).toBe('ratio of A to B below 2 (2.31 against 2: no)');
    expect(tried(RATIO, null, 2, false)).toBe('ratio of A to B below 2 (no peak in zone B: no)');
  });
});

describe('RESULT-40 NONE, “in a zone” and “in no zone” are distinct', () => {
  const phases = (...accepted: boolean[]) => [{ peaks: accepted.map((counts) => ({ accepted: counts })) }];
  it.each([
    ['NONE', phases(), 'NONE'],
    ['NONE', phases(false), 'NONE'],
    ['NONE', phases(false, true), 'in no zone'],
    ['A + B', phases(true), 'A + B'],
  ] as const)('%s with peaks %j reads %s', (combination, of, wanted) => {
    expect(hitText({ combination, phases: of })).toBe(wanted);
    expect(isOnlyOutside({ combination, phases: of })).toBe(wanted === 'in no zone');
  });
});
