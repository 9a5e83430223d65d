import { expect, test } from 'vitest';

import { chartScale, type Domain } from '../chart/chart-scale.ts';
import { codeLabels } from './code-labels.ts';
import type { Curve } from './curve-series.ts';

/** A triangular peak at a temperature, zero elsewhere. */
const peak = (
  position: string,
  { at, height, code = 'X' }: { at: number; height: number; code?: string },
) => ({
  ...({
    position,
    name: '',
    code,
    diagnostic: '',
    tone: '#000000',
    isCalled: true,
    peaks: [],
  } satisfies Partial<Curve>),
  points: [
    { x: 48, y: 0 },
    { x: at, y: height },
    { x: 68, y: 0 },
  ],
});

const whole: Domain = { x: [48, 68], y: [0, 100] };
const margin = { left: 0, top: 0, right: 0, bottom: 0 };
const labels = (curves: readonly Curve[], shown = whole) =>
  codeLabels(curves, chartScale({ width: 400, height: 200 }, { margin, shown }));

test('a code is at the top of its curve', () => {
  expect(labels([peak('A1', { at: 58, height: 50 })])).toEqual([
    { position: 'A1', code: 'X', x: 200, y: 95, point: { x: 200, y: 100 }, isMoved: false },
  ]);
});

test('overlapping codes are moved 14 px apart and keep a leader line to their curves', () => {
  const placed = labels(
    [50, 51, 52, 52].map((height, index) => peak(`A${index + 1}`, { at: 58, height, code: 'OK' })),
  );
  const heights = placed.map(({ y }) => y).sort((first, second) => first - second);
  for (const [index, y] of heights.slice(1).entries())
    expect(y - (heights[index] ?? 0)).toBeGreaterThanOrEqual(14);
  expect(placed.filter(({ isMoved }) => isMoved)).toHaveLength(3);
  expect(placed.find(({ position }) => position === 'A2')?.point.y).toBeCloseTo(98);
});

test('codes side by side are not moved', () => {
  const placed = labels([peak('A1', { at: 52, height: 50 }), peak('A2', { at: 60, height: 50 })]);
  expect(placed.some(({ isMoved }) => isMoved)).toBe(false);
});

test('a code stays in view when the zoom cuts off the peak, and disappears with its curve', () => {
  const shown: Domain = { x: [50, 60], y: [0, 40] };
  const [inside, ...others] = labels(
    [
      {
        ...peak('A1', { at: 58, height: 90 }),
        points: [
          { x: 50, y: 0 },
          { x: 55, y: 30 },
          { x: 58, y: 90 },
        ],
      },
      peak('A2', { at: 65, height: 20 }),
    ],
    shown,
  );
  expect(inside?.point).toEqual({ x: 200, y: 50 });
  expect(others).toEqual([]);
});

test('a code at the upper edge is not cut off', () => {
  expect(labels([peak('A1', { at: 58, height: 100 })])[0]?.y).toBeGreaterThanOrEqual(11);
});
