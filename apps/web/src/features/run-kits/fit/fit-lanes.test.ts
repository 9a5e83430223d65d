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
      key: 'FAM ANNEAL',
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

it('STEP1-124 the axis is rounded to multiples of five, with ticks at tens if there are many', () => {
  const lanes = (from: number, to: number) => fitLanes([zone('A', 45, 65)], [curve(from, to)]);
  const near = fitAxis(lanes(75.1, 94.9));
  expect([near.range, near.ticks.length, near.ticks.at(-1)]).toEqual([[40, 100], 13, 100]);
  expect(fitAxis(lanes(20, 99)).ticks.slice(0, 3)).toEqual([15, 25, 35]);
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
});
