import { expect, test } from 'vitest';

import { diagnosticLook } from '../../shared/colour/diagnostic-palette.ts';
import { drawnGroups, groupsOf, isSummed, legendGroups } from './curve-groups.ts';
import type { Curve } from './curve-series.ts';

const NAMES = {
  W: 'HOMOZYGOUS_WILD_TYPE',
  X: 'HETEROZYGOUS',
  M: 'HOMOZYGOUS_MUTATED',
  KO: 'TEST_KO',
} as const;
type Code = keyof typeof NAMES | '?';
const lookOf = (code: Code) => diagnosticLook(code === '?' ? null : { diagnostic: NAMES[code] }, 'light');

/** A curve of one peak at 55 °C, read from 48 to 62 °C. */
function curve(
  height: number,
  { code = 'W', isMarked = false, at = 55 }: { code?: Code; isMarked?: boolean; at?: number } = {},
): Curve {
  const points = Array.from({ length: 71 }, (_, index) => {
    const x = 48 + 0.2 * index;
    return { x, y: height * Math.exp(-((x - at) ** 2) / 2) };
  });
  return { position: `A${height}`, name: '', look: lookOf(code), isMarked, points, peaks: [] };
}

/** Heights of 100 to 119, so that the median is 109.5. */
const many = Array.from({ length: 20 }, (_, index) => curve(100 + index));
const highest = (points: readonly { readonly y: number }[]): number => Math.max(...points.map(({ y }) => y));
const only = (curves: readonly Curve[]) => {
  const [group] = drawnGroups(curves);
  if (!group) throw new Error('no group');
  return group;
};

test('large groups are drawn first, unresolved and failed curves last', () => {
  const codes: Code[] = ['KO', 'W', 'X', '?', 'X', 'M', 'X', 'W'];
  const groups = groupsOf(codes.map((code) => curve(1, { code })));
  expect(groups.map(({ look, curves }) => [look.code, curves.length])).toEqual([
    ['X', 3],
    ['W', 2],
    ['M', 1],
    ['?', 1],
    ['KO', 1],
  ]);
  const legend = legendGroups(codes.map((code) => curve(1, { code })));
  expect(legend.map(({ look }) => look.code)).toEqual(['W', 'X', 'M', 'KO', '?']);
});

test('REVIEW-356 up to twelve curves of a group are lines, from 13 on a median with a band', () => {
  expect(only(many.slice(0, 12)).summary).toBeNull();
  expect(only(many.slice(0, 13)).summary).not.toBeNull();
  const { median, summary } = only(many);
  expect(highest(median)).toBeCloseTo(109.5, 6);
  // 5 % of 19 intervals above the lowest, and below the highest.
  expect(highest(summary?.low ?? [])).toBeCloseTo(100.95, 6);
  expect(highest(summary?.high ?? [])).toBeCloseTo(118.05, 6);
  expect(summary?.outliers).toEqual([]);
});

test('REVIEW-357 a curve far from the others over more than 2 °C is an outlier and does not count in the band', () => {
  const [low, shifted] = [curve(20), curve(110, { at: 57.5 })];
  const { median, summary } = only([...many, low, shifted]);
  expect(summary?.outliers).toEqual([low, shifted]);
  expect(highest(median)).toBeCloseTo(109.5, 6);
  // A spike is narrower.
  const spike = {
    ...curve(109),
    points: curve(109).points.map((point, at) => (at === 60 ? { ...point, y: 90 } : point)),
  };
  expect(only([...many, spike]).summary?.outliers).toEqual([]);
});

test('REVIEW-357 a well with a mark is an outlier; where most have one, all are lines', () => {
  const marked = curve(110, { isMarked: true });
  expect(only([...many, marked]).summary?.outliers).toEqual([marked]);
  const mostMarked = many.map((one, index) => ({ ...one, isMarked: index >= 6 }));
  expect(only(mostMarked).summary).toBeNull();
  expect([isSummed({ curves: mostMarked }), isSummed({ curves: many })]).toEqual([false, true]);
});

test('falling temperatures and other temperatures give the same median', () => {
  const falling = many.map((one) => ({ ...one, points: one.points.toReversed() }));
  expect(highest(only(falling).median)).toBeCloseTo(109.5, 6);
  const finer = { ...curve(100), points: curve(100).points.filter((_, index) => index % 2 === 0) };
  const { median } = only([finer, curve(100), curve(100)]);
  expect(median.map(({ x }) => x)).toEqual(finer.points.map(({ x }) => x));
  expect(highest(median)).toBeGreaterThan(98);
});
