import { expect, it } from 'vitest';

import { curvePath, fitAxis, fitLanes, meltsOf } from './fit-lanes.ts';

type Zone = Parameters<typeof fitLanes>[0][number];
type Curve = Parameters<typeof fitLanes>[1][number];

const zone = (name: string, minTemp: number, maxTemp: number, differing: Partial<Zone> = {}): Zone => ({
  name,
  minTemp,
  maxTemp,
  channel: 'FAM',
  phase: 'MELT',
  isRead: true,
  ...differing,
});
const curve = (from: number, to: number): Curve => ({
  channel: 'FAM',
  dye: 'FAM',
  phase: 'MELT',
  quantity: 'fluorescence',
  wellCount: 96,
  pointCount: [100, 100],
  temperature: [from, to],
});
const ANNEAL = { phase: 'ANNEAL' } as const;

it('STEP1-124 zones with the same range share a box, which names those that were not read', () => {
  const zones = [zone('A', 53, 57, ANNEAL), zone('C', 53, 57, { isRead: false }), zone('D', 58, 62)];
  expect(fitLanes(zones, [curve(45, 75)])).toEqual([
    {
      key: 'FAM ANNEAL MELT',
      channel: 'FAM',
      phases: ['ANNEAL', 'MELT'],
      range: [53, 62],
      file: [45, 75],
      boxes: [
        { names: ['A', 'C'], unread: ['C'], range: [53, 57] },
        { names: ['D'], unread: [], range: [58, 62] },
      ],
    },
  ]);
});

it('STEP1-124 channels, and phases whose zones would overlap, have separate lanes', () => {
  const zones = [zone('A', 50, 55, ANNEAL), zone('C', 53, 57), zone('E', 60, 65, { channel: 'TEXAS_RED' })];
  const lanes = fitLanes(zones, [curve(75.1, 94.9)]);
  expect(lanes.map(({ key, file }) => [key, file])).toEqual([
    ['FAM ANNEAL', null],
    ['FAM MELT', [75.1, 94.9]],
    ['TEXAS_RED MELT', null],
  ]);
});

it('STEP1-124 zones that meet at an edge do not overlap, one within another does', () => {
  const keysOf = (...zones: readonly Zone[]) => fitLanes(zones, []).map(({ key }) => key);
  expect(keysOf(zone('A', 57, 62, ANNEAL), zone('C', 53, 57))).toEqual(['FAM ANNEAL MELT']);
  expect(keysOf(zone('A', 53, 70, ANNEAL), zone('C', 57, 62))).toEqual(['FAM ANNEAL', 'FAM MELT']);
});

it('STEP1-124 boxes are in the order of their temperatures, with each name once', () => {
  const zones = [zone('D', 58, 62), zone('C', 53, 57), zone('B', 53, 57, ANNEAL), zone('C', 53, 57, ANNEAL)];
  expect(fitLanes(zones, [])[0]?.boxes.map(({ names }) => names)).toEqual([['B', 'C'], ['D']]);
  // Zones that only begin or end alike have their own boxes.
  const edges = [zone('A', 50, 55), zone('B', 50, 56), zone('C', 51, 55)];
  expect(fitLanes(edges, [])[0]?.boxes).toHaveLength(3);
});

it('STEP1-124 a lane has the range in the file of any of its phases in its channel', () => {
  const zones = [zone('A', 50, 55, ANNEAL), zone('C', 56, 60)];
  expect(fitLanes(zones, [curve(45, 75)])[0]?.file).toEqual([45, 75]);
  expect(fitLanes(zones, [{ ...curve(45, 75), channel: 'HEX' }])[0]?.file).toBeNull();
});

it('STEP1-124 the axis is rounded to multiples of five, with ticks at tens if there are many', () => {
  const lanes = (from: number, to: number) => fitLanes([zone('A', 45, 65)], [curve(from, to)]);
  const near = fitAxis(lanes(75.1, 94.9));
  expect([near.range, near.ticks.length, near.ticks.at(-1)]).toEqual([[40, 100], 13, 100]);
  expect(fitAxis(lanes(20, 99)).ticks.slice(0, 3)).toEqual([15, 25, 35]);
  // 14 steps of five are the most; data at a multiple of five has a margin, too.
  expect(fitAxis(lanes(40, 104)).ticks.slice(0, 3)).toEqual([35, 40, 45]);
  expect(fitAxis(lanes(40, 105))).toMatchObject({
    range: [35, 110],
    ticks: [35, 45, 55, 65, 75, 85, 95, 105],
  });
  // Without the file, the zones; without both, the usual range.
  expect(fitAxis(fitLanes([zone('A', 46, 64)], [])).range).toEqual([45, 65]);
  expect(fitAxis([]).range).toEqual([35, 105]);
});

it('SHELL-185 the mean curve of the file lies at its temperatures, in the lane of its channel and phase', () => {
  const melt = {
    channel: 'FAM',
    phase: 'MELT',
    curve: [
      [80, 0],
      [85, 50],
      [90, 0],
    ],
    peaks: [],
  } as const;
  const melts = [
    { ...melt, curve: melt.curve.map(([x, y]): [number, number] => [x, y]), peaks: [] },
    { channel: 'FAM' as const, phase: 'ANNEAL' as const, curve: [], peaks: [] },
  ];
  const lanes = fitLanes([zone('A', 50, 55, ANNEAL), zone('C', 53, 57)], [curve(75, 95)]);
  expect(lanes.map((lane) => meltsOf(lane, melts).map(({ phase }) => phase))).toEqual([['ANNEAL'], ['MELT']]);
  expect(curvePath(melts[0]!, [75, 95])).toBe('M25.00 94.00L50.00 6.00L75.00 94.00');
  expect(curvePath(melts[1]!, [75, 95])).toBe('');
  const raised = melts[0]!.curve.map(([x, y]): [number, number] => [x, y + 300]);
  expect(curvePath({ curve: raised }, [75, 95])).toBe(curvePath(melts[0]!, [75, 95]));
  // A curve without height, and an axis without length.
  expect(
    curvePath(
      {
        curve: [
          [80, 1],
          [85, 1],
        ],
      },
      [75, 95],
    ),
  ).toBe('');
  expect(curvePath(melts[0]!, [75, 75])).toBe('');
  const other = { ...lanes[1]!, channel: 'HEX' as const };
  expect(meltsOf(other, melts)).toEqual([]);
});
