import { expect, it } from 'vitest';

import { flagText } from './flag-consequences.ts';
import { inKitWords, kitWords } from './kit-words.ts';
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

it('DIAG-91 rules and their conditions have the words of the kit', () => {
  const { triedRules } = inKitWords(
    {
      flags: [],
      triedRules: [
        {
          ...{ rule: 0, diagnostic: 'NEGATIVE', holds: false },
          expressions: [
            {
              ...{
                firstOperand: { shape: 'curve' },
                operator: 'IS',
                secondOperand: { shape: { like: 'HETEROZYGOUS' } },
              },
              ...{ firstValue: null, secondValue: null, holds: false },
            },
          ],
        },
      ],
    },
    WORDS,
  );
  expect(triedRules[0]).toMatchObject({
    diagnostic: 'No product',
    expressions: [{ secondOperand: { shape: { like: 'p50 not wild type' } } }],
  });
});

it('DIAG-91 the words for a well are those of its kit', () => {
  const color = (name: string, diagnosticLabel: string) => ({
    ...{ id: 'c', diagnostic: { name, label: name }, diagnosticLabel, color: '#000000' },
  });
  const well = (id: string, kit: string, expected: string | null) => ({
    ...{ id, kitVersion: { id: kit }, expectedDiagnostic: expected && color('HETEROZYGOUS', expected) },
  });
  const run = {
    analyses: [{ channel: 'FAM', wells: { A1: well('1', 'k1', null), A2: well('2', 'k2', 'Both') } }],
  } as unknown as Parameters<typeof kitWords>[0]; // only what the function reads
  const called = [
    { wellId: '1', interpretedWellDiagnostics: [{ diagnosticColor: color('NEGATIVE', 'No product') }] },
  ] as unknown as Parameters<typeof kitWords>[1]; // only what the function reads
  const words = kitWords(run, called);
  expect(words.get('k1')?.get('NEGATIVE')).toBe('No product');
  expect(words.get('k2')?.get('HETEROZYGOUS')).toBe('Both');
  expect(words.get('k2')?.get('NEGATIVE')).toBeUndefined();
});
