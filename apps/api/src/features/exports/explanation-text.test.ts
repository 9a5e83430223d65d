import type { EvaluatedExpression } from '@curvewell/domain';
import { expect, it } from 'vitest';

import { metText } from './explanation-text.ts';

it('DIAG-80 a table says “not known” of a rule that the shape leaves open, and “no” of one that fails', () => {
  const failed = {
    firstOperand: 'A',
    operator: 'GREATER',
    holds: false,
    firstValue: null,
    secondValue: null,
  };
  const shape = {
    ...failed,
    secondOperand: { shape: { like: 'HETEROZYGOUS' } },
  } as unknown as EvaluatedExpression;
  const height = { ...failed, secondOperand: 60 } as unknown as EvaluatedExpression;
  const other = { outcome: 'unlike-any', references: [{ name: 'HETEROZYGOUS' }], ratio: 2 } as never;
  expect([
    metText({ expressions: [shape], holds: false }, undefined),
    metText({ expressions: [shape], holds: false }, other),
    metText({ expressions: [shape, height], holds: false }, undefined),
    metText({ expressions: [shape], holds: true }, undefined),
  ]).toEqual(['not known', 'no', 'no', 'yes']);
});
