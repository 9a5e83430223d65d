import { packPoints } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { diagnosticLook } from '../../shared/colour/diagnostic-palette.ts';
import {
  curvesDomain,
  highestPoint,
  isShapeKind,
  lineWidth,
  nearestCurve,
  pointsOf,
  valueAt,
  zoomedDomain,
  type Curve,
} from './curve-series.ts';

const curve = (changes: Partial<Curve> = {}): Curve => ({
  position: 'A1',
  name: 'S-1',
  look: diagnosticLook({ diagnostic: 'HOMOZYGOUS_WILD_TYPE' }, 'light'),
  isMarked: false,
  points: [
    { x: 48, y: 0 },
    { x: 50, y: 1 },
    { x: 52, y: 0 },
  ],
  peaks: [],
  ...changes,
});

test('the domain covers all curves with a margin of 8 %, and the threshold', () => {
  const other = curve({
    points: [
      { x: 47, y: 0.5 },
      { x: 60, y: 0.5 },
    ],
  });
  const domain = curvesDomain([curve(), other], 0.35);
  expect(domain?.x).toEqual([47, 60]);
  expect(domain?.y[0]).toBeCloseTo(-0.08);
  expect(domain?.y[1]).toBeCloseTo(1.08);
  expect(curvesDomain([curve(), other], 2)?.y[1]).toBeCloseTo(2.16);
  // A single curve has more room for its temperature labels.
  expect(curvesDomain([curve()], 0.35)?.y[1]).toBeCloseTo(1.24);
  expect(curvesDomain([], 1)).toBeNull();
  // Without a threshold, and for curves without height.
  expect(curvesDomain([curve()], null)?.y).toEqual([-0.08, 1.24]);
  const flat = curve({ points: curve().points.map(({ x }) => ({ x, y: 5 })) });
  expect(curvesDomain([flat], null)?.y).toEqual([4, 6]);
  // Lines to compare with extend the height only.
  const line = [{ x: 40, y: 3 }];
  expect(curvesDomain([curve(), other], null, [line])).toMatchObject({ x: [47, 60], y: [-0.24, 3.24] });
});

test('REVIEW-41 a zoom stays within the curves and spans at least 2 °C', () => {
  const whole = { x: [48, 68], y: [0, 1] } as const;
  expect(zoomedDomain(whole, { x: null, y: null })).toEqual(whole);
  expect(zoomedDomain(whole, { x: [40, 55], y: [0.2, 2] })).toEqual({ x: [48, 55], y: [0.2, 1] });
  expect(zoomedDomain(whole, { x: [67.5, 68], y: null }).x).toEqual([66, 68]);
  expect(zoomedDomain(whole, { x: [50, 50.5], y: null }).x).toEqual([50, 52]);
  expect(zoomedDomain(whole, { x: [48.5, 49], y: [0.5, 0.501] })).toEqual({
    x: [48.5, 50.5],
    y: [0.5, 0.51],
  });
  expect(zoomedDomain(whole, { x: [30, 48], y: [1, 2] })).toEqual(whole);
  // At least a hundredth of the height, wherever it begins.
  const raised = { x: [48, 68], y: [100, 200] } as const;
  expect(zoomedDomain(raised, { x: null, y: [150, 150.1] }).y).toEqual([150, 151]);
  expect(zoomedDomain(whole, { x: [68, 90], y: [-1, 0] })).toEqual(whole);
  expect(zoomedDomain({ x: [48, 49], y: [3, 3] }, { x: [48.2, 48.4], y: [2, 4] })).toEqual({
    x: [48, 49],
    y: [3, 3],
  });
  // The zoom of a phase or channel with other ranges shows nothing of this one.
  expect(zoomedDomain(whole, { x: [75, 95], y: [500, 800] })).toEqual(whole);
});

test('interpolates between two points, rising or falling', () => {
  expect(valueAt(curve().points, 49)).toBeCloseTo(0.5);
  expect(valueAt([...curve().points].reverse(), 51)).toBeCloseTo(0.5);
  for (const outside of [47.9, 52.1, 60]) expect(valueAt(curve().points, outside)).toBeNull();
  expect(valueAt([], 50)).toBeNull();
  // Piecewise linear through every point, the first and the last too.
  const points = Array.from({ length: 14 }, (_, index) => ({ x: 48 + index, y: index ** 2 }));
  for (const [index, { x, y }] of points.entries())
    for (const line of [points, points.toReversed()]) {
      expect(valueAt(line, x)).toBe(y);
      if (index > 0) expect(valueAt(line, x - 0.25)).toBeCloseTo(y - (2 * index - 1) / 4);
    }
});

test('a temperature that was read alone or twice has a value', () => {
  expect(valueAt([{ x: 48, y: 3 }], 48)).toBe(3);
  const twice = [
    { x: 48, y: 3 },
    { x: 48, y: 4 },
  ];
  expect(valueAt(twice, 48)).toBe(3);
});

test('packed points are unpacked once', () => {
  const chartPoints = packPoints({ temperature: Float64Array.of(48, 49), value: Float64Array.of(1, 2) });
  expect(pointsOf({ chartPoints })).toEqual([
    { x: 48, y: 1 },
    { x: 49, y: 2 },
  ]);
  expect(pointsOf({ chartPoints })).toBe(pointsOf({ chartPoints }));
});

test('normalised curves and their differences are of shapes', () => {
  const kinds = ['slope', 'fluorescence', 'normalised', 'difference'] as const;
  expect(kinds.map(isShapeKind)).toEqual([false, false, true, true]);
});

test('lines of more than six curves are thinner', () => {
  expect(lineWidth(6)).toBeGreaterThan(lineWidth(7));
  expect([lineWidth(1), lineWidth(96)]).toEqual([lineWidth(6), lineWidth(7)]);
});

test('finds the nearest curve only within reach', () => {
  const curves = [
    curve(),
    curve({
      position: 'A2',
      points: [
        { x: 48, y: 2 },
        { x: 52, y: 2 },
      ],
    }),
  ];
  expect(nearestCurve(curves, { x: 50, y: 1.2, reach: 0.3 })?.curve.position).toBe('A1');
  expect(nearestCurve(curves, { x: 50, y: 1.9, reach: 0.3 })?.value).toBe(2);
  expect(nearestCurve(curves, { x: 50, y: 1.5, reach: 0.3 })).toBeNull();
  expect(nearestCurve(curves, { x: 50, y: 1.25, reach: 0.25 })?.curve.position).toBe('A1');
  expect(nearestCurve([curve({ points: [{ x: 40, y: 0 }] })], { x: 50, y: 0.1, reach: 1 })).toBeNull();
  // Of several within reach the nearest, in any order; a curve that was not read there is none.
  const cut = curve({ position: 'A3', points: [{ x: 40, y: 1.8 }] });
  for (const order of [curves, curves.toReversed()])
    expect(nearestCurve([...order, cut], { x: 50, y: 1.8, reach: 2 })).toMatchObject({
      curve: { position: 'A2' },
      value: 2,
    });
});

test('finds the highest point within the visible range', () => {
  expect(highestPoint(curve().points, { x: [48, 52], y: [0, 1] })).toEqual({ x: 50, y: 1 });
  expect(highestPoint(curve().points, { x: [51, 52], y: [0, 1] })).toEqual({ x: 52, y: 0 });
  expect(highestPoint(curve().points, { x: [48, 52], y: [0, 0.5] })).toEqual({ x: 48, y: 0 });
  expect(highestPoint(curve().points, { x: [48, 52], y: [0.2, 0.5] })).toBeNull();
  expect(highestPoint(curve().points, { x: [48, 49], y: [0, 1] })).toEqual({ x: 48, y: 0 });
  // The first of several.
  const plateau = [50, 51, 52].map((x) => ({ x, y: 1 }));
  expect(highestPoint(plateau, { x: [48, 52], y: [0, 1] })?.x).toBe(50);
});
