import { expect, test } from 'vitest';

import { diagnosticLook } from '../../shared/colour/diagnostic-palette.ts';
import { drawnGroups, groupsOf, isSummed, legendGroups } from './curve-groups.ts';
import type { Curve } from './curve-series.ts';

const NAMES = {
  W: 'HOMOZYGOUS_WILD_TYPE',
  X: 'HETEROZYGOUS',
  M: 'HOMOZYGOUS_MUTATED',
  N: 'NEGATIVE',
  S: 'SICK',
  OK: 'TEST_OK',
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

test('a legend has the usual results first, controls and unresolved wells last, others between', () => {
  const codes: Code[] = ['?', 'KO', 'OK', 'S', 'N', 'M', 'X', 'W'];
  for (const order of [codes, codes.toReversed()])
    expect(legendGroups(order.map((code) => curve(1, { code }))).map(({ look }) => look.code)).toEqual([
      ...['W', 'X', 'M', 'N', 'S', 'OK', 'KO', '?'],
    ]);
});

test('the groups of a list are computed once, and one curve is its own median', () => {
  expect(drawnGroups(many)).toBe(drawnGroups(many));
  expect(only([curve(100)])).toMatchObject({ median: curve(100).points, summary: null });
});

test('REVIEW-357 seven curves without a mark make a band, six do not', () => {
  const marked = (from: number) =>
    many.slice(0, 13).map((one, index) => ({ ...one, isMarked: index >= from }));
  expect([isSummed({ curves: marked(7) }), isSummed({ curves: marked(6) })]).toEqual([true, false]);
});

test('REVIEW-357 a marked curve that is cut off does not shorten the band of seven others', () => {
  const cut = (one: Curve): Curve => ({ ...one, isMarked: true, points: one.points.slice(20, 40) });
  expect(only([...many.slice(0, 7), ...many.slice(7, 13).map(cut)]).median).toHaveLength(71);
  // Six make no band, so all are lines with one median.
  expect(only([...many.slice(0, 6), ...many.slice(6, 13).map(cut)]).median).toHaveLength(20);
});

test('curves with fewer than two common temperatures are lines', () => {
  const parts = (common: number) =>
    many.map((one, index) => ({
      ...one,
      points: index % 2 === 0 ? one.points.slice(0, 30 + common) : one.points.slice(30),
    }));
  expect(only(parts(0)).summary).toBeNull();
  expect(only(parts(1)).summary).toBeNull();
  expect(only(parts(2)).summary).not.toBeNull();
});

test('REVIEW-357 marked curves do not move the fences, and a high curve is an outlier as a low one', () => {
  const marked = Array.from({ length: 12 }, (_, index) => curve(300 + index, { isMarked: true }));
  const high = curve(200);
  expect(only([...many, high]).summary?.outliers).toEqual([high]);
  expect(only([...many, ...marked, high]).summary?.outliers).toEqual([...marked, high]);
});

test('REVIEW-357 where all curves are alike, the fences are 2 % of the height of the group away', () => {
  const raised = (height: number): Curve => ({
    ...curve(height),
    points: curve(height).points.map(({ x, y }) => ({ x, y: y + 1000 })),
  });
  const alike = Array.from({ length: 20 }, (_, index) => raised(100 + index / 1000));
  const far = raised(106);
  expect(only([...alike, raised(101.5), far]).summary?.outliers).toEqual([far]);
});
