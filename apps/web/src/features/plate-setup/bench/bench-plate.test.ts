import { platePositions } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { EMPTY_WELL, type PlateDraft, type WellDraft } from '../draft/plate-draft.ts';
import {
  benchKits,
  benchParts,
  keyIn,
  LABEL_GRIDS,
  labelPages,
  sampleLabels,
  setCount,
} from './bench-plate.ts';

const kitVersion = (kit: string) => ({ id: `${kit} v1`, version: 'v1', kit: { id: kit, name: kit } });
const lot = (name: string) => ({ id: name, name, expirationDate: '2027-03-31' });
function plateWith(wells: Readonly<Record<string, Partial<WellDraft>>>): PlateDraft {
  return new Map(
    platePositions('RECTANGULAR_96').map((position) => [position, { ...EMPTY_WELL, ...wells[position] }]),
  );
}

test('IMPEXP-130 each kit, buffer and lot has a letter, in reading order', () => {
  const plate = plateWith({
    B1: { kitVersion: kitVersion('FV'), lot: lot('L-2') },
    A1: { kitVersion: kitVersion('LCT'), lot: lot('L-1') },
    A2: { kitVersion: kitVersion('LCT'), lot: lot('L-9') },
    A3: { kitVersion: kitVersion('LCT'), lot: lot('L-1') },
  });
  const kits = benchKits(plate);
  expect(kits.map(({ key, well, count }) => [key, well.kitVersion?.kit.name, well.lot?.name, count])).toEqual(
    [
      ['a', 'LCT', 'L-1', 2],
      ['b', 'LCT', 'L-9', 1],
      ['c', 'FV', 'L-2', 1],
    ],
  );
  expect(['A1', 'A2', 'A3', 'B1', 'H12'].map((at) => keyIn(kits, plate.get(at) ?? EMPTY_WELL))).toEqual([
    'a',
    'b',
    'a',
    'c',
    null,
  ]);
});

test('IMPEXP-130 a buffer is distinguished from a lot, and a well without a lot has its own letter', () => {
  const kit = kitVersion('LCT');
  const plate = plateWith({
    A1: { kitVersion: kit, lot: lot('X') },
    A2: { kitVersion: kit, reactionBuffer: { id: 'X', name: 'X' } },
    A3: { kitVersion: kit },
    A4: { kitVersion: kit },
  });
  expect(benchKits(plate).map(({ key, count }) => [key, count])).toEqual([
    ['a', 1],
    ['b', 1],
    ['c', 2],
  ]);
});

test('IMPEXP-130 letters follow the reading order of the wells, whatever the order they were set in', () => {
  const kits = [...platePositions('RECTANGULAR_96')].slice(0, 53);
  const set = kits.map((at) => [at, { ...EMPTY_WELL, kitVersion: kitVersion(at) }] as const);
  const letters = benchKits(new Map(set.toReversed())).map(({ key }) => key);
  expect(letters.slice(0, 2)).toEqual(['a', 'b']);
  expect(letters.slice(25, 28)).toEqual(['z', 'aa', 'ab']);
  expect(letters.slice(51)).toEqual(['az', 'ba']);
  expect(benchKits(new Map(set.toReversed()))[0]?.well.kitVersion?.kit.name).toBe('A1');
});

test('IMPEXP-130 the wells that are set are counted', () => {
  const plate = plateWith({ A1: { name: 'S-1', kitVersion: kitVersion('LCT'), sampleType: 'BLOOD' } });
  expect([setCount(plateWith({})), setCount(plate)]).toEqual([0, 1]);
});

test('IMPEXP-130 a plate of 384 wells takes two pages of twelve columns', () => {
  expect(benchParts('RECTANGULAR_96')).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]]);
  expect(benchParts('RECTANGULAR_384').map((columns) => [columns[0], columns.at(-1)])).toEqual([
    [0, 11],
    [12, 23],
  ]);
});

test('IMPEXP-131 a label for each sample, or each well, with controls on request', () => {
  const plate = plateWith({
    A1: { name: 'S-1', sampleType: 'BLOOD', kitVersion: kitVersion('LCT') },
    A2: { name: 'S-2', sampleType: null, orderId: 'O-2' },
    A3: { name: 'S-1', sampleType: 'BLOOD', kitVersion: kitVersion('FV') },
    A4: { name: 'NTC', sampleType: 'NEGATIVE_TEST' },
    A5: { sampleType: 'BLOOD' },
  });
  expect(sampleLabels(plate, { each: 'sample', withControls: false })).toEqual([
    { name: 'S-1', orderId: null, positions: ['A1', 'A3'], kits: ['LCT', 'FV'] },
    { name: 'S-2', orderId: 'O-2', positions: ['A2'], kits: [] },
  ]);
  const names = (each: 'sample' | 'well', withControls: boolean) =>
    sampleLabels(plate, { each, withControls }).map(({ name }) => name);
  expect(names('well', false)).toEqual(['S-1', 'S-2', 'S-1']);
  expect(names('sample', true)).toEqual(['S-1', 'S-2', 'NTC']);
});

test('IMPEXP-131 a label names each kit of its sample once, and its wells in reading order', () => {
  const of = (kit: string): WellDraft => ({ ...EMPTY_WELL, name: 'S-1', kitVersion: kitVersion(kit) });
  const plate = new Map([
    ['B1', of('FV')],
    ['A10', of('LCT')],
    ['A2', of('LCT')],
  ]);
  expect(sampleLabels(plate, { each: 'sample', withControls: false })).toMatchObject([
    { positions: ['A2', 'A10', 'B1'], kits: ['LCT', 'FV'] },
  ]);
});

test('IMPEXP-131 labels begin at the first free place and continue on the next sheet', () => {
  const label = { name: 'S-1', orderId: null, positions: ['A1'], kits: [] };
  const pages = labelPages(Array(3).fill(label), { grid: LABEL_GRIDS['3x8'], first: 23 });
  expect(pages.map((places) => places.map((one) => one?.name ?? null).filter(Boolean))).toEqual([
    ['S-1', 'S-1'],
    ['S-1'],
  ]);
  expect(pages[0]).toHaveLength(24);
  expect(pages[0]?.slice(0, 22)).toEqual(Array(22).fill(null));
  expect(labelPages([], { grid: LABEL_GRIDS['3x8'], first: 2 })).toEqual([]);
});

test('IMPEXP-131 every label sheet fits on A4', () => {
  for (const { columns, rows, width, height, gap } of Object.values(LABEL_GRIDS)) {
    expect(columns * width + (columns - 1) * gap).toBeLessThanOrEqual(210);
    expect(rows * height).toBeLessThanOrEqual(297);
  }
});
