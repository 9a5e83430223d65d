import { type DiagnosticColor, type Run, platePositions } from '@curvewell/domain';
import { expect, test } from 'vitest';

import type { KitAssay } from '../../../data/kits.ts';
import { EMPTY_WELL, type PlateDraft, type WellDraft } from '../draft/plate-draft.ts';
import { pastePlate } from './paste-plate.ts';
import { wellsAsText } from './wells-text.ts';

const VERSION = { id: 'v3', version: 'v3', kit: { id: 'LCT', name: 'LCT-13910' } };
const LOT = { id: 'lot', name: '26B0417', expirationDate: '2027-03-31' };
const BUFFER = { id: 'buffer', name: 'RB-2' };
// Only what a paste looks at.
const HET = {
  id: 'het',
  diagnosticLabel: 'Heterozygous',
  diagnostic: { name: 'HETEROZYGOUS' },
} as unknown as DiagnosticColor;
const run = {
  plateType: 'RECTANGULAR_96',
  analyses: [{ channel: 'FAM' }, { channel: 'TEXAS_RED' }],
  kits: [{ kitVersion: VERSION, reactionBuffer: null, lots: [LOT], channelAssignments: [] }],
} as unknown as Run; // what a paste looks at
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

test('a block without a head is names from the focused well on', () => {
  expect(names(paste('a\tb\nc\td'))).toEqual(['B2 a', 'B3 b', 'C2 c', 'C3 d']);
  expect(names(paste('a\nb'))).toEqual(['B2 a', 'C2 b']);
});

test('one column of as many names as wells goes over them in fill order', () => {
  expect(names(paste('a\nb\nc', { selected: ['D4', 'D5', 'E4'] }))).toEqual(['D4 a', 'D5 b', 'E4 c']);
});

test('a block with a head goes by its heads, and leaves other values as they are', () => {
  const plate = new Map(empty).set('A1', { ...standard, expected: {} });
  const text = 'Well\tLot number\tSample\tremark\na01\t26B0417\tX\thello\nA2\t\tY\t';
  const { after, fitCount } = paste(text, { plate });
  expect(fitCount).toBe(2);
  expect(after.get('A1')).toEqual({ ...standard, expected: {}, name: 'X' });
  expect(after.get('A2')).toEqual({ ...EMPTY_WELL, name: 'Y' });
});

test('what does not fit is named by its row and left out', () => {
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

test('a well without a curve is named', () => {
  const plate = new Map([['B2', EMPTY_WELL]]);
  expect(paste('a\tb', { plate })).toMatchObject({
    fitCount: 0,
    problems: ['Row 1: B3 has no curve in the file.'],
  });
});

test('names beyond the last row or column of the plate have no well', () => {
  expect(paste('a\nb\nc', { focused: 'G1' })).toMatchObject({
    fitCount: 2,
    problems: ['Row 3: the plate has no such well.'],
  });
});

test('wells copied here come back with everything, and move to the focused well', () => {
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

test('an expected result that the kit does not know is reported', () => {
  const text = 'position\tkit\tbuffer\ttype\texpected TEXAS_RED\nA1\tLCT-13910 (v3)\tRB-2\tStandard\tPurple';
  expect(paste(text).problems).toEqual(['Row 1: expected result Purple is not known.']);
});
