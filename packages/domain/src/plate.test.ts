import { expect, test } from 'vitest';

import { comparePositions, isOnPlate, placeOf, platePositions, positionSchema } from './plate.ts';

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
  for (const wrong of ['A01', 'Q1', 'A25', 'A0', '', '1A']) {
    expect(positionSchema.safeParse(wrong).success, wrong).toBe(false);
  }
});

test('a well beyond the plate is not on it, and positions order row by row', () => {
  expect(isOnPlate('I1', 'RECTANGULAR_96')).toBe(false);
  expect(isOnPlate('I1', 'RECTANGULAR_384')).toBe(true);
  expect(['B1', 'A10', 'A2'].sort(comparePositions)).toEqual(['A2', 'A10', 'B1']);
});
