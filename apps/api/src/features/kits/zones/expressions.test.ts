import { expect, it } from 'vitest';

import type { AppError } from '../../../errors.ts';
import { expressionsBetween } from './expressions.ts';

const ids = (...operandsByPhase: string[]) => expressionsBetween(operandsByPhase).map(({ id }) => id);

it('each pair of zones within a phase is compared by each operator', () => {
  expect(ids('MELT:B,A')).toEqual([
    'A LT B',
    'A LTE B',
    'A GT B',
    'A GTE B',
    'B LT A',
    'B LTE A',
    'B GT A',
    'B GTE A',
  ]);
  expect(expressionsBetween(['MELT:A,B'])[0]).toEqual({
    id: 'A LT B',
    firstOperand: 'A',
    operator: 'LT',
    secondOperand: 'B',
  });
});

it('zones of different phases are not compared, and a repeated zone counts once', () => {
  expect(ids('MELT:A,B', 'ANNEAL:C,D')).toHaveLength(16);
  expect(ids('MELT:A', 'ANNEAL:B')).toEqual([]);
  expect(ids('MELT:A,A')).toEqual([]);
  expect(ids()).toEqual([]);
});

it('a phase without zones has no comparisons', () => {
  expect(ids('MELT')).toEqual([]);
});

it('a phase that is named twice is refused', () => {
  expect(() => ids('MELT:A,B', 'MELT:C')).toThrow(
    expect.objectContaining({
      code: 'invalid-request',
      message: 'Each phase may occur only once.',
      issues: [{ path: ['query', 'operandsByPhase'], message: 'duplicate phase' }],
    }) as AppError,
  );
});
