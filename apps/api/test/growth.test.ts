import { expect, it } from 'vitest';

import { growthOf } from '../bench/growth.ts';

const points = (values: readonly number[]) => values.map((value, at) => ({ hours: at / 4, value }));

it('OPS-637 growth of memory leaves the first quarter out and is given with its standard error', () => {
  // Filling caches is not growth.
  expect(growthOf(points([10, 60, 90, 90, 90, 90, 90, 90]))).toEqual({ perHour: 0, error: 0 });
  expect(growthOf(points([10, 60, 90, 91, 92, 93, 94, 95]))).toEqual({ perHour: 4, error: 0 });
  // A value that goes up and down has no slope beyond its error.
  const { perHour, error } = growthOf(points([10, 60, 90, 95, 90, 95, 90, 95]));
  expect(Math.abs(perHour)).toBeLessThan(2 * error);
  expect(() => growthOf(points([1, 2]))).toThrow('at least three');
});
