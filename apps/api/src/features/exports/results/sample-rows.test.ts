import type { SampleResult } from '@curvewell/domain';
import { expect, it } from 'vitest';

import type { ExportRow } from '../export-rows.ts';
import { specimenKey } from './fhir-specimens.ts';
import { rowsWithSamples } from './sample-rows.ts';

it('EXPORT-146 the line of a sample has the shapes of all its wells, not that of the first', () => {
  const row = (position: string, shape: string | null) =>
    ({
      wellId: position,
      position,
      shape,
      changedBy: null,
      flagCodes: [],
      description: { flags: [] },
    }) as unknown as ExportRow; // only the fields that are joined
  const sample = {
    result: null,
    fault: 'no-call',
    faultOf: ['A1'],
    name: 'S-1',
    wells: ['A1', 'A2', 'A3'].map((wellId) => ({ wellId, position: wellId, found: null })),
  } as unknown as SampleResult;
  const rows = [row('A1', null), row('A2', 'like MM'), row('A3', 'like WT'), row('B1', 'like MM')];
  expect(rowsWithSamples(rows, [sample]).map(({ shape }) => shape)).toEqual([
    'A2: like MM A3: like WT',
    'like MM',
  ]);
  expect(rowsWithSamples([row('A1', null), row('A2', null)], [sample])[0]?.shape).toBeNull();
});

it('EXPORT-146 the line of a sample states what its wells have, each once, and the wells beside it keep their own', () => {
  const row = (position: string, changes: Partial<ExportRow>) =>
    ({
      wellId: `id-${position}`,
      position,
      shape: null,
      changedBy: null,
      flagCodes: ['LATE'],
      lot: '4711',
      reactionBuffer: 'B1',
      description: { sentence: position, flags: ['Late.'] },
      ...changes,
    }) as unknown as ExportRow; // only the fields that are joined
  const sample = {
    result: null,
    fault: 'no-call',
    faultOf: ['A2'],
    name: 'S-1',
    wells: ['A1', 'A2'].map((position) => ({ wellId: `id-${position}`, position, found: null })),
  } as unknown as SampleResult;
  const [first, second, other] = [
    row('A1', {}),
    row('A2', { lot: '4712', reactionBuffer: 'B2', changedBy: 'Dr. Vos', flagCodes: ['LATE', 'NOISY'] }),
    row('B1', {}),
  ];
  const [joined, own] = rowsWithSamples([first, other, second], [sample]);
  expect(joined).toEqual({
    wellId: 'id-A1 id-A2',
    position: 'A1 A2',
    lot: '4711; 4712',
    reactionBuffer: 'B1; B2',
    members: [first, second],
    sample,
    combined: null,
    parts: [],
    diagnostic: null,
    shape: null,
    changedBy: 'Dr. Vos',
    flagCodes: ['LATE', 'NOISY'],
    description: { sentence: 'A1', flags: ['Late.'] },
    result: 'No result',
    noCall: { text: 'No call in A2.', codes: ['REPLICATE_NO_CALL'], absent: 'unknown' },
  });
  expect(own).toEqual({ ...other, members: [other], sample: null, combined: null, parts: [] });
  expect(rowsWithSamples([first], [sample])[0]?.changedBy).toBeNull();
});

it('EXPORT-146 wells with one name but no rule for replicates keep their own lines', () => {
  const rows = ['A1', 'A2'].map((wellId) => ({ wellId }) as unknown as ExportRow);
  const unruled = {
    result: null,
    fault: null,
    name: 'S-1',
    wells: rows.map(({ wellId }) => ({ wellId })),
  } as unknown as SampleResult;
  expect(rowsWithSamples(rows, [unruled]).map(({ wellId, sample }) => [wellId, sample])).toEqual([
    ['A1', null],
    ['A2', null],
  ]);
});

const color = (name: string) => ({ diagnostic: { name }, diagnosticLabel: name });
/** The line of a sample whose wells have these results. */
const rowsOf = (results: readonly (string | null)[], result: string | null) => {
  const wells = results.map((name, index) => ({
    wellId: `w${index}`,
    position: `A${index + 1}`,
    found: name === null ? null : color(name),
  }));
  const sample = {
    result: result === null ? null : color(result),
    fault: result === null ? 'no-call' : null,
    faultOf: ['A2'],
    name: 'S-1',
    wells,
  } as unknown as SampleResult;
  const rows = wells.map(({ wellId, position }) => ({
    wellId,
    position,
    shape: null,
    changedBy: null,
    flagCodes: [],
    description: { flags: [] },
  })) as unknown as ExportRow[]; // only the fields that are joined
  return rowsWithSamples(rows, [sample])[0]!;
};

it('EXPORT-160 a sample with a positive well that no result counts says so in words and codes', () => {
  const open = rowsOf(['HETEROZYGOUS', null], null);
  expect(open.result).toBe('No result, but X HETEROZYGOUS in 1 of 2 wells (A1)');
  expect(open.noCall?.codes).toEqual(['REPLICATE_NO_CALL', 'POSITIVE_WELL']);
  expect(open.flagCodes).toEqual(['POSITIVE_WELL']);
  const majority = rowsOf(['NEGATIVE', 'NEGATIVE', 'HETEROZYGOUS'], 'NEGATIVE');
  expect(majority).toMatchObject({ result: 'NEGATIVE', noCall: null, flagCodes: ['POSITIVE_WELL'] });
  for (const decided of [
    rowsOf(['HETEROZYGOUS', 'NEGATIVE'], 'HETEROZYGOUS'),
    rowsOf(['HOMOZYGOUS_WILD_TYPE', 'HOMOZYGOUS_WILD_TYPE', null], 'HOMOZYGOUS_WILD_TYPE'),
    rowsOf(['NEGATIVE', null], null),
  ])
    expect([...decided.flagCodes, ...(decided.noCall?.codes ?? [])]).not.toContain('POSITIVE_WELL');
});

it('TRUST-642 a heterozygous well beside a majority of wild type has the code: the wild type is positive too', () => {
  const wild = 'HOMOZYGOUS_WILD_TYPE';
  expect(rowsOf([wild, wild, 'HETEROZYGOUS'], wild).flagCodes).toEqual(['POSITIVE_WELL']);
});

it('TRUST-647 a sample that is named after a position is not joined with the well without a name there', () => {
  const key = (name: string | null, position: 'A1' | 'B2') => specimenKey({ name, position, orderId: null });
  expect(key('A1', 'B2')).not.toBe(key(null, 'A1'));
  expect(key('A1', 'B2')).toBe(key('A1', 'A1'));
  expect(key(null, 'B2')).not.toBe(key(null, 'A1'));
});
