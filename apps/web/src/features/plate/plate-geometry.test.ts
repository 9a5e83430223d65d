import { expect, test } from 'vitest';

import { interpretationColumns, plateGeometry } from './plate-geometry.ts';

test('STEP2-01 the frame of step 2 at 1440 × 900 is 890 × 596 for both plates', () => {
  const room = { width: 960, height: 607 };
  const large = plateGeometry(room, { plateType: 'RECTANGULAR_384', use: 'configuration' });
  const small = plateGeometry(room, { plateType: 'RECTANGULAR_96', use: 'configuration' });
  expect(large).toMatchObject({ pitch: 36, frameWidth: 890, frameHeight: 596, face: 'small', shape: 12 });
  expect(small).toMatchObject({ pitch: 72, frameWidth: 890, frameHeight: 596, face: 'large', shape: 14 });
});

test('REVIEW-03 the frame of the interpretation at 1440 × 900 is 744 × 500, the chart panel 538', () => {
  expect(interpretationColumns({ width: 1324, height: 545 })).toEqual({ plateWidth: 770, chartWidth: 538 });
  const room = { width: 744, height: 545 };
  const large = plateGeometry(room, { plateType: 'RECTANGULAR_384', use: 'interpretation' });
  const small = plateGeometry(room, { plateType: 'RECTANGULAR_96', use: 'interpretation' });
  expect(large).toMatchObject({ pitch: 30, frameWidth: 744, frameHeight: 500, shape: 24, codeSize: 12.5 });
  expect(small).toMatchObject({ pitch: 60, shape: 34, codeSize: 15, face: 'medium' });
});

test('a room too small keeps the smallest pitch, one too large the largest', () => {
  const sizes = [
    plateGeometry({ width: 200, height: 200 }, { plateType: 'RECTANGULAR_384', use: 'interpretation' }),
    plateGeometry({ width: 4000, height: 4000 }, { plateType: 'RECTANGULAR_384', use: 'interpretation' }),
    plateGeometry({ width: 4000, height: 4000 }, { plateType: 'RECTANGULAR_384', use: 'configuration' }),
  ];
  expect(sizes.map(({ pitch }) => pitch)).toEqual([24, 40, 44]);
  expect(sizes[0]).toMatchObject({ face: 'tiny', shape: 18, codeSize: 11 });
});
