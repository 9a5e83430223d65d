import { expect, it } from 'vitest';

import type { Operand } from '../kit/assay.ts';
import { describeCall } from './describe-call.ts';
import { flagText } from './flag-consequences.ts';
import type { CalledWell } from './interpretation.ts';
import { inKitWords, kitWords, shapeInWords } from './kit-words.ts';
import { shapeFigureText } from './shape-words.ts';
import type { CallExplanation } from './well-call.ts';

const WORDS = new Map([
  ['NEGATIVE', 'No product'],
  ['HETEROZYGOUS', 'p50 not wild type'],
]);

const differ: CallExplanation['flags'][number] = {
  ...{ code: 'replicates-differ', phase: null, zone: null, temperature: null, measured: null, limit: null },
  replicates: {
    results: [
      { diagnostic: 'HETEROZYGOUS', positions: ['A1'], count: 1 },
      { diagnostic: 'NEGATIVE', positions: ['A2'], count: 1 },
      { diagnostic: null, positions: ['A3'], count: 1 },
    ],
  },
};

const shape: NonNullable<CallExplanation['shape']> = {
  ...{ phase: 'MELT', outcome: 'like', fault: null, faultOf: [], ratio: 2, scatter: 0.1 },
  references: [{ name: 'HETEROZYGOUS', wells: 3, distance: 0.5, most: 1, mostAt: 80, border: 1 }],
};

it('DIAG-91 sentences about replicates and shapes have the words of the kit, not the built-in ones', () => {
  const { flags, shape: named } = inKitWords({ flags: [differ], triedRules: [], shape }, WORDS);
  expect(flags.map(flagText)).toEqual([
    'Replicates differ: p50 not wild type in A1; No product in A2; no call in A3.',
  ]);
  expect(shapeFigureText(named)).toBe(
    'like p50 not wild type; nearest p50 not wild type 0.50 %, border 1.00 %',
  );
});

it('DIAG-91 rules and their conditions have the words of the kit, and conditions on no shape stay as they are', () => {
  const condition = (firstOperand: Operand, secondOperand: Operand) => ({
    ...{ firstOperand, operator: 'IS' as const, secondOperand },
    ...{ firstValue: null, secondValue: null, holds: false },
  });
  const others = [
    condition('A', 'B'),
    condition({ ratio: ['A', 'B'] }, 2),
    condition({ shape: 'curve' }, { shape: 'between' }),
  ];
  const like = condition({ shape: 'curve' }, { shape: { like: 'HETEROZYGOUS' } });
  const triedRules = [
    { rule: 0, diagnostic: 'NEGATIVE', holds: false, expressions: [like, ...others] },
    { rule: 1, diagnostic: null, holds: false, expressions: [] },
  ];
  const renamed = inKitWords({ flags: [], triedRules, outsideDiagnostic: 'NEGATIVE' }, WORDS);
  expect(renamed.triedRules).toEqual([
    {
      ...{ rule: 0, diagnostic: 'No product', holds: false },
      expressions: [{ ...like, secondOperand: { shape: { like: 'p50 not wild type' } } }, ...others],
    },
    triedRules[1],
  ]);
  expect(renamed.outsideDiagnostic).toBe('No product');
});

it('DIAG-91 peaks that only some replicates have, and other flags, stay as they are', () => {
  const wells = { positions: ['A1'], count: 1 };
  const peak = { ...differ, replicates: { have: wells, lack: { ...wells, positions: ['A2'] } } };
  const step = { ...differ, code: 'step' as const, replicates: undefined };
  expect(inKitWords({ flags: [peak, step], triedRules: [] }, WORDS).flags).toEqual([peak, step]);
});

it('DIAG-91 a shape that no diagnostic has is described with the words of the kit', () => {
  const faulty = { ...shape, fault: 'references-alike' as const, faultOf: ['NEGATIVE', 'WILD_TYPE'] };
  const described = shapeInWords(faulty, WORDS);
  expect(described.faultOf).toEqual(['No product', 'WILD_TYPE']);
  expect(described.references.map(({ name }) => name)).toEqual(['p50 not wild type']);
});

it('DIAG-91 the words for a well are those of its kit', () => {
  const color = (name: string, diagnosticLabel: string) => ({
    ...{ id: 'c', diagnostic: { name, label: name }, diagnosticLabel, color: '#000000' },
  });
  const well = (id: string, kit: string | null, expected: string | null) => ({
    ...{
      id,
      kitVersion: kit && { id: kit },
      expectedDiagnostic: expected && color('HETEROZYGOUS', expected),
    },
  });
  const wells = { A1: well('1', 'k1', null), A2: well('2', 'k2', 'Both'), A3: well('3', null, 'None') };
  const run = {
    analyses: [{ channel: 'FAM', wells }],
  } as unknown as Parameters<typeof kitWords>[0]; // only what the function reads
  const called = [
    {
      wellId: '1',
      interpretedWellDiagnostics: [
        { diagnosticColor: color('NEGATIVE', 'No product') },
        { diagnosticColor: null },
      ],
    },
  ] as unknown as Parameters<typeof kitWords>[1]; // only what the function reads
  expect(kitWords(run, called)).toEqual(
    new Map([
      ['k1', new Map([['NEGATIVE', 'No product']])],
      ['k2', new Map([['HETEROZYGOUS', 'Both']])],
    ]),
  );
});

const ALIKE = new Map([
  ['HETEROZYGOUS', 'Mutated'],
  ['HOMOZYGOUS_MUTATED', 'Mutated'],
]);

it('DIAG-91 names to which a kit gave the same words are followed by their names', () => {
  const results = ['HETEROZYGOUS', 'HOMOZYGOUS_MUTATED', 'NEGATIVE'].map((diagnostic, index) => ({
    ...{ diagnostic, positions: [`A${index + 1}`], count: 1 },
  }));
  const of = (given: typeof results) =>
    inKitWords({ flags: [{ ...differ, replicates: { results: given } }], triedRules: [] }, ALIKE).flags.map(
      flagText,
    );
  expect(of(results)).toEqual([
    'Replicates differ: Mutated (Heterozygous) in A1; Mutated (Homozygous mutated) in A2; Negative in A3.',
  ]);
  expect(of(results.slice(1))).toEqual(['Replicates differ: Mutated in A2; Negative in A3.']);
  // The words of one are the label of another without words.
  const borrowed = inKitWords(
    { flags: [{ ...differ, replicates: { results } }], triedRules: [] },
    new Map([['HETEROZYGOUS', 'Negative']]),
  ).flags.map(flagText);
  expect(borrowed).toEqual([
    'Replicates differ: Negative (Heterozygous) in A1; Homozygous mutated in A2; Negative in A3.',
  ]);
});

const reference = (name: string, distance: number) => ({
  ...{ name, wells: 3, distance, most: 1, mostAt: 80, border: 1 },
});
const like = (rule: number, diagnostic: string) => ({
  ...{ rule, diagnostic, holds: false },
  expressions: [
    {
      ...{ firstOperand: { shape: 'curve' }, operator: 'IS', secondOperand: { shape: { like: diagnostic } } },
      ...{ firstValue: 0.8, secondValue: 1, holds: false },
    },
  ],
});
const called = (explanation: object, color: object | null = null) =>
  ({
    interpretedWellDiagnostics: color === null ? [] : [{ diagnosticColor: color }],
    constantPhaseInfos: [],
    explanation: {
      sampleType: 'BLOOD',
      phases: [],
      zonesHit: [],
      flags: [],
      combination: 'A',
      ...explanation,
    },
  }) as unknown as CalledWell; // only what the function reads

it('DIAG-91 the same words for two references do not make an open answer a “no”', () => {
  const well = called({
    triedRules: [like(0, 'HOMOZYGOUS_MUTATED')],
    shape: {
      ...{ ...shape, outcome: 'like', ratio: 2 },
      references: [reference('HETEROZYGOUS', 0.5), reference('HOMOZYGOUS_MUTATED', 0.8)],
    },
  });
  expect(describeCall(well).rules[0]).toMatchObject({ isOpen: true });
  expect(describeCall(well, ALIKE).rules[0]).toMatchObject({
    called: 'Mutated (Homozygous mutated)',
    isOpen: true,
    conditions: expect.stringContaining('not known') as string,
  });
});

it('DIAG-91 words that are the name of another diagnostic are not replaced again', () => {
  const words = new Map([
    ['Species A', 'Species B'],
    ['Species B', 'Species A'],
  ]);
  const color = { diagnostic: { name: 'Species B', label: '' }, diagnosticLabel: 'Species A' };
  const rules = [like(0, 'Species A'), { ...like(1, 'Species B'), holds: true }];
  const described = describeCall(called({ triedRules: rules }, color), words).rules;
  expect(described.map((rule) => rule.called)).toEqual(['Species B', 'Species A']);
});
