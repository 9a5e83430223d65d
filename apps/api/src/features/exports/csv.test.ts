import { expect, test } from 'vitest';

import { csvOf } from './csv.ts';
import type { ExportRow } from './export-rows.ts';

const row: ExportRow = {
  wellId: '1',
  position: 'A1',
  channel: 'FAM',
  name: 'S-1',
  orderId: 'A-77',
  sampleType: 'BLOOD',
  kit: 'LCT-13910 v1',
  reactionBuffer: 'RB-2',
  lot: '26B0417',
  expected: null,
  result: 'Heterozygous',
  diagnostic: {
    id: '00000000-0000-4000-8000-000000000001',
    diagnostic: { name: 'HETEROZYGOUS', label: 'Heterozygous' },
    diagnosticLabel: 'Heterozygous',
    color: '#ffd60f',
  },
  noCall: null,
  flagCodes: [],
  suggested: null,
  changedBy: null,
  changeReason: null,
  combination: 'A + B',
  score: 0.98765,
  shape: null,
  shapeDistance: null,
  amplification: null,
  cqs: [],
  peaks: [],
  comments: [],
  description: {
    sentence: '',
    peaks: [],
    combination: 'A + B',
    isStopped: false,
    rules: [],
    noRule: null,
    shift: [],
    templates: [],
    shape: [],
    amplification: [],
    control: null,
    border: null,
    flags: [],
  },
  controls: [],
};
const peak = {
  phase: 'MELT' as const,
  tm: 60.816,
  tmError: 0.01,
  height: 123.4567,
  width: 3,
  area: 1,
  significance: 50,
  quality: 1,
  zone: 'B',
  accepted: true,
  reason: null,
  measured: null,
  limit: null,
};

test('EXPORT-02 cells are separated by the requested delimiter, and quoted if they contain it', () => {
  const [heads, line] = csvOf([{ ...row, name: 'a|b' }], {
    delimiter: '|',
    showTrailing: true,
    notice: null,
  }).split('\r\n');
  expect(heads?.startsWith('\uFEFFPosition|Channel|Name')).toBe(true);
  expect(line?.startsWith('A1|FAM|"a|b"|A-77|BLOOD')).toBe(true);
});

test('a row has each fact under its header, with peaks last', () => {
  const peaks = [peak, { ...peak, tm: 65.125, zone: null }];
  const full: ExportRow = {
    ...row,
    expected: 'Negative',
    suggested: 'Sick',
    changedBy: 'Tara Holm',
    peaks,
    changeReason: 'Second peak is a spike',
    comments: ['one', 'two'],
    description: { ...row.description, flags: ['First.', 'Second.'] },
  };
  const lines = csvOf([row, full], { delimiter: ',', showTrailing: false, notice: null }).split('\r\n');
  expect(lines).toEqual([
    '\uFEFFPosition,Channel,Name,Order id,Sample type,Kit,Reaction buffer,Lot,Expected result,Result,Suggested result,' +
      'Changed by,Reason for the change,Combination,Score,Flags,Comments,' +
      'Peak 1 phase,Peak 1 zone,Peak 1 Tm (°C),Peak 1 height (RFU/°C),' +
      'Peak 2 phase,Peak 2 zone,Peak 2 Tm (°C),Peak 2 height (RFU/°C)',
    'A1,FAM,S-1,A-77,BLOOD,LCT-13910 v1,RB-2,26B0417,,Heterozygous,,,,A + B,0.988',
    'A1,FAM,S-1,A-77,BLOOD,LCT-13910 v1,RB-2,26B0417,Negative,Heterozygous,Sick,Tara Holm,Second peak is a spike,A + B,0.988,' +
      'First. Second.,"one | two",MELT,B,60.82,123.457,MELT,,65.13,123.457',
    '',
  ]);
});

test('a shape that a rule used has a column of its own, after the peaks', () => {
  const shape = 'like Heterozygous; nearest Heterozygous 0.50 %, border 1.00 %';
  const rows = [
    { ...row, peaks: [peak] },
    { ...row, position: 'A2', shape },
  ];
  const lines = csvOf(rows, { delimiter: ';', showTrailing: true, notice: null }).split('\r\n');
  expect(lines[0]?.endsWith(';Peak 1 height (RFU/°C);Shape')).toBe(true);
  expect(lines[1]?.endsWith(';123.457;')).toBe(true);
  expect(lines[2]).toContain(`;"${shape}"`);
});

test('EXPORT-03 trailing empty cells are dropped unless requested', () => {
  const rows = [row, { ...row, position: 'A2', peaks: [peak] }];
  const shown = csvOf(rows, { delimiter: ';', showTrailing: true, notice: null }).split('\r\n');
  const removed = csvOf(rows, { delimiter: ';', showTrailing: false, notice: null }).split('\r\n');
  expect(shown[1]?.endsWith(';0.988;;;;;;')).toBe(true);
  expect(removed[1]?.endsWith(';0.988')).toBe(true);
  expect(removed[2]?.endsWith(';0.988;;;MELT;B;60.82;123.457')).toBe(true);
});

test('a negative number stays a number', () => {
  expect(csvOf([{ ...row, score: -0.5 }], { delimiter: ';', showTrailing: false, notice: null })).toContain(
    ';-0.5\r\n',
  );
});

test('EXPORT-171 the last columns give the status of the run and its remarks on the well', () => {
  const rows = [row, { ...row, position: 'A2' }];
  const about = {
    status: 'Interpreted',
    remarksOn: ({ position }: ExportRow) => (position === 'A1' ? 'No control.' : ''),
  };
  const lines = csvOf(rows, { delimiter: ';', showTrailing: true, notice: null, about }).split('\r\n');
  expect(lines.map((line) => line.split(';').slice(-2))).toEqual([
    ['Run status', 'Remarks'],
    ['Interpreted', 'No control.'],
    ['Interpreted', ''],
    [''],
  ]);
});

test('LOT-107 a notice is in the first cell of every row, with a header of its own', () => {
  const rows = [row, { ...row, position: 'A2' }];
  const lines = csvOf(rows, { delimiter: ';', showTrailing: false, notice: 'Not for patients' }).split(
    '\r\n',
  );
  expect(lines.map((line) => line.split(';').slice(0, 2))).toEqual([
    ['\uFEFFNotice', 'Position'],
    ['Not for patients', 'A1'],
    ['Not for patients', 'A2'],
    [''],
  ]);
});
