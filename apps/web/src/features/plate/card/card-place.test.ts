import { expect, test } from 'vitest';

import { cardPlace, workingArea } from './card-place.ts';
import { plateGeometry } from '../plate-geometry.ts';

const window = { width: 1440, height: 900 };
const card = { width: 264, height: 160 };
const cell = { left: 400, top: 300, width: 58, height: 58 };

test('a card opens below its well, or above it at the bottom of the window', () => {
  expect(cardPlace({ cell, card, window, avoid: [] })).toEqual({ left: 400, top: 366 });
  const low = { ...cell, top: 800 };
  expect(cardPlace({ cell: low, card, window, avoid: [] })).toEqual({ left: 400, top: 632 });
});

test('a card avoids the working area, and never covers its own well', () => {
  const rowBelow = { left: 100, top: 380, width: 744, height: 58 };
  expect(cardPlace({ cell, card, window, avoid: [rowBelow] })).toEqual({ left: 400, top: 132 });
  const both = [rowBelow, { ...rowBelow, top: 200 }];
  const { left, top } = cardPlace({ cell, card, window, avoid: [...both, { ...rowBelow, top: 440 }] });
  expect(
    left + card.width <= cell.left || left >= cell.left + cell.width || top >= 358 || top + 160 <= 300,
  ).toBe(true);
});

test('the working area is the focused row and the next wells', () => {
  const geometry = plateGeometry(
    { width: 748, height: 530 },
    { plateType: 'RECTANGULAR_96', use: 'interpretation' },
  );
  const of = (row: number, column: number, fillOrder: 'row' | 'column' = 'row') =>
    workingArea({ geometry, plate: { left: 0, top: 0 }, focus: { row, column }, fillOrder });
  const { pitch } = geometry;
  const row = { left: 0, top: 20 + 2 * pitch, width: 24 + 12 * pitch, height: pitch };
  expect(of(2, 3)).toEqual([row]);
  expect(of(2, 11)).toEqual([row, { left: 24, top: 20 + 3 * pitch, width: 3 * pitch, height: pitch }]);
  expect(of(2, 3, 'column')).toEqual([
    row,
    { left: 24 + 3 * pitch, top: 20 + 3 * pitch, width: pitch, height: 3 * pitch },
  ]);
  expect(of(-1, 3)).toEqual([]);
});
