import { type DiagnosticColor, type Run, platePositions } from '@curvewell/domain';
import { expect, test } from 'vitest';

import type { KitAssay } from '../../../data/kits.ts';
import { EMPTY_WELL, type PlateDraft, type WellDraft } from '../draft/plate-draft.ts';
import { pastePlate, pasteStart, positionOf } from './paste-plate.ts';
import { wellsAsText } from './wells-text.ts';

const VERSION = { id: 'v3', version: 'v3', kit: { id: 'LCT', name: 'LCT-13910' } };
const LOT = { id: 'lot', name: '26B0417', expirationDate: '2027-03-31' };
const BUFFER = { id: 'buffer', name: 'RB-2' };
// Only the fields that a paste uses.
const HET = {
  id: 'het',
  diagnosticLabel: 'Heterozygous',
  diagnostic: { name: 'HETEROZYGOUS' },
} as unknown as DiagnosticColor;
const run = {
  plateType: 'RECTANGULAR_96',
  analyses: [{ channel: 'FAM' }, { channel: 'TEXAS_RED' }],
  kits: [{ kitVersion: VERSION, reactionBuffer: null, lots: [LOT], channelAssignments: [] }],
} as unknown as Run; // only the fields that a paste uses
const assays: readonly KitAssay[] = [
  {
    kitId: 'LCT',
    buffers: [BUFFER],
    diagnostics: [{ reactionBufferId: 'buffer', channel: 'TEXAS_RED', diagnosticColors: [HET] }],
  },
];
const standard: WellDraft = {
  name: 'STD',
  orderId: null,
  sampleType: 'STANDARD',
  kitVersion: VERSION,
  lot: LOT,
  reactionBuffer: BUFFER,
  expected: { TEXAS_RED: HET },
};
const empty: PlateDraft = new Map(platePositions('RECTANGULAR_96').map((position) => [position, EMPTY_WELL]));

function paste(text: string, changes: Partial<Parameters<typeof pastePlate>[0]> = {}) {
  return pastePlate({
    text,
    run,
    assays,
    plate: empty,
    focused: 'B2',
    selected: ['B2'],
    isFromHere: false,
    ...changes,
  });
}
const names = ({ after, changed }: ReturnType<typeof pastePlate>) =>
  changed.map((position) => `${position} ${after.get(position)?.name ?? ''}`);

test('a block without a header contains names, starting at the focused well', () => {
  expect(names(paste('a\tb\nc\td'))).toEqual(['B2 a', 'B3 b', 'C2 c', 'C3 d']);
  expect(names(paste('a\nb'))).toEqual(['B2 a', 'C2 b']);
});

test('one column with as many names as selected wells fills them in order', () => {
  expect(names(paste('a\nb\nc', { selected: ['D4', 'D5', 'E4'] }))).toEqual(['D4 a', 'D5 b', 'E4 c']);
});

test('a block with a header sets the named columns only', () => {
  const plate = new Map(empty).set('A1', { ...standard, expected: {} });
  const text = 'Well\tLot number\tSample\tremark\na01\t26B0417\tX\thello\nA2\t\tY\t';
  const { after, fitCount } = paste(text, { plate });
  expect(fitCount).toBe(2);
  expect(after.get('A1')).toEqual({ ...standard, expected: {}, name: 'X' });
  expect(after.get('A2')).toEqual({ ...EMPTY_WELL, name: 'Y' });
});

test('invalid rows are reported and skipped', () => {
  const text = [
    'position\tname\tkit\tlot',
    'A1\tS-1\tLCT-13910\t26B0417',
    'A2\tS-2\tLCT-13910\t25X',
    'Z9\tS-3\t\t',
    'A4\tS-4\tLTC\t',
  ].join('\n');
  const preview = paste(text);
  expect(preview).toMatchObject({ rowCount: 4, fitCount: 1, changed: ['A1'] });
  expect(preview.problems).toEqual([
    'Row 2: lot 25X is not known.',
    'Row 3: the plate has no such well.',
    'Row 4: kit LTC is not known.',
  ]);
});

test('a well without a curve is reported', () => {
  const plate = new Map([['B2', EMPTY_WELL]]);
  expect(paste('a\tb', { plate })).toMatchObject({
    fitCount: 0,
    problems: ['Row 1: B3 has no curve in the file.'],
  });
});

test('names beyond the last row or column are reported', () => {
  expect(paste('a\nb\nc', { focused: 'G1' })).toMatchObject({
    fitCount: 2,
    problems: ['Row 3: the plate has no such well.'],
  });
});

test('copied wells are pasted with all settings at the focused well', () => {
  const plate = new Map(empty).set('A1', standard).set('A2', { ...standard, name: 'STD 2' });
  const text = wellsAsText(run, { positions: ['A1', 'A2'], plate });
  expect(text.split('\n')[0]?.split('\t')).toEqual([
    'position',
    'name',
    'order id',
    'sample type',
    'kit',
    'version',
    'lot',
    'reaction buffer',
    'expected FAM',
    'expected TEXAS_RED',
  ]);
  expect(paste(text, { plate: empty }).after.get('A1')).toEqual(standard);
  const moved = paste(text, { plate, focused: 'C5', isFromHere: true });
  expect(moved.changed).toEqual(['C5', 'C6']);
  expect(moved.after.get('C6')).toEqual({ ...standard, name: 'STD 2' });
});

test('an expected result is found by its words, before the name of another one', () => {
  const named = (id: string, name: string, words: string) =>
    ({ id, diagnosticLabel: words, diagnostic: { name } }) as unknown as DiagnosticColor;
  const diagnosticColors = [named('a', 'Product A', 'Wild type'), named('b', 'Product B', 'Product A')];
  const renamed = [
    {
      ...assays[0]!,
      diagnostics: [{ reactionBufferId: 'buffer', channel: 'TEXAS_RED' as const, diagnosticColors }],
    },
  ];
  const text = (expected: string) =>
    `position\tkit\tbuffer\ttype\texpected TEXAS_RED\nA1\tLCT-13910 (v3)\tRB-2\tStandard\t${expected}`;
  const found = (expected: string) =>
    paste(text(expected), { assays: renamed }).after.get('A1')?.expected.TEXAS_RED?.id;
  expect(['Product A', 'wild type', 'Product B'].map(found)).toEqual(['b', 'a', 'b']);
});

test('an expected result that the kit does not have is reported', () => {
  const text = 'position\tkit\tbuffer\ttype\texpected TEXAS_RED\nA1\tLCT-13910 (v3)\tRB-2\tStandard\tPurple';
  expect(paste(text).problems).toEqual(['Row 1: expected result Purple is not known.']);
});

test('a position is a letter and a number, with or without zeros and spaces', () => {
  expect(['a01', ' P24 ', 'h12', 'b003'].map(positionOf)).toEqual(['A1', 'P24', 'H12', 'B3']);
  expect(['', 'A', '1', 'xA1', 'A1x', 'A100', 'Q1', 'A 1'].map(positionOf)).toEqual(
    Array.from({ length: 8 }, () => null),
  );
});

test('a block with a header but no positions goes down from the focused well', () => {
  expect(names(paste('sample\tremark\na\tx\nb\ty'))).toEqual(['B2 a', 'C2 b']);
  expect(paste('sample\na\nb', { focused: 'H1' })).toMatchObject({
    fitCount: 1,
    problems: ['Row 2: the plate has no such well.'],
  });
});

test('missing cells of a row are empty, including its position', () => {
  const plate = new Map(empty).set('A1', { ...EMPTY_WELL, name: 'former' });
  const preview = paste('well\tname\nA1\n\tx', { plate });
  expect(preview.after.get('A1')?.name).toBeNull();
  expect(preview.problems).toEqual(['Row 2: the plate has no such well.']);
  expect(paste('name\twell\na', { plate }).problems).toEqual(['Row 1: the plate has no such well.']);
});

test('a copied block keeps its shape, starting at its upper left corner', () => {
  const text = 'position\tname\nD5\tright\nE4\tleft\nx\tnone';
  const moved = paste(text, { isFromHere: true, focused: 'B2' });
  expect(names(moved)).toEqual(['B3 right', 'C2 left']);
  expect(moved.problems).toEqual(['Row 3: the plate has no such well.']);
  expect(names(paste(text, { focused: 'B2' }))).toEqual(['D5 right', 'E4 left']);
  const nowhere = paste('position\tname\nx\tnone', { isFromHere: true });
  expect(nowhere.problems).toEqual(['Row 1: the plate has no such well.']);
});

test('names beyond the last column or the corner are reported', () => {
  expect(names(paste('a\tb', { focused: 'H11' }))).toEqual(['H11 a', 'H12 b']);
  expect(paste('a\tb', { focused: 'A12' }).problems).toEqual(['Row 1: the plate has no such well.']);
  expect(names(paste('a\nb', { focused: 'G12' }))).toEqual(['G12 a', 'H12 b']);
  expect(paste('a\nb', { focused: 'H12' }).fitCount).toBe(1);
  const large = { ...run, plateType: 'RECTANGULAR_384' } as Run;
  const plate: PlateDraft = new Map(platePositions('RECTANGULAR_384').map((at) => [at, EMPTY_WELL]));
  expect(names(paste('a\tb', { run: large, plate, focused: 'A12' }))).toEqual(['A12 a', 'A13 b']);
});

test('REVIEW-347 a block starts at the upper left of several selected wells, else at the focus', () => {
  expect(pasteStart(['C5', 'D4', 'D5'], 'A1')).toBe('C4');
  expect(pasteStart(['D4'], 'B2')).toBe('B2');
  expect(pasteStart(['D4'], null)).toBe('D4');
  expect(pasteStart([], null)).toBe('A1');
});

test('REVIEW-347 names fill the selected wells only if they are one column, no longer than the selection', () => {
  const selected = ['D4', 'D5', 'E4'] as const;
  expect(names(paste('a\nb', { selected }))).toEqual(['D4 a', 'D5 b']);
  expect(names(paste('a\nb\nc\nd', { selected }))).toEqual(['B2 a', 'C2 b', 'D2 c', 'E2 d']);
  expect(names(paste('a\tx\nb\nc', { selected }))).toEqual(['B2 a', 'B3 x', 'C2 b', 'D2 c']);
  expect(names(paste('a', { selected: ['D4'] }))).toEqual(['B2 a']);
});

test('empty cells among names leave their wells unchanged', () => {
  const plate = new Map(empty).set('B3', { ...EMPTY_WELL, name: 'kept' });
  const { after, changed } = paste('a\t \tb\nc\t\td', { plate });
  expect(changed).toEqual(['B2', 'B4', 'C2', 'C4']);
  expect(after.get('B3')?.name).toBe('kept');
});
