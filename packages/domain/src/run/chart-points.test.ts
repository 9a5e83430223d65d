import { expect, test } from 'vitest';

import {
  chartPointsSchema,
  packColumn,
  packedColumnSchema,
  packPoints,
  unpackColumn,
  unpackPoints,
} from './chart-points.ts';

test('integers are restored exactly, whatever their size, sign and order', () => {
  for (const values of [
    [0],
    [-1, 1, -16, 16, -17, 15],
    [1_000_000_000, -1_000_000_000, 999_999_999, 31, 32, 33, -31, -32],
    Array.from({ length: 500 }, (_, index) => Math.round(1e6 * Math.sin(index * index))),
  ]) {
    const packed = packedColumnSchema.parse(packColumn(values, 1));
    expect(unpackColumn(packed)).toEqual(values);
  }
});

test('rising temperatures take little more than a character each', () => {
  const temperatures = Array.from({ length: 100 }, (_, index) => 40 + index / 5);
  const packed = packColumn(temperatures, 1000);
  expect(packed.steps.length).toBeLessThan(110);
  expect(unpackColumn(packed)).toEqual(temperatures);
});

/** A peak of some height, with noise. */
function curve(height: number, jitter: number) {
  const readings = Array.from({ length: 200 }, (_, index) => index);
  return {
    temperature: Float64Array.from(readings, (index) => 50 + index / 10),
    value: Float64Array.from(
      readings,
      (index) => height * Math.exp(-(((index - 100) / 20) ** 2)) + (index % 2 === 0 ? jitter : -jitter),
    ),
  };
}

test('a smooth curve keeps a thousandth of its height, a noisy one the digits above its noise', () => {
  for (const [height, jitter, error] of [
    [1000, 0, 1],
    [1e-6, 0, 1e-9],
    [1000, 10, 25],
    [0, 0, 0],
  ] as const) {
    const given = curve(height, jitter);
    const drawn = unpackPoints(packPoints(given));
    expect(drawn.map(({ x }) => x)).toEqual(
      Array.from(given.temperature, (temperature) => Math.round(temperature * 1000) / 1000),
    );
    const worst = Math.max(...drawn.map(({ y }, index) => Math.abs(y - (given.value[index] ?? NaN))));
    expect(worst, `height ${height}, jitter ${jitter}`).toBeLessThanOrEqual(error);
  }
});

test('a curve without readings has no points', () => {
  const none = new Float64Array();
  expect(unpackPoints(packPoints({ temperature: none, value: none }))).toEqual([]);
});

test('every step is restored, those in the table and larger ones', () => {
  for (let step = -1600; step <= 1600; step++) expect(unpackColumn(packColumn([step], 1))).toEqual([step]);
});

/** The resolution of the values of a curve, in parts of a unit. */
const scaleOf = (...values: readonly number[]): number =>
  packPoints({ temperature: new Float64Array(values.length), value: Float64Array.from(values) }).y.scale;

test('a curve is drawn at 1/4000 of its height, with two digits', () => {
  expect([scaleOf(0, 4000), scaleOf(8000, 0), scaleOf(-4000, 4000)]).toEqual([1, 0.5, 0.5]);
  expect([scaleOf(100, 100 + 12_000), scaleOf(0, 0.4)]).toEqual([0.33, 10_000]);
});

test('and no finer than its median noise', () => {
  expect(scaleOf(500, 510, 500)).toBe(0.05);
  expect(scaleOf(0, 10, 0, 10, 0)).toBe(0.05);
  expect(scaleOf(0, 0, 0, 0, 400, 0, 0, 0, 0)).toBe(10);
});

test('a curve without height, or without readings, is drawn in whole units', () => {
  expect([scaleOf(7, 7, 7), scaleOf()]).toEqual([1, 1]);
});

test('temperatures with the same steps on another scale differ', () => {
  const y = packColumn([1, 2], 1);
  const xs = (scale: number) => unpackPoints({ x: packColumn([40, 41], scale), y }).map(({ x }) => x);
  const half = packColumn([80, 82], 1);
  expect(xs(1)).toEqual([40, 41]);
  expect(unpackPoints({ x: half, y }).map(({ x }) => x)).toEqual([80, 82]);
  expect(unpackPoints({ x: { ...half, scale: 2 }, y }).map(({ x }) => x)).toEqual([40, 41]);
});

test('temperatures are packed again where they differ from those of the curve before', () => {
  const value = Float64Array.of(1, 2, 3);
  const xs = (...temperature: readonly number[]) =>
    unpackPoints(packPoints({ temperature: Float64Array.from(temperature), value })).map(({ x }) => x);
  expect(xs(40, 41, 42)).toEqual([40, 41, 42]);
  expect(xs(40, 41, 42)).toEqual([40, 41, 42]);
  expect(xs(40, 41, 43)).toEqual([40, 41, 43]);
  const reused = Float64Array.of(50, 51, 52);
  packPoints({ temperature: reused, value });
  reused[2] = 53;
  expect(unpackPoints(packPoints({ temperature: reused, value })).map(({ x }) => x)).toEqual([50, 51, 53]);
});

test('packed points have both columns, and only digits', () => {
  const points = packPoints({ temperature: Float64Array.of(40, 41), value: Float64Array.of(1, 2) });
  expect(chartPointsSchema.parse(points)).toEqual(points);
  for (const steps of ['A!', '!A', 'A A'])
    expect(packedColumnSchema.safeParse({ scale: 1, steps }).success, steps).toBe(false);
});
