import type { DiagnosticColor } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { EMPTY_WELL, type WellDraft } from '../draft/plate-draft.ts';
import { conflictingWells, differencesOf, mergedPlates, resolvedPlate } from './compare-plates.ts';

const version = (name: string) => ({ id: `${name} v1`, version: 'v1', kit: { id: name, name } });
const lot = (name: string) => ({ id: name, name, expirationDate: '2027-03-31' });
const buffer = (name: string) => ({ id: name, name });
const HET = { id: 'het', diagnosticLabel: 'Heterozygous' } as unknown as DiagnosticColor; // only identity matters here
const set = (changes: Partial<WellDraft>): WellDraft => ({ ...EMPTY_WELL, ...changes });
const plate = (wells: Readonly<Record<string, WellDraft>>) => new Map(Object.entries(wells));
const NOTHING = new Set<string>();

const base = plate({ A1: EMPTY_WELL, A2: EMPTY_WELL, A3: EMPTY_WELL, A4: EMPTY_WELL });
const standard = set({
  sampleType: 'STANDARD',
  kitVersion: version('LCT'),
  lot: lot('L1'),
  reactionBuffer: buffer('RB-2'),
  expected: { FAM: HET },
});

test('changes made by only one user are merged', () => {
  const plates = {
    base,
    mine: plate({ ...Object.fromEntries(base), A1: set({ name: 'mine' }) }),
    theirs: plate({ ...Object.fromEntries(base), A2: set({ name: 'theirs' }) }),
  };
  expect(mergedPlates(plates)).toEqual(
    plate({ A1: set({ name: 'mine' }), A2: set({ name: 'theirs' }), A3: EMPTY_WELL, A4: EMPTY_WELL }),
  );
  expect(conflictingWells(plates)).toEqual([]);
});

test('the same change by both users is no difference', () => {
  const same = plate({ ...Object.fromEntries(base), A1: set({ sampleType: 'DNA' }) });
  expect(conflictingWells({ base, mine: same, theirs: same })).toEqual([]);
});

test('a difference shared by several wells is resolved once; until then my value stays', () => {
  const wells = (type: 'DNA' | 'BLOOD') =>
    plate({ ...Object.fromEntries(base), A2: set({ sampleType: type }), A1: set({ sampleType: type }) });
  const plates = { base, mine: wells('DNA'), theirs: wells('BLOOD') };
  const [difference, ...others] = differencesOf(plates);
  expect(others).toEqual([]);
  expect(difference).toMatchObject({ mine: 'DNA', theirs: 'BLOOD', positions: ['A1', 'A2'] });
  expect(resolvedPlate(plates, { resolvedAsTheirs: NOTHING })).toEqual(plates.mine);
  expect(resolvedPlate(plates, { resolvedAsTheirs: new Set([difference?.key ?? '']) })).toEqual(
    plates.theirs,
  );
});

test('lot, buffer and expected results follow the kit version, so that they stay consistent', () => {
  const theirs = set({
    ...standard,
    kitVersion: version('F2'),
    lot: lot('L9'),
    reactionBuffer: buffer('RB-1'),
    expected: {},
  });
  const plates = {
    base,
    mine: plate({ ...Object.fromEntries(base), A1: { ...standard, name: 'STD' } }),
    theirs: plate({ ...Object.fromEntries(base), A1: theirs }),
  };
  const differences = differencesOf(plates);
  expect(differences.map(({ of }) => of.field)).toEqual(['name', 'kitVersion']);
  const kit = differences.find(({ of }) => of.field === 'kitVersion')?.key ?? '';
  expect(resolvedPlate(plates, { resolvedAsTheirs: new Set([kit]) }).get('A1')).toEqual({
    ...theirs,
    name: 'STD',
  });
});

test('an expected result is dropped if kit, buffer or type come from the other plate', () => {
  const plates = {
    base,
    mine: plate({ ...Object.fromEntries(base), A1: standard }),
    theirs: plate({ ...Object.fromEntries(base), A1: { ...standard, sampleType: 'DNA', expected: {} } }),
  } as const;
  const [type] = differencesOf(plates);
  expect(type?.of).toEqual({ field: 'sampleType' });
  expect(resolvedPlate(plates, { resolvedAsTheirs: new Set([type?.key ?? '']) }).get('A1')).toEqual({
    ...standard,
    sampleType: 'DNA',
    expected: {},
  });
});

test('a difference in an expected result alone is resolved by channel', () => {
  const plates = {
    base,
    mine: plate({ ...Object.fromEntries(base), A1: standard }),
    theirs: plate({ ...Object.fromEntries(base), A1: { ...standard, expected: {} } }),
  };
  const [expected, ...others] = differencesOf(plates);
  expect(others).toEqual([]);
  expect(expected).toMatchObject({
    of: { field: 'expected', channel: 'FAM' },
    mine: 'Heterozygous',
    theirs: null,
  });
  expect(
    resolvedPlate(plates, { resolvedAsTheirs: new Set([expected?.key ?? '']) }).get('A1')?.expected,
  ).toEqual({});
});
