import { expect, test } from 'vitest';

import { curveTrace } from './smooth-path.ts';

test('REVIEW-44 CONST-15 a curve is smoothed with tension 0.6 and passes through its points', () => {
  const drawn: number[][] = [];
  const keep = (...to: number[]) => void drawn.push(to);
  curveTrace({ moveTo: keep, lineTo: keep, bezierCurveTo: keep, closePath: keep }, [
    { x: 0, y: 0 },
    { x: 10, y: 10 },
    { x: 20, y: 0 },
  ]);
  expect(drawn.map((step) => step.slice(-2))).toEqual([
    [0, 0],
    [10, 10],
    [20, 0],
  ]);
  expect(drawn[1]?.map((value) => Math.round(value * 1e6) / 1e6)).toEqual([0, 0, 8, 10, 10, 10]);
});
