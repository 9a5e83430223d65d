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

test('a label is as wide as its letters, its count and the space around them', () => {
  const wide = group({ at: 58, height: 50, count: 140 });
  expect(labelWidth(wide)).toBe(LABEL.code + LABEL.gap + 3 * LABEL.digit + 5);
});

test('the label of a large group is on its median, that of a group with any peak above the curves', () => {
  const large = group({ at: 58, height: 80 });
  const median = large.median.map(({ x, y }) => ({ x, y: y / 2 }));
  const summary: DrawnGroup['summary'] = { low: median, high: median } as never; // only whether there is one counts
  expect(labels([{ ...large, median, summary }])[0]?.top).toBe(120 - 5 - LABEL.height);
  const [first, ...rest] = large.curves;
  const some = { ...large, curves: [{ ...first!, peaks: [] }, ...rest] };
  expect(labels([some])[0]?.top).toBe(40 - 5 - LABEL.height);
});

test('the label is above the first of two equal points, and never past the right end', () => {
  const flat = group({ at: 58, height: 50 });
  const points = [
    { x: 50, y: 10 },
    { x: 54, y: 50 },
    { x: 60, y: 50 },
    { x: 64, y: 20 },
  ];
  const curves = flat.curves.map((curve) => ({ ...curve, points }));
  expect(labels([{ ...flat, curves }])[0]?.left).toBe(120 - LABEL.code / 2);
  const [last] = labels([group({ at: 68, height: 50 })]);
  expect((last?.left ?? 0) + labelWidth(last!.group)).toBe(400);
});

test('labels that do not touch keep their places', () => {
  const at = (shapes: readonly Shape[]) =>
    labels(
      shapes.map((shape, index) => group({ ...shape, diagnostic: ['NEGATIVE', 'TEST_OK'][index]! })),
    ).map(({ top }) => top);
  const apart = [100 - 5 - LABEL.height, 100 - 5 - LABEL.height];
  expect(
    at([
      { at: 52, height: 50 },
      { at: 64, height: 50 },
    ]),
  ).toEqual(apart);
  expect(
    at([
      { at: 64, height: 50 },
      { at: 52, height: 50 },
    ]),
  ).toEqual(apart);
  const below = at([
    { at: 58, height: 90 },
    { at: 58, height: 20 },
  ]);
  expect(below.toSorted((a, b) => a - b)).toEqual(
    [20 - 5 - LABEL.height, 160 - 5 - LABEL.height].map((y) => Math.max(0, y)),
  );
});

test('a label goes below all that it would cover, from the highest down', () => {
  const shapes = [90, 88, 86, 84].map((height, index) =>
    group({ at: 58, height, diagnostic: ['NEGATIVE', 'TEST_OK', 'TEST_KO', 'SICK'][index]! }),
  );
  const tops = labels(shapes).map(({ top }) => top);
  expect(tops).toEqual([0, 1, 2, 3].map((place) => (tops[0] ?? 0) + place * (LABEL.height + 1)));
});

test('a group without a peak has its label on the base line', () => {
  const [label] = labels([group({ at: 58, height: 50, hasPeak: false })]);
  expect(label?.top).toBeLessThan(200 - LABEL.height);
  expect(label?.top).toBeGreaterThan(200 - 2 * LABEL.height);
});
