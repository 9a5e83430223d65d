import { expect, test } from 'vitest';

import { fittedWidth, plateGeometry } from './plate-geometry.ts';

test('a room too small keeps the smallest pitch, one too large the largest', () => {
  const sizes = [
    plateGeometry({ width: 200, height: 200 }, { plateType: 'RECTANGULAR_384', use: 'interpretation' }),
    plateGeometry({ width: 4000, height: 4000 }, { plateType: 'RECTANGULAR_384', use: 'interpretation' }),
    plateGeometry({ width: 4000, height: 4000 }, { plateType: 'RECTANGULAR_384', use: 'configuration' }),
  ];
  expect(sizes.map(({ pitch }) => pitch)).toEqual([24, 40, 44]);
  expect(sizes[0]).toMatchObject({ face: 'tiny', shape: 18, codeSize: 11 });
});

test('a name keeps 2 px from the edges of its cell, and has no room where only codes are painted', () => {
  const room = { width: 674, height: 450 };
  const of = (plateType: 'RECTANGULAR_96' | 'RECTANGULAR_384', use: 'configuration' | 'interpretation') =>
    fittedWidth('name', plateGeometry(room, { plateType, use }));
  expect(of('RECTANGULAR_96', 'interpretation')).toBe(46);
  expect(of('RECTANGULAR_384', 'interpretation')).toBeNull();
  expect(of('RECTANGULAR_384', 'configuration')).toBeNull();
  expect(of('RECTANGULAR_96', 'configuration')).toBe(46);
});
