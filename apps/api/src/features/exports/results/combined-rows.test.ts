import { type CombinedResult, DEFAULT_LOT_EXPIRATION } from '@curvewell/domain';
import papaparse from 'papaparse';
import { expect, it } from 'vitest';

import type { ExportRow } from '../export-rows.ts';
import { rowsWithCombined } from './combined-rows.ts';
import { lisCsv } from './lis-csv.ts';
import type { Results } from './result-rows.ts';
import type { ResultRow } from './sample-rows.ts';

const LOTS = [
  { name: 'L1', expirationDate: '2027-01-31' },
  { name: 'L2', expirationDate: '2027-02-28' },
  { name: 'L3', expirationDate: DEFAULT_LOT_EXPIRATION },
];
const CHANNELS = ['FAM', 'HEX'] as const;

/** The line of one well of two channels, with the lot of each. */
function lineOf(fault: CombinedResult['fault'], lots: readonly number[], more: Partial<CombinedResult> = {}) {
  const rows = CHANNELS.map((channel, index) => ({
    ...{
      wellId: channel,
      position: 'A1',
      channel,
      name: 'S-1',
      flagCodes: [],
      shape: null,
      changedBy: null,
      cqs: [],
      shapeDistance: null,
    },
    lot: LOTS[lots[index]!]!.name,
    reactionBuffer: `B${lots[index]!}`,
    description: { flags: [] },
  })) as unknown as ExportRow[]; // only the fields that are joined
  const combined = {
    name: 'S-1',
    orderId: null,
    rule: null,
    result: null,
    fault,
    sameOrder: [],
    channels: CHANNELS.map((channel) => ({
      channel,
      found: null,
      fault: null,
      counted: ['A1'],
      wells: [{ wellId: channel, position: 'A1', found: null }],
    })),
    ...more,
  } as unknown as CombinedResult;
  const run = {
    status: 'CREATED',
    runDateSource: 'UNKNOWN',
    laboratory: {},
    acts: {},
    files: [],
    analyses: CHANNELS.map((channel, index) => ({ channel, wells: { A1: { lot: LOTS[lots[index]!] } } })),
  };
  const results = { run, rows, samples: [], combined: [combined], facts: {}, remarks: [] };
  const { data } = papaparse.parse<Record<string, string>>(lisCsv(results as unknown as Results), {
    header: true,
    skipEmptyLines: true,
  });
  expect(data).toHaveLength(1);
  return data[0]!;
}

it('EXPORT-159 the line of a sample names every lot and buffer behind it; several give no result', () => {
  expect(lineOf('several-mixes', [0, 1])).toMatchObject({
    lot: 'L1; L2',
    lot_expires: '2027-01-31; 2027-02-28',
    reaction_buffer: 'B0; B1',
    no_result_codes: 'COMBINED_INCOMPLETE',
    result_code: '',
    result_status: 'no-call',
  });
  const one = { lot: 'L1', lot_expires: '2027-01-31', reaction_buffer: 'B0' };
  expect(lineOf('no-rule', [0, 0])).toMatchObject({ ...one, no_result_codes: 'NO_COMBINED_RESULT' });
});

it('EXPORT-169 a lot without an expiry date has none in the LIS file', () => {
  expect(lineOf('no-rule', [2, 2])).toMatchObject({ lot: 'L3', lot_expires: '' });
  expect(lineOf('several-mixes', [2, 0])).toMatchObject({ lot: 'L3; L1', lot_expires: '; 2027-01-31' });
});

it.each(['incomplete', 'several-mixes', 'other-wells'] as const)(
  'EXPORT-159 the fault %s is incomplete for programs',
  (fault) => {
    expect(lineOf(fault, [0, 0])['no_result_codes']).toBe('COMBINED_INCOMPLETE');
  },
);

it('EXPORT-161 the line of a sample without a combined result names its positive wells', () => {
  const found = {
    id: 'c',
    color: '#ffd60f',
    diagnosticLabel: 'Species A',
    meaning: 'positive' as const,
  };
  const named = { ...found, diagnostic: { name: 'Species A', label: 'Species A' }, letters: 'SA' };
  const positives = [{ channel: 'FAM' as const, position: 'A1' as const, found: named }];
  const line = lineOf('incomplete', [0, 0], { positives });
  expect(line['no_result_reason']).toMatch(/^Incomplete, but FAM SA Species A in A1\. /);
  expect(line['no_result_codes']).toBe('COMBINED_INCOMPLETE POSITIVE_WELL');
  expect(line['flag_codes']).toBe('POSITIVE_WELL');
  expect(line['result']).toBe('');
});

it('TRUST-641 the line of a combined result has the code of a positive well that its channel does not count', () => {
  const found = (name: string, meaning: 'positive' | 'negative') => ({
    id: name,
    color: '#ffd60f',
    diagnosticLabel: name,
    meaning,
    diagnostic: { name, label: name },
  });
  // The ids of the two rows, and of a well that the file leaves out.
  const well = (position: 'A1' | 'A2' | 'A3', of: ReturnType<typeof found>) => ({
    wellId: { A1: 'FAM', A2: 'HEX', A3: 'other' }[position],
    position,
    found: of,
  });
  const [none, some] = [found('None', 'negative'), found('Some', 'positive')];
  const channel = (last: ReturnType<typeof found>): CombinedResult['channels'][number] => ({
    channel: 'FAM',
    counted: ['A1', 'A2'],
    found: none,
    fault: null,
    isByHand: false,
    wells: [well('A1', none), well('A2', none), well('A3', last)],
  });
  const result = { name: 'Not found', meaning: 'negative' as const };
  const flagsOf = (last: ReturnType<typeof found>) =>
    lineOf(null, [0, 0], { result, channels: [channel(last)] })['flag_codes'];
  expect(flagsOf(some)).toBe('POSITIVE_WELL');
  expect(flagsOf(none)).toBe('');
});

it('EXPORT-159 a combined result has its own name and codes, or a reason, and a well beside it keeps its line', () => {
  const rowOf = (wellId: string) => {
    const row = {
      ...{
        wellId,
        position: 'A1',
        flagCodes: [],
        shape: null,
        changedBy: null,
        lot: 'L',
        reactionBuffer: 'B',
      },
      description: { flags: [] },
    };
    return { ...row, members: [row] } as unknown as ResultRow; // only the fields that are joined
  };
  const rows = ['FAM', 'other', 'HEX'].map(rowOf);
  const lines = (more: object) => {
    const combined = {
      ...{
        name: 'S-1',
        orderId: null,
        kitVersionId: 'v',
        rule: null,
        result: null,
        fault: null,
        sameOrder: [],
      },
      channels: CHANNELS.map((channel) => ({
        channel,
        found: null,
        fault: null,
        counted: [],
        wells: [{ wellId: channel, position: 'A1', found: null }],
      })),
      ...more,
    } as unknown as CombinedResult;
    return rowsWithCombined(rows, [combined]);
  };
  const [line, own, ...none] = lines({ result: { name: 'Carrier', meaning: 'positive', lisCode: 'C' } });
  expect([own, none]).toEqual([rows[1], []]);
  expect(line).toMatchObject({
    wellId: 'FAM HEX',
    result: 'Carrier',
    noCall: null,
    parts: [rows[0], rows[2]],
  });
  expect(line?.diagnostic).toEqual({
    id: 'v',
    diagnostic: { name: 'Carrier', label: 'Carrier' },
    diagnosticLabel: 'Carrier',
    color: '#000000',
    meaning: 'positive',
    lisCode: 'C',
  });
  const [open] = lines({ fault: 'no-rule' });
  expect(open).toMatchObject({
    diagnostic: null,
    noCall: { codes: ['NO_COMBINED_RESULT'], absent: 'unknown' },
  });
  expect(open?.noCall?.text).toMatch(/^[A-Z].{9,}\.$/);
});
