import { expect, test } from 'vitest';

import { packColumn, packedColumnSchema, packPoints, unpackColumn, unpackPoints } from './chart-points.ts';

test('whole numbers come back as they were, whatever their size, sign and order', () => {
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

test('a rising row of temperatures takes little more than a character each', () => {
  const temperatures = Array.from({ length: 100 }, (_, index) => 40 + index / 5);
  const packed = packColumn(temperatures, 1000);
  expect(packed.steps.length).toBeLessThan(110);
  expect(unpackColumn(packed)).toEqual(temperatures);
});

/** A peak of some height, and readings that jitter. */
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

test('a smooth curve keeps a thousandth of its height, a noisy one what does not drown in its noise', () => {
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
