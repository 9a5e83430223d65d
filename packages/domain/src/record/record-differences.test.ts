import { expect, it } from 'vitest';

import type { DecisionRecord } from './decision-record.ts';
import { recordDifferences } from './record-differences.ts';

const well = (position: string, result: string) => ({
  id: position,
  position,
  channel: 'FAM',
  name: null,
  result,
  explanation: { phases: [{ peaks: [{ tm: 55 }] }] },
});
/** As much of a record as is compared here. */
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
])('TRUST-08 what differs is described in words: %j', (changes, expected) => {
  expect(recordDifferences(record(), record(changes))).toMatchObject([expected]);
});

it('TRUST-08 the same place in another order is no difference, a second of the same name is one', () => {
  const turned = record({ wells: [well('A2', 'NEGATIVE'), well('A1', 'HETEROZYGOUS')] });
  expect(recordDifferences(record(), turned)).toEqual([]);
  const twice = record({ wells: [...record().wells, well('A1', 'NEGATIVE')] });
  expect(recordDifferences(record(), twice)).toMatchObject([{ what: 'A1 FAM (2)', signed: null }]);
});
