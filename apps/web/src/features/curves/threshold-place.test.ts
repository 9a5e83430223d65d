import type { ConstantPhaseInfo } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { diagnosticLook } from '../../shared/colour/diagnostic-palette.ts';
import type { ChartScale, Point } from '../chart/chart-scale.ts';
import { type DrawnGroup, drawnGroups } from './curve-groups.ts';
import { thresholdPlace } from './threshold-place.ts';

/** 50 to 70 °C on 400 px; 0 to 100 on 100 px. */
const scale = {
  shown: { x: [50, 70], y: [0, 100] },
  plotWidth: 400,
  plotHeight: 100,
  toX: (x: number) => (x - 50) * 20,
  toY: (y: number) => 100 - y,
} as unknown as ChartScale; // only what a place is computed from

const zone = {
  id: 'a',
  name: 'A',
  label: 'A',
  minTemp: 53,
  maxTemp: 57,
  minThreshold: null,
  minQuality: null,
};
const phase = { type: 'ANNEAL', threshold: 30, constantZoneInfos: [zone] } as unknown as ConstantPhaseInfo;

const placeBeside = (...lines: readonly (readonly Point[])[]) => placeIn({}, ...lines);
const placeIn = (changes: Partial<ConstantPhaseInfo>, ...lines: readonly (readonly Point[])[]) =>
  thresholdPlace({
    phase: { ...phase, ...changes },
    scale,
    words: 'Threshold 30',
    groups: drawnGroups(
      lines.map((points, index) => ({
        position: `A${index + 1}`,
        name: '',
        look: diagnosticLook({ diagnostic: 'NEGATIVE' }, 'light'),
        isMarked: false,
        points,
        peaks: [],
      })),
    ),
  });

test('REVIEW-411 the label of the threshold is where no curve crosses it', () => {
  const [high, low] = [35, 21];
  const at = (x: number, y: number): Point => ({ x, y });
  expect(placeBeside()).toEqual({ anchor: 'end', x: 396, y: 65 });
  expect(placeBeside([at(52, high), at(68, high)])).toEqual({ anchor: 'end', x: 396, y: 83 });
  expect(placeBeside([at(55, 99), at(68, high)])).toEqual({ anchor: 'start', x: 4, y: 65 });
  // Where curves pass everywhere, the place with the fewest.
  expect(
    placeBeside([at(52, high), at(68, high)], [at(52, high), at(68, high)], [at(52, low), at(68, low)]),
  ).toEqual({ anchor: 'end', x: 396, y: 83 });
});

test('REVIEW-411 only curves behind the label count', () => {
  const right = { anchor: 'end', x: 396, y: 65 };
  const left = { anchor: 'start', x: 4, y: 65 };
  // The words take 322 to 396 px across and 54 to 66 px down.
  expect(placeBeside([{ x: 52, y: 35 }])).toEqual(right);
  expect(placeBeside([{ x: 68, y: 5 }])).toEqual(right);
  expect(placeBeside([{ x: 68, y: 47 }])).toEqual(right);
  expect(placeBeside([{ x: 68, y: 46 }])).toEqual(left);
  expect(placeBeside([{ x: 68, y: 34 }])).toEqual(left);
  expect(placeBeside([{ x: 68, y: 33 }])).toEqual(right);
});

test('REVIEW-411 a label below the line may touch the axis', () => {
  const above = [52, 68].map((x) => ({ x, y: 19 }));
  expect(placeIn({ threshold: 14 }, above)).toEqual({ anchor: 'end', x: 396, y: 99 });
});

test('REVIEW-411 a group with a band counts as its median, any other as its curves', () => {
  const at = (...places: readonly (readonly [number, number])[]) => places.map(([x, y]) => ({ x, y }));
  const group = (changes: object) =>
    ({ summary: null, curves: [], median: [], ...changes }) as unknown as DrawnGroup;
  const curves = (count: number, points: readonly Point[]) =>
    Array.from({ length: count }, () => ({ points }));
  const placed = (...groups: readonly DrawnGroup[]) =>
    thresholdPlace({ phase, scale, words: 'Threshold 30', groups })?.anchor;
  const [start, end] = [at([52, 35], [52, 21]), at([68, 35], [68, 21])];
  const band = (points: readonly Point[]) =>
    group({ summary: {}, curves: curves(20, points), median: points });
  expect(placed(band(end))).toBe('start');
  expect(placed(band(end), group({ curves: curves(2, start), median: start }))).toBe('end');
  expect(placed(band(start), group({ curves: curves(2, end), median: end }))).toBe('start');
});

test('REVIEW-411 the label of the threshold is on the side with more room beside the zones', () => {
  const end = { anchor: 'end', x: 396, y: 65 };
  expect(placeIn({ constantZoneInfos: [{ ...zone, minTemp: 63, maxTemp: 67 }] })).toEqual({
    anchor: 'start',
    x: 4,
    y: 65,
  });
  expect(placeIn({ constantZoneInfos: [] })).toEqual(end);
  // As much room before as after.
  expect(placeIn({ constantZoneInfos: [{ ...zone, minTemp: 58, maxTemp: 62 }] })).toEqual(end);
  const wide = [zone, { ...zone, minTemp: 60, maxTemp: 69 }];
  expect(placeIn({ constantZoneInfos: wide })).toEqual({ anchor: 'start', x: 4, y: 65 });
});

test('REVIEW-411 a threshold out of view has no label, and a label stays on the chart', () => {
  expect([placeIn({ threshold: 88.1 }), placeIn({ threshold: -0.1 })]).toEqual([null, null]);
  expect([placeIn({ threshold: 88 })?.y, placeIn({ threshold: 0 })?.y]).toEqual([7, 95]);
  const curve = [52, 68].map((x) => ({ x, y: 10 }));
  expect(placeIn({ threshold: 5 }, curve)).toEqual({ anchor: 'end', x: 396, y: 90 });
});
