import { describe, expect, it } from 'vitest';

import { type ExpectedChannel, isWellSet, missingItems, type WellSettings } from './completeness.ts';

const NOTHING: WellSettings = { sampleType: null, kitVersion: null, lot: null, reactionBuffer: null };
const WHOLE: WellSettings = {
  sampleType: 'BLOOD',
  kitVersion: { id: 'kit' },
  lot: { id: 'lot' },
  reactionBuffer: { id: 'buffer' },
};
const STANDARD: WellSettings = { ...WHOLE, sampleType: 'STANDARD' };

const ITEMS = [
  ['kitVersion', 'kit'],
  ['lot', 'lot'],
  ['reactionBuffer', 'reactionBuffer'],
  ['sampleType', 'sampleType'],
] as const;

const FAM: ExpectedChannel = { channel: 'FAM', label: 'LCT', isSet: false };
const RED: ExpectedChannel = { channel: 'TEXAS_RED', label: null, isSet: false };

describe('a well', () => {
  it('lacks nothing while it is unset', () => {
    expect(isWellSet(NOTHING)).toBe(false);
    expect(missingItems(NOTHING, [FAM])).toEqual([]);
  });

  it('lacks nothing once all four are set', () => {
    expect(isWellSet(WHOLE)).toBe(true);
    expect(missingItems(WHOLE, [FAM])).toEqual([]);
  });

  it.each(ITEMS)('with only the %s lacks the other three, in order', (field, item) => {
    const well = { ...NOTHING, [field]: WHOLE[field] };
    expect(isWellSet(well)).toBe(true);
    expect(missingItems(well, [FAM])).toEqual(
      ITEMS.filter(([, other]) => other !== item).map(([, other]) => ({ item: other })),
    );
  });

  it.each(ITEMS)('without the %s lacks exactly that', (field, item) => {
    expect(missingItems({ ...WHOLE, [field]: null }, [FAM])).toEqual([{ item }]);
  });
});

describe('a standard', () => {
  it('lacks an expected result in each channel that can have one', () => {
    expect(missingItems(STANDARD, [FAM, { ...RED, isSet: true }])).toEqual([
      { item: 'expectedDiagnostic', channel: 'FAM', label: 'LCT' },
    ]);
    expect(missingItems(STANDARD, [FAM, RED])).toEqual([
      { item: 'expectedDiagnostic', channel: 'FAM', label: 'LCT' },
      { item: 'expectedDiagnostic', channel: 'TEXAS_RED', label: null },
    ]);
    expect(missingItems(STANDARD, [])).toEqual([]);
  });

  it.each([
    ['kitVersion', 'kit'],
    ['reactionBuffer', 'reactionBuffer'],
  ] as const)('without its %s needs no expected result, which cannot be known yet', (field, item) => {
    expect(missingItems({ ...STANDARD, [field]: null }, [FAM])).toEqual([{ item }]);
  });

  it('without its lot needs its expected result, too', () => {
    expect(missingItems({ ...STANDARD, lot: null }, [FAM])).toEqual([
      { item: 'lot' },
      { item: 'expectedDiagnostic', channel: 'FAM', label: 'LCT' },
    ]);
  });
});

it.each(['BLOOD', 'DNA', 'NEGATIVE_TEST', 'POSITIVE_TEST'] as const)(
  'a well of sample type %s needs no expected result',
  (sampleType) => {
    expect(missingItems({ ...WHOLE, sampleType }, [FAM, RED])).toEqual([]);
  },
);
