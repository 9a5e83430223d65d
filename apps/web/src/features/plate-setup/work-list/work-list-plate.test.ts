import { platePositions, type Run } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { EMPTY_WELL, type PlateDraft } from '../draft/plate-draft.ts';
import { readWorkList, type WorkList } from './read-work-list.ts';
import { columnOptions, columnsToKeep, guessedReading } from './work-list-columns.ts';
import { plateFromWorkList } from './work-list-plate.ts';

function listOf(text: string): WorkList {
  const list = readWorkList(new TextEncoder().encode(text));
  if ('refusal' in list) throw new Error(list.refusal);
  return list;
}
const columnsOf = (text: string, kept: Parameters<typeof guessedReading>[1] = null) =>
  guessedReading(listOf(text), kept);

const run = { plateType: 'RECTANGULAR_96', kits: [], analyses: [] } as unknown as Run; // only the fields that a work list uses
const empty: PlateDraft = new Map(platePositions('RECTANGULAR_96').map((position) => [position, EMPTY_WELL]));

function fill(text: string, changes: Partial<Parameters<typeof plateFromWorkList>[0]> = {}) {
  const list = listOf(text);
  return plateFromWorkList({
    list,
    reading: guessedReading(list, null),
    run,
    plate: empty,
    slots: platePositions('RECTANGULAR_96'),
    day: '2026-11-23',
    ...changes,
  });
}
const rows = ({ after, changed }: ReturnType<typeof plateFromWorkList>) =>
  changed.map((position) => {
    const { name, sampleType, orderId } = after.get(position) ?? EMPTY_WELL;
    return [position, name, sampleType, orderId];
  });

test('WORKLIST-03 columns are recognised by their names', () => {
  expect(columnsOf('Order No;Well Position;Sample ID;Type\nA-1;A1;S-1;Blood')).toEqual({
    hasHeads: true,
    columns: { orderId: 0, position: 1, name: 2, sampleType: 3 },
  });
  expect(columnsOf('Nr.,Zeile,Spalte,Probe').columns).toEqual({ row: 1, column: 2, name: 3 });
  expect(columnsOf('Nr.,Barcode').columns).toEqual({ sequence: 0, name: 1 });
  expect(columnsOf('S-1,A01\nS-2,A02')).toEqual({ hasHeads: false, columns: { position: 1, name: 0 } });
});

test('WORKLIST-04 the columns of the last list are used again if their names match', () => {
  const kept = { columns: { position: 'Where', name: 'Who' } };
  expect(columnsOf('Who;Sample;Where\nS-1;x;A1', kept).columns).toEqual({ position: 2, name: 0 });
  expect(columnsOf('Well;Sample\nA1;S-1', kept).columns).toEqual({ position: 0, name: 1 });
  const list = listOf('Who;Sample;Where\nS-1;x;A1');
  expect(columnsToKeep(list, { hasHeads: true, columns: { position: 2, name: 0 } })).toEqual(kept);
  expect(columnsToKeep(list, { hasHeads: false, columns: { position: 2 } })).toBeNull();
  expect(columnOptions(list, true).map(({ label }) => label)).toEqual(['Who', 'Sample', 'Where']);
  expect(columnOptions(listOf('S-1,A1'), false).map(({ label }) => label)).toEqual(['A: S-1', 'B: A1']);
});

test('WORKLIST-05 rows are assigned to wells, in any notation of positions', () => {
  const text = 'Well,Sample,Type,Order\nA01,S-1,edta,A-77\nb2,NTC,ntc,\nH12,,Standard,';
  expect(rows(fill(text))).toEqual([
    ['A1', 'S-1', 'BLOOD', 'A-77'],
    ['B2', 'NTC', 'NEGATIVE_TEST', null],
    ['H12', null, 'STANDARD', null],
  ]);
  const byNumbers = fill('Row;Column;Sample\nA;1;S-1\n2;03;S-2');
  expect(rows(byNumbers).map(([position]) => position)).toEqual(['A1', 'B3']);
});

test('WORKLIST-05 without positions rows fill the wells in order, or by their numbers', () => {
  const slots = ['C5', 'C6', 'C7'];
  expect(rows(fill('Barcode\nS-1\nS-2', { slots })).map(([position, name]) => [position, name])).toEqual([
    ['C5', 'S-1'],
    ['C6', 'S-2'],
  ]);
  const numbered = fill('No;Barcode\n3;S-3\n1;S-1\n4;S-4\nx;S-5', { slots });
  expect(rows(numbered).map(([position, name]) => [position, name])).toEqual([
    ['C5', 'S-1'],
    ['C7', 'S-3'],
  ]);
  expect(numbered.problems).toEqual([
    'Line 4: no well for row 4. There is room for 3 rows only.',
    'Line 5, column A: expected a number from 1 on, found “x”.',
  ]);
});

test('WORKLIST-05 empty cells change nothing', () => {
  const plate = new Map(empty).set('A1', { ...EMPTY_WELL, name: 'S-1', orderId: 'A-1', sampleType: 'DNA' });
  expect(fill('Well,Sample,Type,Order\nA1,,,', { plate }).changed).toEqual([]);
  expect(rows(fill('Well,Sample,Type,Order\nA1,,,A-2', { plate }))).toEqual([['A1', 'S-1', 'DNA', 'A-2']]);
});

test('WORKLIST-06 invalid rows are skipped and reported with line and column', () => {
  const plate = new Map(empty);
  plate.delete('B1');
  const text = [
    'Well,Sample,Type',
    'A1,S-1,',
    'A1,S-2,',
    'Z9,S-3,',
    'P24,S-4,',
    'B1,S-5,',
    'A2,S-6,saliva',
    `A3,${'x'.repeat(101)},`,
    'A4,2.60417E+11,',
    'A5,"S\n1",',
    ',S-9,',
    '13,S-10,',
    'A6,S-6,',
  ].join('\n');
  const preview = fill(text, { plate });
  expect(preview).toMatchObject({ rowCount: 12, fitCount: 1, changed: ['A6'] });
  expect(preview.problems).toEqual([
    'Line 2: A1 is also in line 3.',
    'Line 3: A1 is also in line 2.',
    'Line 4, column A: expected a position such as A1, found “Z9”.',
    'Line 5: P24 is not a well of this plate.',
    'Line 6: B1 has no curve in the file.',
    'Line 7, column C: sample type “saliva” is not known.',
    'Line 8, column B: more than 100 characters.',
    'Line 9, column B: “2.60417E+11” is a number that a spreadsheet has rounded, so the barcode is lost. Format the column as text.',
    'Line 10, column B: a line break inside the cell.',
    'Line 12, column A: expected a position such as A1, found nothing.',
    'Line 13, column A: expected a position such as A1, found “13”.',
  ]);
  expect(fill('Row,Column,Sample\nI,1,S-1\nA,13,S-2').problems).toEqual([
    'Line 2, column A: expected a row, A to H or 1 to 8, found “I”.',
    'Line 3, column B: expected a column, 1 to 12, found “13”.',
  ]);
});

test('TRUST-677 a row with invisible characters in a name or an order is skipped', () => {
  const { problems, changed } = fill(
    'Well,Sample,Type,Order\nA1,S-1\u202e21,,\nA2,S-2,,O\u200b1\nA3,S-3,,O1',
  );
  expect(problems).toEqual([
    'Line 2, column B: invisible characters in the cell.',
    'Line 3, column D: invisible characters in the cell.',
  ]);
  expect(changed).toEqual(['A3']);
});

test('WORKLIST-06 duplicate names, names of other wells, and replaced values are reported', () => {
  const plate = new Map(empty);
  plate.set('A1', { ...EMPTY_WELL, name: 'old' }).set('H1', { ...EMPTY_WELL, name: 'S-1' });
  const { notes, problems } = fill('Well,Sample\nA1,S-1\nA2,S-2\nA3,S-2', { plate });
  expect(problems).toEqual([]);
  expect(notes).toEqual([
    'Other values in 1 well will be replaced: A1.',
    'The name S-1 would be in A1, H1.',
    'The name S-2 would be in A2 and A3.',
  ]);
});

test.each([
  ['BLOOD', 'Blood,edta,EDTA blood,whole blood,Blut,EDTA-Blut,Vollblut'],
  ['DNA', 'DNA,gDNA,extract,extracted DNA'],
  ['NEGATIVE_TEST', 'NTC,neg,negative,neg ctrl,neg control,Negativkontrolle,Negative control,NEGATIVE_TEST'],
  ['POSITIVE_TEST', 'pos,positive,pos ctrl,pos control,Positivkontrolle,Positive control'],
  ['STANDARD', 'std,Reference,Standard'],
])('WORKLIST-05 %s is recognised in the words of laboratories: %s', (type, words) => {
  for (const word of words.split(','))
    expect(rows(fill(`Well,Type\nA1,${word}`)), word).toEqual([['A1', null, type, null]]);
});

test('WORKLIST-05 rows and columns are numbers or letters within the plate', () => {
  const positionsOf = (lines: string) =>
    rows(fill(`Row,Column,Sample\n${lines}`)).map(([position]) => position);
  expect(positionsOf('H,12,S-1\n8,1,S-2\nb,002,S-3')).toEqual(['B2', 'H1', 'H12']);
  const problemsOf = (head: string, row: string) => fill(`${head}\n${row}`).problems;
  for (const row of ['AB', 'xA', '0', '9', '1x', 'x1', '11111'])
    expect(problemsOf('Row,Column,Sample', `${row},1,S-1`), row).toEqual([
      `Line 2, column A: expected a row, A to H or 1 to 8, found “${row}”.`,
    ]);
  expect(problemsOf('Row,Column,Sample', ',1,S-1')).toEqual([
    'Line 2, column A: expected a row, A to H or 1 to 8, found nothing.',
  ]);
  expect(problemsOf('Sample,Row,Column', 'S-1,A,')).toEqual([
    'Line 2, column C: expected a column, 1 to 12, found nothing.',
  ]);
});

test('WORKLIST-05 a list with only rows or only columns has no positions', () => {
  const list = listOf('x,Sample\nA,S-1');
  const reads = (columns: object) => fill('x,Sample\nA,S-1', { list, reading: { hasHeads: true, columns } });
  expect(reads({ row: 0, name: 1 }).problems).toEqual([
    'Line 2, column A: expected a column, 1 to 12, found nothing.',
  ]);
  expect(reads({ column: 0, name: 1 }).problems).toEqual([
    'Line 2, column A: expected a row, A to H or 1 to 8, found nothing.',
  ]);
});

test('WORKLIST-06 an error names the column of its field', () => {
  expect(fill('Sample,Well\nS-1,x').problems).toEqual([
    'Line 2, column B: expected a position such as A1, found “x”.',
  ]);
  expect(fill('Barcode,No\nS-1,x').problems).toEqual([
    'Line 2, column B: expected a number from 1 on, found “x”.',
  ]);
  expect(fill('Sample,Row,Column\nS-1,x,1').problems).toEqual([
    'Line 2, column B: expected a row, A to H or 1 to 8, found “x”.',
  ]);
});

test('WORKLIST-05 missing cells of a row are empty', () => {
  expect(rows(fill('Well,Sample,Order\nA1,S-1'))).toEqual([['A1', 'S-1', 'BLOOD', null]]);
  expect(fill('Well,Sample,Order\nA1')).toMatchObject({ problems: [], changed: [] });
});

test('WORKLIST-06 texts have the length limit of a well, and a rounded number counts in full', () => {
  const problems = (name: string, order = '') =>
    fill(`Well,Sample,Order\nA1,${name},${order}`).problems.length;
  expect([problems('x'.repeat(100)), problems('x'.repeat(101))]).toEqual([0, 1]);
  expect(fill(`Well,Order\nA1,${'x'.repeat(500)}`).problems[0]).toMatch(/^Line 2, column B: more than/);
  expect(
    ['2E+11', '2.6E11', '1e5', '26E+11', 'a2.6E+11', '2.6E+11b', '2.6E', '2,6E+'].map((one) => problems(one)),
  ).toEqual([1, 1, 1, 1, 0, 0, 0, 0]);
});

test('WORKLIST-06 a new or unchanged name replaces nothing', () => {
  const plate = new Map(empty)
    .set('A1', { ...EMPTY_WELL, name: 'S-1', orderId: 'A-1' })
    .set('B1', { ...EMPTY_WELL, name: 'S-2' })
    .set('B2', { ...EMPTY_WELL, name: 'S-2' });
  const { notes, changed } = fill('Well,Sample,Order\nA1,S-1,A-2\nA2,S-3,A-3', { plate });
  expect(changed).toEqual(['A1', 'A2']);
  // S-2 was already on the plate twice.
  expect(notes).toEqual(['Other values in 1 well will be replaced: A1.']);
  expect(fill('Well,Type\nA1,DNA', { plate }).notes).toEqual([]);
});

test('WORKLIST-01 letters that may be wrong are reported', () => {
  const list = { ...listOf('Well,Sample\nA1,S-1'), encoding: 'Windows-1252' as const };
  expect(fill('Well', { list, reading: guessedReading(list, null) }).notes).toHaveLength(1);
});

test('WORKLIST-05 single choices are filled in for rows with a sample only', () => {
  const kitVersion = { id: 'v1', version: 'v1', kit: { id: 'k', name: 'LCT' } };
  const kits = [{ kitVersion, reactionBuffer: null, lots: [] }];
  const withKit = { ...run, kits } as unknown as Run; // only the fields that a work list uses
  const plate = new Map(empty).set('A2', { ...EMPTY_WELL, name: 'S-2' });
  const { after, changed } = fill('Well,Sample\nA1,S-1\nA2,', { run: withKit, plate });
  expect(changed).toEqual(['A1']);
  expect(after.get('A1')).toMatchObject({ kitVersion, sampleType: 'BLOOD' });
});
