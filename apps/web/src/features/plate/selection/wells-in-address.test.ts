import { platePositions } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { wellRangesText } from '../../../shared/format/well-ranges.ts';
import { wellsFromAddress, wellsToAddress } from './wells-in-address.ts';

test('a selection is written as ranges and rectangles and read back', () => {
  const wells = wellsFromAddress('A1-A12,H7', 'RECTANGULAR_96');
  expect(wells.size).toBe(13);
  expect(wellsToAddress(wells)).toBe('A1-A12,H7');
  expect(wellsToAddress(platePositions('RECTANGULAR_384'))).toBe('A1-P24');
  expect(wellsFromAddress('A1-P24', 'RECTANGULAR_384').size).toBe(384);
  expect(wellsToAddress(wellsFromAddress('J12-I5,C3', 'RECTANGULAR_384'))).toBe('C3,I5-J12');
});

test('invalid wells are skipped', () => {
  expect([...wellsFromAddress('A01,Q1,,A1-,A1-B1-C1,P24,B2', 'RECTANGULAR_96')]).toEqual(['B2']);
  expect(wellsFromAddress(null, 'RECTANGULAR_96').size).toBe(0);
});

test('a selection is described by its rectangles', () => {
  expect(wellRangesText(['H14'])).toBe('H14');
  expect(wellRangesText(['A5', 'A6'])).toBe('A5 and A6');
  expect(wellRangesText(['H1', 'G1', 'A1', 'B2', 'A2', 'B1'])).toBe('A1 to B2, G1 and H1');
  expect(wellRangesText(wellsFromAddress('I5-J12', 'RECTANGULAR_384'))).toBe('I5 to J12');
  expect(wellRangesText(['A1', 'A3', 'A5', 'A7', 'A9'])).toBe('A1, A3, A5 and 2 more');
});
