import { expect, test } from 'vitest';

import { plateGeometry, type PlateUse, type Room } from '../plate-geometry.ts';
import { plateWorkLayout } from './plate-work-layout.ts';

/** The space that shell, header and footer leave for a plate. */
function workOf({ width, height }: Room): Room {
  const isCompact = width < 1280 || height < 860;
  const rail = width < 1280 ? 56 : 84;
  const around = isCompact ? 48 + 44 + 48 + 8 : 48 + 56 + 56 + 16;
  return { width: width - rail - 32, height: height - around };
}

function laidOut(window: Room, use: PlateUse, linesAbove = 0) {
  const layout = plateWorkLayout({ window, work: workOf(window), use, linesAbove });
  const { room, minPitch } = layout;
  const large = plateGeometry(room, { plateType: 'RECTANGULAR_384', use, minPitch });
  const small = plateGeometry(room, { plateType: 'RECTANGULAR_96', use, minPitch });
  return { ...layout, large, small, pitches: [large.pitch, small.pitch] };
}

test('STEP2-01 the plate of step 2 fits at three window sizes', () => {
  const at = (width: number, height: number) => laidOut({ width, height }, 'configuration');
  expect(at(1440, 900)).toMatchObject({ pitches: [36, 72], hasCaption: true });
  expect(at(1440, 900).large).toMatchObject({ frameWidth: 890, frameHeight: 596, isClipped: false });
  expect(at(1366, 768)).toMatchObject({ pitches: [31, 62], hasCaption: false, large: { isClipped: false } });
  expect(at(1200, 800)).toMatchObject({ pitches: [29, 58], large: { isClipped: false } });
});

test('REVIEW-03 plate and chart of the interpretation fit at three window sizes', () => {
  const at = (width: number, height: number) => {
    const { columns, gap, ...rest } = laidOut({ width, height }, 'interpretation');
    return { ...rest, chart: workOf({ width, height }).width - gap - parseInt(columns) };
  };
  expect(at(1440, 900)).toMatchObject({ pitches: [30, 60], chart: 538 });
  expect(at(1440, 900).large).toMatchObject({ frameWidth: 744, frameHeight: 500 });
  expect(at(1366, 768)).toMatchObject({ pitches: [26, 52], chart: 564, large: { isClipped: false } });
  expect(at(1200, 800)).toMatchObject({ pitches: [26, 52], chart: 426, large: { isClipped: false } });
});

test('REVIEW-350 a large chart has two thirds of the width, and the wells are half as far apart', () => {
  const at = (width: number, height: number) => {
    const window = { width, height };
    const layout = plateWorkLayout({
      window,
      work: workOf(window),
      use: 'interpretation',
      isChartLarge: true,
    });
    return { ...layout, chart: workOf(window).width - layout.gap - parseInt(layout.columns) };
  };
  expect(at(1366, 768)).toMatchObject({ columns: '410px minmax(0, 1fr)', fixedPitch: 15, chart: 828 });
  expect(at(1000, 700)).toMatchObject({ columns: '410px minmax(0, 1fr)', fixedPitch: 15, chart: 494 });
  expect(at(999, 700)).toMatchObject({ columns: 'minmax(0, 1fr)', fixedPitch: null });
  const pitches = (['RECTANGULAR_384', 'RECTANGULAR_96'] as const).map((plateType) =>
    plateGeometry({ width: 388, height: 300 }, { plateType, use: 'interpretation', fixedPitch: 15 }),
  );
  expect(pitches.map(({ pitch, face, shape, isClipped }) => [pitch, face, shape, isClipped])).toEqual([
    [15, 'dot', 11, false],
    [30, 'small', 24, false],
  ]);
});

test('SHELL-54 CONST-22 from 1200 px a screen is wide: plate and panel side by side, with wells of the usual size', () => {
  const at = (width: number) => laidOut({ width, height: 800 }, 'interpretation');
  expect(at(1200)).toMatchObject({ arrangement: 'columns', minPitch: 24, gap: 12 });
  expect(at(1199)).toMatchObject({ arrangement: 'columns', minPitch: 20, gap: 8 });
});

test('SHELL-280 at 1000 × 700 px the whole plate is beside its panel, with smaller wells', () => {
  const [review, setup] = (['interpretation', 'configuration'] as const).map((use) =>
    laidOut({ width: 1000, height: 700 }, use),
  );
  expect(review).toMatchObject({
    arrangement: 'columns',
    columns: '530px minmax(0, 1fr)',
    pitches: [20, 40],
  });
  expect(setup).toMatchObject({ arrangement: 'columns', pitches: [21, 42] });
  for (const layout of [review, setup])
    expect(layout).toMatchObject({ large: { isClipped: false }, small: { isClipped: false } });
});

test('below 1000 px the panel is a sheet below a plate of the same size; below 768 px the page scrolls', () => {
  expect(laidOut({ width: 999, height: 800 }, 'interpretation').arrangement).toBe('sheet');
  const small = laidOut({ width: 999, height: 700 }, 'configuration');
  expect(small).toMatchObject({ arrangement: 'sheet', pitches: [24, 48], large: { isClipped: false } });
  expect(laidOut({ width: 767, height: 900 }, 'configuration').arrangement).toBe('page');
  expect(laidOut({ width: 800, height: 480 }, 'configuration').arrangement).toBe('page');
});

test('KIT-207 below a line with the channels of a run the plate still fits', () => {
  const at = (width: number, height: number) => laidOut({ width, height }, 'interpretation', 32);
  expect(at(1440, 900)).toMatchObject({ large: { isClipped: false }, small: { isClipped: false } });
  expect(at(1366, 768)).toMatchObject({ small: { isClipped: false } });
});
