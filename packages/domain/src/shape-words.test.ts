import { expect, it } from 'vitest';

import { noRuleText } from './call-words.ts';
import type { WellShape } from './curve-shapes.ts';
import { evaluatedText } from './expression-words.ts';
import { flagText } from './flag-consequences.ts';
import { shapeTexts } from './shape-words.ts';
import type { EvaluatedExpression } from './well-call.ts';

const reference = (name: string, distance: number) => ({
  ...{ name, wells: 3, distance, border: 1, mostAt: 81.4 },
  most: -2 * distance,
});
const SHAPE: WellShape = {
  phase: 'MELT',
  outcome: 'like',
  fault: null,
  faultOf: [],
  references: [reference('HETEROZYGOUS', 0.5), reference('HOMOZYGOUS_MUTATED', 2)],
  scatter: 0.2,
  ratio: 2,
};

it('REVIEW-395 “Why?” gives the group, the distances with their borders, and the scatter', () => {
  expect(shapeTexts({})).toEqual([]);
  expect(shapeTexts({ shape: SHAPE })).toEqual([
    'Shape (MELT): like Heterozygous. The second reference is 4.0 times as far as the nearest, at least 2.0 times is required.',
    'Distances of the normalised curve (root mean square): Heterozygous 0.50 % (most −1.00 % at 81.4 °C, 3 wells, border 1.00 %); ' +
      'Homozygous mutated 2.00 % (most −4.00 % at 81.4 °C, 3 wells, border 1.00 %).',
    'The references scatter by 0.20 % from replicate to replicate.',
  ]);
  const unknown = {
    ...SHAPE,
    outcome: 'not-known',
    fault: 'missing-reference',
    faultOf: ['HETEROZYGOUS'],
  } as const;
  expect(
    shapeTexts({ shape: { ...unknown, faultOf: ['HETEROZYGOUS'], references: [], scatter: null } }),
  ).toEqual(['The shape is not known: no usable standard of Heterozygous is on the plate.']);
});

it('DIAG-77 a well without a call says that its shape leaves the rules open', () => {
  const expression: EvaluatedExpression = {
    firstOperand: { shape: 'curve' },
    operator: 'IS',
    secondOperand: { shape: { like: 'HETEROZYGOUS' } },
    firstValue: null,
    secondValue: null,
    holds: false,
  };
  const call = {
    ...{ combination: 'A', phases: [] },
    triedRules: [{ rule: 0, diagnostic: 'HETEROZYGOUS', expressions: [expression], holds: false }],
  };
  const reason = (shape?: WellShape) => noRuleText({ ...call, ...(shape && { shape }) });
  const open = 'No row of the rules holds for certain for A, because the shape of the curve';
  expect(reason({ ...SHAPE, outcome: 'not-known' })).toBe(`${open} is not known: no diagnostic`);
  expect(reason({ ...SHAPE, outcome: 'between' })).toBe(
    `${open} is between Heterozygous and Homozygous mutated: no diagnostic`,
  );
  expect(reason()).toBe(`${open} was not compared: no diagnostic`);
  expect(reason({ ...SHAPE, outcome: 'unlike-any' })).toBe('No row of the rules holds for A: no diagnostic');
});

it('DIAG-74 the flag of a failed standard differs from that of a failed control of the lot', () => {
  const flag = {
    code: 'failed-control',
    zone: null,
    temperature: null,
    measured: null,
    limit: null,
  } as const;
  expect(flagText({ ...flag, phase: 'MELT' })).toBe(
    'MELT: a standard that the shape is compared with, or a control of its lot, has failed.',
  );
  expect(flagText({ ...flag, phase: null })).toBe('A control of this kit and lot has failed.');
});

it('DIAG-80 a condition on the shape states what it compared, and that its answer is not known', () => {
  const tried = (shape: 'between' | { like: string }, firstValue: number | null, of?: WellShape) =>
    evaluatedText(
      {
        ...{ firstOperand: { shape: 'curve' }, operator: 'IS', secondOperand: { shape }, holds: false },
        ...{ firstValue, secondValue: firstValue === null ? null : 1 },
      },
      { zonesHit: ['A'], ...(of && { shape: of }) },
    );
  const far = { ...SHAPE, references: [reference('HETEROZYGOUS', 2), reference('HOMOZYGOUS_MUTATED', 9)] };
  expect(tried({ like: 'HOMOZYGOUS_MUTATED' }, 9, { ...far, outcome: 'unlike-any' })).toBe(
    'shape is like Homozygous mutated (9.00 % from it, border 1.00 %: no)',
  );
  expect(tried('between', 2, { ...far, outcome: 'unlike-any' })).toBe(
    'shape is between two references (2.00 % from the nearest, border 1.00 %: no)',
  );
  expect(tried({ like: 'HETEROZYGOUS' }, 2, { ...far, outcome: 'between' })).toBe(
    'shape is like Heterozygous (2.00 % from it, border 1.00 %: not known)',
  );
  const unknown = 'shape is between two references (the shape is not known: not known)';
  expect(tried('between', null, { ...SHAPE, outcome: 'not-known' })).toBe(unknown);
  expect(tried('between', null)).toBe(unknown);
});
