import { expect, it } from 'vitest';

import type { DecisionRecord } from './decision-record.ts';
import { differencesOf, recordDifferences } from './record-differences.ts';

const well = (position: string, result: string) => ({
  id: position,
  position,
  channel: 'FAM',
  name: null,
  result,
  explanation: { phases: [{ peaks: [{ tm: 55 }] }] },
});
/** The part of a record that is compared here. */
const record = (changes: object = {}) =>
  ({
    run: { name: 'Plate 7', status: 'APPROVED' },
    files: [{ name: 'a.xlsx', sha256: 'aa' }],
    curves: [],
    interpretation: { algorithmVersion: '1.0.0' },
    wells: [well('A1', 'HETEROZYGOUS'), well('A2', 'NEGATIVE')],
    comments: [{ by: { name: 'T. Holm' }, at: '2026-11-20T10:05:00Z', well: null, value: 'Looked at.' }],
    decisions: [{ decision: 'approve', by: { name: 'I. Lindqvist' }, check: null }],
    ...changes,
  }) as unknown as DecisionRecord;

it('TRUST-08 two equal records do not differ', () => {
  expect(recordDifferences(record(), record())).toEqual([]);
});

it.each<[object, object]>([
  [
    { run: { name: 'Plate 8', status: 'APPROVED' } },
    { what: 'Run: name', signed: 'Plate 7', found: 'Plate 8' },
  ],
  [{ files: [] }, { what: 'File 1', signed: '{"name":"a.xlsx","sha256":"aa"}', found: null }],
  [
    { wells: [well('A1', 'NEGATIVE'), well('A2', 'NEGATIVE')] },
    { what: 'A1 FAM: result', signed: 'HETEROZYGOUS', found: 'NEGATIVE' },
  ],
  [
    {
      wells: [
        well('A1', 'HETEROZYGOUS'),
        { ...well('A2', 'NEGATIVE'), explanation: { phases: [{ peaks: [{ tm: 56 }] }] } },
      ],
    },
    { what: 'A2 FAM: explanation, phases, 1, peaks, 1, tm', signed: '55', found: '56' },
  ],
  [{ comments: [] }, { what: 'Comment of T. Holm, 2026-11-20T10:05', found: null }],
  [
    { decisions: [{ decision: 'approve', by: { name: 'I. Lindqvist' }, check: { digest: 'x' } }] },
    { what: 'Decision 1 (approve, I. Lindqvist): check', signed: null, found: '{"digest":"x"}' },
  ],
])('TRUST-08 differences are described in words: %j', (changes, expected) => {
  expect(recordDifferences(record(), record(changes))).toMatchObject([expected]);
});

it('TRUST-08 another order is no difference, a second item of the same name is one', () => {
  const turned = record({ wells: [well('A2', 'NEGATIVE'), well('A1', 'HETEROZYGOUS')] });
  expect(recordDifferences(record(), turned)).toEqual([]);
  const twice = record({ wells: [...record().wells, well('A1', 'NEGATIVE')] });
  expect(recordDifferences(record(), twice)).toMatchObject([{ what: 'A1 FAM (2)', signed: null }]);
});

it('TRUST-08 every part of a record is compared under its own name', () => {
  const of = (value: number) =>
    record({
      curves: [{ channel: 'FAM', phase: 'MELT', value }],
      slopes: [{ channel: 'FAM', phase: 'ANNEAL', value }],
      controls: [{ position: 'H12', channel: 'FAM', value }],
      interpretation: { algorithmVersion: value },
      importReport: { value },
      comments: [
        {
          by: { name: 'T. Holm' },
          at: '2026-11-20T10:05:00Z',
          well: { position: 'A1', channel: 'FAM' },
          value,
        },
      ],
    });
  expect(recordDifferences(of(1), of(2)).map(({ what }) => what)).toEqual([
    'Readings FAM MELT: value',
    'Interpretation: algorithm version',
    'Slopes FAM ANNEAL: value',
    'Control reading H12 FAM: value',
    'Import report: value',
    'Comment of T. Holm on A1 FAM, 2026-11-20T10:05: value',
  ]);
});

it('TRUST-08 the first fifty are reported, each with limited length', () => {
  const items = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, i]));
  const count = (of: number) => differencesOf([{ what: 'x', signed: items(of), found: {} }]).length;
  expect([count(0), count(49), count(50), count(51)]).toEqual([0, 49, 50, 50]);
  const reported = (length: number) =>
    differencesOf([{ what: 'x', signed: 'a'.repeat(length), found: null }])[0]?.signed;
  expect([reported(200), reported(201)]).toEqual(['a'.repeat(200), `${'a'.repeat(200)} …`]);
});

it('TRUST-08 indices are counted from 1, names are split into words', () => {
  const whatOf = (name: string) => differencesOf([{ what: 'x', signed: { [name]: 1 }, found: {} }])[0]?.what;
  expect(['10', 'a1', '1a', 'lotName'].map(whatOf)).toEqual(['x: 11', 'x: a1', 'x: 1a', 'x: lot name']);
});
