import { expect, test } from 'vitest';

import { fluorescenceTicks, temperatureTicks } from './ticks.ts';

test('REVIEW-39 temperatures have 5 to 11 ticks at round steps', () => {
  expect(temperatureTicks([48, 68])).toEqual([48, 50, 52, 54, 56, 58, 60, 62, 64, 66, 68]);
  expect(temperatureTicks([37.3, 94.8])).toEqual([40, 50, 60, 70, 80, 90]);
  expect(temperatureTicks([54.1, 56.1]).length).toBeGreaterThan(4);
});

test('the y axis has about five round values', () => {
  expect(fluorescenceTicks([-0.15, 1.5])).toEqual([0, 0.5, 1, 1.5]);
  expect(fluorescenceTicks([0, 2600])).toEqual([0, 500, 1000, 1500, 2000, 2500]);
});
