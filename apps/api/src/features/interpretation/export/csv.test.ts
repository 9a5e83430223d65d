import { expect, test } from 'vitest';

import { csvOf, withoutFormula } from './csv.ts';
import type { ExportRow } from './export-rows.ts';

const row: ExportRow = {
  wellId: '1',
  position: 'A1',
  channel: 'FAM',
  name: 'S-1',
  sampleType: 'BLOOD',
  kit: 'LCT-13910 v1',
  reactionBuffer: 'RB-2',
  lot: '26B0417',
  expected: null,
  result: 'Heterozygous',
  suggested: null,
  changedBy: null,
  combination: 'A + B',
  score: 0.98765,
  peaks: [],
  comments: [],
  story: {
    ...{ sentence: '', peaks: [], combination: 'A + B', rules: [], control: null, border: null, flags: [] },
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

test('EXPORT-02 the delimiter asked for separates the cells, and cells that hold it are quoted', () => {
  const [heads, line] = csvOf([{ ...row, name: 'a|b' }], { delimiter: '|', showTrailing: true }).split(
    '\r\n',
  );
  expect(heads?.startsWith('\uFEFFPosition|Channel|Name')).toBe(true);
  expect(line?.startsWith('A1|FAM|"a|b"|BLOOD')).toBe(true);
});

test('EXPORT-03 trailing empty cells go when they are not shown, and stay otherwise', () => {
  const rows = [row, { ...row, position: 'A2', peaks: [peak] }];
  const shown = csvOf(rows, { delimiter: ';', showTrailing: true }).split('\r\n');
  const removed = csvOf(rows, { delimiter: ';', showTrailing: false }).split('\r\n');
  expect(shown[1]?.endsWith(';0.988;;;;;')).toBe(true);
  expect(removed[1]?.endsWith(';0.988')).toBe(true);
  expect(removed[2]?.endsWith(';0.988;;MELT;B;60.82;123.457')).toBe(true);
});

test('text that a spreadsheet would run is marked as text; numbers stay numbers', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '\r=1']) {
    expect(withoutFormula(text), text).toBe(`'${text}`);
  }
  expect(withoutFormula('S-1')).toBe('S-1');
  expect(csvOf([{ ...row, score: -0.5 }], { delimiter: ';', showTrailing: false })).toContain(';-0.5\r\n');
});
