import type { Peak } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { diagnosticLook } from '../../shared/colour/diagnostic-palette.ts';
import { chartScale, type Domain } from '../chart/chart-scale.ts';
import type { DrawnGroup } from './curve-groups.ts';
import { groupLabels, LABEL, labelWidth } from './group-labels.ts';

interface Shape {
  readonly at: number;
  readonly height: number;
  readonly diagnostic?: string;
  readonly count?: number;
  readonly hasPeak?: boolean;
}

/** A group with a triangular median. */
function group({ at, height, diagnostic = 'HETEROZYGOUS', count = 3, hasPeak = true }: Shape): DrawnGroup {
  const look = diagnosticLook({ diagnostic }, 'light');
  const points = [
    { x: 48, y: 0 },
    { x: at, y: height },
    { x: 68, y: 0 },
  ];
  const peaks = hasPeak ? [{ accepted: true } as Peak] : [];
  const curves = Array.from({ length: count }, (_, index) => ({
    ...{ position: `A${index + 1}`, name: '', look, isMarked: false, points, peaks },
  }));
  return { key: diagnostic, look, curves, median: points, summary: null };
}

const whole: Domain = { x: [48, 68], y: [0, 100] };
const margin = { left: 0, top: 0, right: 0, bottom: 0 };
const labels = (groups: readonly DrawnGroup[], shown = whole) =>
  groupLabels(groups, chartScale({ width: 400, height: 200 }, { margin, shown }));

test('REVIEW-355 a group has one label, above its highest point', () => {
  const [label, ...others] = labels([group({ at: 58, height: 50 })]);
  expect(label).toMatchObject({ left: 200 - LABEL.code / 2, top: 100 - 5 - LABEL.height });
  expect(others).toEqual([]);
});

test('REVIEW-355 labels that would touch are below each other', () => {
  const placed = labels(
    ['HETEROZYGOUS', 'TEST_OK', 'NEGATIVE'].map((diagnostic, index) =>
      group({ at: 58, height: 50 + index, diagnostic }),
    ),
  );
  const tops = placed.map(({ top }) => top).sort((first, second) => first - second);
  for (const [index, top] of tops.slice(1).entries())
    expect(top - (tops[index] ?? 0)).toBeGreaterThan(LABEL.height);
  // The highest group keeps its place.
  expect(placed.find(({ group: { key } }) => key === 'NEGATIVE')?.top).toBe(tops[0]);
});

test('REVIEW-355 groups without a peak are side by side at the right end', () => {
  const flat = { at: 58, height: 2, hasPeak: false };
  const [first, second] = labels([
    group({ ...flat, diagnostic: 'NEGATIVE', count: 140 }),
    group({ ...flat, diagnostic: 'TEST_KO', count: 1 }),
  ]);
  expect(first?.top).toBe(second?.top);
  expect((first?.left ?? 0) + labelWidth(first!.group)).toBe(398);
  expect((second?.left ?? 0) + labelWidth(second!.group)).toBeLessThan(first?.left ?? 0);
});

test('a label stays in view when the zoom cuts off the peak, and disappears with its group', () => {
  const steep = group({ at: 58, height: 90 });
  const median = [
    { x: 50, y: 0 },
    { x: 55, y: 30 },
    { x: 58, y: 90 },
  ];
  const placed = labels(
    [
      { ...steep, median, curves: steep.curves.map((curve) => ({ ...curve, points: median })) },
      group({ at: 67, height: 20, diagnostic: 'NEGATIVE' }),
    ],
    {
      x: [50, 60],
      y: [15, 40],
    },
  );
  expect(placed.map(({ group: { key }, left }) => [key, left])).toEqual([
    ['HETEROZYGOUS', 200 - LABEL.code / 2],
  ]);
});

test('the label of a small group is on one of its lines, not at their median', () => {
  const tall = group({ at: 58, height: 80, count: 1 });
  const flat = tall.curves.map((curve) => ({ ...curve, points: curve.points.map(({ x }) => ({ x, y: 1 })) }));
  const mixed = {
    ...tall,
    curves: [...tall.curves, ...flat],
    median: tall.median.map(({ x, y }) => ({ x, y: y / 2 })),
  };
  expect(labels([mixed])[0]?.top).toBe(40 - 5 - LABEL.height);
});
