import { expect, test } from 'vitest';

import { fittedWidth, plateGeometry } from './plate-geometry.ts';

test('the distance between wells has a minimum and a maximum', () => {
  const sizes = [
    plateGeometry({ width: 200, height: 200 }, { plateType: 'RECTANGULAR_384', use: 'interpretation' }),
    plateGeometry({ width: 4000, height: 4000 }, { plateType: 'RECTANGULAR_384', use: 'interpretation' }),
    plateGeometry({ width: 4000, height: 4000 }, { plateType: 'RECTANGULAR_384', use: 'configuration' }),
  ];
  expect(sizes.map(({ pitch }) => pitch)).toEqual([24, 40, 44]);
  expect(sizes[0]).toMatchObject({ face: 'tiny', shape: 18, codeSize: 11 });
});

test('a name stays 2 px inside its cell, and is hidden in cells that show only codes', () => {
  const room = { width: 674, height: 450 };
  const of = (plateType: 'RECTANGULAR_96' | 'RECTANGULAR_384', use: 'configuration' | 'interpretation') =>
    fittedWidth('name', plateGeometry(room, { plateType, use }));
  expect(of('RECTANGULAR_96', 'interpretation')).toBe(46);
  expect(of('RECTANGULAR_384', 'interpretation')).toBeNull();
  expect(of('RECTANGULAR_384', 'configuration')).toBeNull();
  expect(of('RECTANGULAR_96', 'configuration')).toBe(46);
});
