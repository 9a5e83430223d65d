import { expect, it } from 'vitest';

import { noRuleText } from './call-words.ts';
import { shapeFaultSchema, type WellShape } from '../settings/curve-shapes.ts';
import { evaluatedText } from './expression-words.ts';
import { flagText } from './flag-consequences.ts';
import { shapeFaultText, shapeFigureText, shapeGroupText, shapeTexts } from './shape-words.ts';
import type { EvaluatedExpression } from './well-call.ts';
import { nearness } from './well-doubt.ts';

const reference = (name: string, distance: number) => ({
  name,
  wells: 3,
  distance,
  border: 1,
  mostAt: 81.4,
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
    combination: 'A',
    phases: [],
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
        firstOperand: { shape: 'curve' },
        operator: 'IS',
        secondOperand: { shape },
        holds: false,
        firstValue,
        secondValue: firstValue === null ? null : 1,
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

it('REVIEW-395 each reason why a shape is not known has its own sentence, with the references that it is about', () => {
  const names = ['HETEROZYGOUS', 'HOMOZYGOUS_MUTATED', 'NEGATIVE'];
  const sentences = shapeFaultSchema.options.map((fault) => shapeFaultText({ fault, faultOf: names }));
  expect(new Set(sentences).size).toBe(shapeFaultSchema.options.length);
  for (const sentence of sentences) expect(sentence).toMatch(/^The shape is not known: \w.{15,}[\w%]\.$/);
  const naming = shapeFaultSchema.options.filter((fault) =>
    shapeFaultText({ fault, faultOf: names }).includes('Heterozygous, Homozygous mutated and Negative'),
  );
  expect(naming).toEqual(['missing-reference', 'single-reference', 'references-alike', 'one-reference']);
  expect(shapeFaultText({ fault: null, faultOf: [] })).toBe('');
  expect(shapeFaultText({ fault: 'border-too-wide', faultOf: [] })).toMatch(/\d\.\d\d %/);
  const two = { fault: 'references-alike', faultOf: names.slice(0, 2) } as const;
  expect(shapeFaultText(two)).toContain('of Heterozygous and Homozygous mutated scatter');
});

it('REVIEW-395 a group is named by the nearest reference, or by the nearest two', () => {
  const references = [...SHAPE.references, reference('NEGATIVE', 5)];
  const groups = (['like', 'between', 'unlike-any', 'not-known'] as const).map((outcome) =>
    shapeGroupText({ outcome, references }),
  );
  expect(groups).toEqual([
    'like Heterozygous',
    'between Heterozygous and Homozygous mutated',
    'unlike any reference',
    'not known',
  ]);
});

it('REVIEW-395 a table has the group with the nearest reference, or why there is none', () => {
  const nearest = 'nearest Heterozygous 0.50 %, border 1.00 %';
  expect(shapeFigureText(SHAPE)).toBe(`like Heterozygous; ${nearest}`);
  const unknown = {
    ...SHAPE,
    outcome: 'not-known',
    fault: 'one-reference',
    faultOf: ['HETEROZYGOUS'],
  } as const;
  const reason =
    'The shape is not known: the kit has only the reference Heterozygous, so no other can be ruled out for a curve near it';
  expect(shapeFigureText({ ...unknown, faultOf: [...unknown.faultOf] })).toBe(`${reason}; ${nearest}`);
  expect(shapeFigureText({ ...unknown, faultOf: [...unknown.faultOf], references: [] })).toBe(`${reason}.`);
  expect(shapeFigureText({ ...SHAPE, outcome: 'unlike-any', references: [] })).toBe('unlike any reference');
});

it('REVIEW-395 a difference has its sign, a reference its number of wells', () => {
  const of = (most: number, wells: number) =>
    shapeTexts({ shape: { ...SHAPE, references: [{ ...reference('NEGATIVE', 1), most, wells }] } })[1];
  expect(of(2, 1)).toContain('(most +2.00 % at 81.4 °C, 1 well, border 1.00 %)');
  expect(of(-2, 2)).toContain('(most −2.00 % at 81.4 °C, 2 wells,');
  expect(of(0, 2)).toContain('most +0.00 %');
});

it('REVIEW-395 how many times farther the second reference is, as far as that means anything', () => {
  const first = (...distances: readonly number[]) =>
    shapeTexts({ shape: { ...SHAPE, references: distances.map((one) => reference('NEGATIVE', one)) } })[0];
  const sentence = (times: string) =>
    `Shape (MELT): like Negative. The second reference is ${times} times as far as the nearest, at least 2.0 times is required.`;
  expect([first(0.1, 9.99), first(0.1, 10), first(0, 0), first(0, 1)]).toEqual([
    sentence('99.9'),
    ...Array.from({ length: 3 }, () => sentence('more than 100')),
  ]);
  expect(first(0.1)).toBe('Shape (MELT): like Negative.');
});

it('REVIEW-395 a shape that is not known still has its distances and the scatter', () => {
  const shape: WellShape = { ...SHAPE, outcome: 'not-known', fault: 'no-melt' };
  expect(shapeTexts({ shape })).toEqual([
    shapeFaultText({ fault: 'no-melt', faultOf: [] }),
    ...shapeTexts({ shape: SHAPE }).slice(1),
  ]);
});

it('REVIEW-443 a shape near a border between groups is borderline, with what lies beyond', () => {
  const asked = {
    firstOperand: { shape: 'curve' },
    operator: 'IS',
    secondOperand: { shape: { like: 'HETEROZYGOUS' } },
    firstValue: null,
    secondValue: null,
    holds: true,
  } as const;
  const near = (shape: WellShape | undefined, expressions: readonly EvaluatedExpression[] = [asked]) => {
    const triedRules = [{ rule: 0, diagnostic: 'HETEROZYGOUS', expressions: [...expressions], holds: true }];
    const explanation = { ...{ phases: [], flags: [], zonesHit: [], triedRules }, ...(shape && { shape }) };
    const called = { explanation, constantPhaseInfos: [], beyond: {} } as never; // only the fields that it reads
    return nearness(called, { nearBorderPercent: 10 });
  };
  const at = (outcome: WellShape['outcome'], ...distances: readonly [number, number]): WellShape => ({
    ...SHAPE,
    outcome,
    references: [reference('HETEROZYGOUS', distances[0]), reference('HOMOZYGOUS_MUTATED', distances[1])],
  });
  expect(near(at('like', 0.5, 2))).toBeNull();
  expect(near(at('like', 0.95, 3))?.text).toBe(
    'Shape like Heterozygous: distance 0.95 % is 5 % below the border 1.00 %; beyond it the shape would not be like Heterozygous.',
  );
  expect(near(at('unlike-any', 1.04, 3))?.text).toMatch(
    /4 % above the border 1\.00 %; within it the shape could/,
  );
  expect(near(at('like', 0.5, 1.05))?.text).toBe(
    'Shape nearest to Heterozygous: Homozygous mutated, 1.05 %, is 5 % above 2.0 times its distance, 1.00 %; below it the shape would lie between them.',
  );
  expect(near(at('between', 0.5, 0.96))?.text).toMatch(/above it the shape would be like Heterozygous\.$/);
  expect(near({ ...at('not-known', 0.95, 3), fault: 'border-too-wide' })).toBeNull();
  expect(near(at('like', 0.95, 3), [])).toBeNull();
  expect(near(undefined)).toBeNull();
});
