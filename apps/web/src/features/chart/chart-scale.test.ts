import { expect, test } from 'vitest';

import { chartScale, zoomedBy } from './chart-scale.ts';
import { extentOf } from './extent.ts';

test('maps data to pixels and back, with larger values at the top', () => {
  const scale = chartScale(
    { width: 460, height: 240 },
    { margin: { left: 40, top: 10, right: 20, bottom: 30 }, shown: { x: [50, 60], y: [-10, 190] } },
  );
  expect([scale.plotWidth, scale.plotHeight]).toEqual([400, 200]);
  expect([scale.toX(50), scale.toX(57.5), scale.toY(-10), scale.toY(190)]).toEqual([0, 300, 200, 0]);
  expect(scale.fromX(scale.toX(53.3))).toBeCloseTo(53.3);
  expect(scale.fromY(scale.toY(60))).toBeCloseTo(60);
});

test('zooms around the centre of the view, within the whole range and down to a minimum', () => {
  const whole = [45, 75] as const;
  expect(zoomedBy([50, 60], { whole, factor: 0.8, least: 1 })).toEqual([51, 59]);
  expect(zoomedBy([50, 51], { whole, factor: 0.8, least: 1 })).toEqual([50, 51]);
  expect(zoomedBy([45, 55], { whole, factor: 1.2, least: 1 })).toEqual([45, 56]);
  // A value may stay where it is instead of the centre.
  expect(zoomedBy([50, 60], { whole, factor: 0.5, least: 1, about: 52 })).toEqual([51, 56]);
  // The whole range counts as no zoom.
  expect(zoomedBy([46, 74], { whole, factor: 2, least: 1 })).toBeNull();
});

test('the extent of lines contains all their points', () => {
  const lines = [
    [
      { x: 50, y: 3 },
      { x: 52, y: -1 },
    ],
    [{ x: 47, y: 1 }],
    [],
  ];
  expect(extentOf(lines)).toEqual({ x: [47, 52], y: [-1, 3] });
  const { x, y } = extentOf([]);
  expect([x[0] > x[1], y[0] > y[1]]).toEqual([true, true]);
});
