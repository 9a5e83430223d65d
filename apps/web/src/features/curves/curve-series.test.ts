import { expect, test } from 'vitest';

import { diagnosticLook } from '../../shared/colour/diagnostic-palette.ts';
import {
  curvesDomain,
  highestPoint,
  nearestCurve,
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
  // The zoom of a phase or channel with other ranges shows nothing of this one.
  expect(zoomedDomain(whole, { x: [75, 95], y: [500, 800] })).toEqual(whole);
});

test('interpolates between two points, rising or falling', () => {
  expect(valueAt(curve().points, 49)).toBeCloseTo(0.5);
  expect(valueAt([...curve().points].reverse(), 51)).toBeCloseTo(0.5);
  expect(valueAt(curve().points, 60)).toBeNull();
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
});

test('finds the highest point within the visible range', () => {
  expect(highestPoint(curve().points, { x: [48, 52], y: [0, 1] })).toEqual({ x: 50, y: 1 });
  expect(highestPoint(curve().points, { x: [51, 52], y: [0, 1] })).toEqual({ x: 52, y: 0 });
  expect(highestPoint(curve().points, { x: [48, 52], y: [0, 0.5] })).toEqual({ x: 48, y: 0 });
  expect(highestPoint(curve().points, { x: [48, 52], y: [0.2, 0.5] })).toBeNull();
});
