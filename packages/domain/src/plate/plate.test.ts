import { expect, test } from 'vitest';

import {
  comparePositions,
  isOnPlate,
  placeOf,
  platePositions,
  PLATE_SIZE,
  plateTypeSchema,
  positionSchema,
  SAMPLE_TYPE_LABEL,
  sampleTypeSchema,
} from './plate.ts';

test('CONST-02 a 96 plate has 8 rows by 12 columns, a 384 plate 16 by 24', () => {
  expect(platePositions('RECTANGULAR_96')).toHaveLength(96);
  expect(platePositions('RECTANGULAR_96').at(-1)).toBe('H12');
  expect(platePositions('RECTANGULAR_384')).toHaveLength(384);
  expect(platePositions('RECTANGULAR_384').at(-1)).toBe('P24');
});

test('CONST-03 rows start at A and columns at 1', () => {
  expect(platePositions('RECTANGULAR_96').slice(0, 2)).toEqual(['A1', 'A2']);
  expect(placeOf('B3')).toEqual({ row: 1, column: 2 });
});

test('a padded, empty or foreign position is refused', () => {
  for (const wrong of ['A01', 'Q1', 'A25', 'A0', '', '1A', 'AA1', 'A1x', 'A19x']) {
    expect(positionSchema.safeParse(wrong).success, wrong).toBe(false);
  }
  expect(positionSchema.safeParse('A01').error?.issues[0]?.message).toBe(
    'a position must be a row letter A to P and a column 1 to 24, such as A1',
  );
});

test('a well beyond the plate is invalid, and positions are ordered row by row', () => {
  expect(isOnPlate('I1', 'RECTANGULAR_96')).toBe(false);
  expect(isOnPlate('I1', 'RECTANGULAR_384')).toBe(true);
  expect([isOnPlate('H12', 'RECTANGULAR_96'), isOnPlate('A13', 'RECTANGULAR_96')]).toEqual([true, false]);
  expect(['B1', 'A10', 'A2'].sort(comparePositions)).toEqual(['A2', 'A10', 'B1']);
});

test('CONST-03 all positions of the largest plate are valid, and those of a smaller plate lie on it', () => {
  for (const position of platePositions('RECTANGULAR_384'))
    expect(positionSchema.safeParse(position).success, position).toBe(true);
  const small = platePositions('RECTANGULAR_384').filter((one) => isOnPlate(one, 'RECTANGULAR_96'));
  expect(small).toEqual(platePositions('RECTANGULAR_96'));
});

test('CONST-02 each plate format has a size, and each sample type a label', () => {
  expect(plateTypeSchema.options).toEqual(Object.keys(PLATE_SIZE));
  expect(Object.keys(SAMPLE_TYPE_LABEL)).toEqual(sampleTypeSchema.options);
  expect(Object.values(SAMPLE_TYPE_LABEL)).toEqual([
    'Blood',
    'DNA',
    'Negative control',
    'Positive control',
    'Standard',
  ]);
});
