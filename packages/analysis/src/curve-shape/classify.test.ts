import { type CurveShape, isShapeOpen, MOST_SHAPE_BORDER, type WellShape } from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import { type Reference, referencesCompare, shapeClassify } from './classify.ts';
import type { NormalisedCurve } from './normalise.ts';
import { MOST_BORDER } from './shape-limits.ts';
import { shapeEvaluate } from './shape-operand.ts';

const SETTINGS: CurveShape = {
  channel: 'FAM',
  phase: 'MELT',
  before: [75, 77],
  after: [86, 88],
  background: 'linear',
  alignAt: null,
  references: ['W', 'M'],
  distance: 1,
  ratio: 2,
};
const temperature = Float64Array.from({ length: 131 }, (_, i) => 75 + i / 10);
/** A flat curve, so that distances are differences of levels, %. */
const level = (percent: number): NormalisedCurve => ({
  temperature,
  percent: temperature.map(() => percent),
});
const reference = (name: string, ...levels: number[]): Reference => ({ name, curves: levels.map(level) });
const classify = (at: number, list: readonly Reference[], settings: Partial<CurveShape> = {}): WellShape => {
  const used = { ...SETTINGS, ...settings };
  return shapeClassify(level(at), referencesCompare(list, used), used);
};
/** Two references 10 % apart whose replicates hardly scatter: borders of 1 %. */
const CALM = [reference('W', 50, 50.02), reference('M', 60, 60.02)];

/** A curve of two points. */
const two = (first: number, second: number): NormalisedCurve => ({
  temperature: Float64Array.of(78, 85),
  percent: Float64Array.of(first, second),
});

describe('DIAG-72 a curve is', () => {
  it.each([
    ['like', 50.5],
    ['like', 51],
    ['unlike-any', 51.1],
    ['between', 54],
    ['between', 55.5],
    ['unlike-any', 58.9],
    ['like', 59.2],
    ['unlike-any', 63],
    ['unlike-any', 30],
  ] as const)('%s at %d %% beside references at 50 and 60 %%', (outcome, at) => {
    expect(classify(at, CALM).outcome).toBe(outcome);
  });

  it('between two within the border of one when the second is not clearly farther', () => {
    const near = [reference('W', 50, 50.02), reference('M', 52, 52.02)];
    expect(classify(50.6, near).outcome).toBe('like');
    expect(classify(50.75, near).outcome).toBe('between');
    expect(classify(50.75, near, { ratio: 1.5 }).outcome).toBe('like');
    // Also beside the way from one to the other: d₁ = 1.0, d₂ = 1.9.
    const list = [
      { name: 'W', curves: [two(50, 50), two(50, 50)] },
      { name: 'M', curves: [two(52, 52), two(52, 52)] },
    ];
    expect(shapeClassify(two(51.285, 49.41), referencesCompare(list, SETTINGS), SETTINGS).outcome).toBe(
      'between',
    );
  });

  it('not between two references when it is off the path from one to the other', () => {
    const half = (first: number, second: number): NormalisedCurve => ({
      temperature,
      percent: temperature.map((t) => (t < 81.5 ? first : second)),
    });
    const outcome = (second: number) =>
      shapeClassify(half(55, second), referencesCompare(CALM, SETTINGS), SETTINGS).outcome;
    // (d₁ + d₂) / D is about 1 and 1.8.
    expect([outcome(56), outcome(66)]).toEqual(['between', 'unlike-any']);
  });

  it('between two when the path through it is at most 1.2 times as long as the direct one', () => {
    const list = [
      { name: 'W', curves: [two(20, 20), two(20, 20)] },
      { name: 'M', curves: [two(80, 80), two(80, 80)] },
    ];
    const settings = { ...SETTINGS, ratio: 6 };
    const outcome = (curve: NormalisedCurve) =>
      shapeClassify(curve, referencesCompare(list, settings), settings).outcome;
    // d₁ = 11 and d₂ = 61, and the references are 60 apart: 72 / 60 = 1.2.
    expect([outcome(two(31, 9)), outcome(two(31.1, 8.9))]).toEqual(['between', 'unlike-any']);
  });

  it('like a reference exactly at its border and exactly as many times nearer as the kit asks', () => {
    const exact = [reference('W', 50, 50), reference('M', 53, 53)];
    expect(classify(51, exact).references.map(({ distance }) => distance)).toEqual([1, 2]);
    expect(classify(51, exact).outcome).toBe('like');
    expect(classify(51, exact, { ratio: 2.01 }).outcome).toBe('between');
  });

  it.each([
    [reference('W', 50, 50), reference('M', 60, 60)],
    [reference('M', 60, 60), reference('W', 50, 50)],
  ])('described by references at the same distance in the order of their names', (...list) => {
    expect(classify(55, list).references.map(({ name }) => name)).toEqual(['M', 'W']);
  });

  it('described by its distances, nearest first', () => {
    const shape = classify(59.5, CALM);
    expect(shape.references.map(({ name, wells }) => [name, wells])).toEqual([
      ['M', 2],
      ['W', 2],
    ]);
    expect(shape.references[0]!.distance).toBeCloseTo(0.51, 6);
    expect(shape.references[0]!.most).toBeCloseTo(-0.51, 6);
    expect([shape.fault, shape.faultOf, shape.ratio]).toEqual([null, [], 2]);
  });

  it('compared with a border that widens with the scatter of the replicates', () => {
    const wide = [reference('W', 40, 40.5, 41), reference('M', 70, 70.5, 71)];
    const { scatter, references } = classify(41, wide);
    // The standard deviation of 0, 0.5 and 1; t of 4 degrees of freedom.
    expect(scatter).toBeCloseTo(0.5, 6);
    expect(references[0]!.border).toBeCloseTo(4.604 * 0.5 * Math.sqrt(4 / 3), 6);
    expect([classify(43.1, wide).outcome, classify(43.2, wide).outcome]).toEqual(['like', 'unlike-any']);
  });
});

describe('DIAG-73 a shape is not known', () => {
  const unknown = (list: readonly Reference[]) => {
    const { outcome, fault, faultOf } = classify(50, list);
    return [outcome, fault, faultOf];
  };

  it('if it has no reference, or one well of it', () => {
    expect(unknown([reference('W', 50, 50.1), reference('M')])).toEqual([
      'not-known',
      'missing-reference',
      ['M'],
    ]);
    expect(unknown([reference('W', 50), reference('M', 60, 60.1)])).toEqual([
      'not-known',
      'single-reference',
      ['W'],
    ]);
    const { scatter, references } = classify(52, [reference('W', 50), reference('M')]);
    expect(scatter).toBeNull();
    // Of the kit: one well does not show a scatter.
    expect(references).toEqual([{ name: 'W', wells: 1, distance: 2, most: 2, mostAt: 77, border: 1 }]);
  });

  it('when few standards, or standards that scatter, make a border above 5 %', () => {
    expect(MOST_BORDER).toBe(MOST_SHAPE_BORDER);
    expect(unknown([reference('W', 50, 50.2), reference('M', 90, 90.2)])[1]).toBeNull();
    expect(unknown([reference('W', 50, 51), reference('M', 90, 91)])).toEqual([
      'not-known',
      'border-too-wide',
      ['W', 'M'],
    ]);
    expect(classify(54, [reference('W', 50, 50), reference('M', 90, 90)], { distance: 5 })).toMatchObject({
      outcome: 'like',
      fault: null,
    });
  });

  it('also of a standard alone, which has one well less to be compared with', () => {
    const list = [reference('W', 50, 50.55), reference('M', 90, 90.55)];
    const references = referencesCompare(list, SETTINGS);
    // s = 0.55 / √2; t of 2 degrees of freedom: 9.925 · s · √1.5 = 4.73 for a sample, 9.925 · s · √2 = 5.46 for it.
    expect(shapeClassify(level(50), references, SETTINGS).fault).toBeNull();
    expect(shapeClassify(list[1]!.curves[0]!, references, SETTINGS)).toMatchObject({
      outcome: 'not-known',
      fault: 'border-too-wide',
      faultOf: ['M'],
    });
  });

  it('for the same references for each curve, if their border is too wide for a sample', () => {
    const list = [reference('W', 50, 50, 50), reference('M', 90, 91.76)];
    // s = 1.76 / √6; t of 3 degrees of freedom: 5.841 · s · √(1 + 1/n) is 4.85 for three wells and 5.14 for two.
    const references = referencesCompare(list, SETTINGS);
    const wide = { fault: 'border-too-wide', faultOf: ['M'] };
    expect(shapeClassify(level(50), references, SETTINGS)).toMatchObject(wide);
    expect(shapeClassify(list[0]!.curves[0]!, references, SETTINGS)).toMatchObject(wide);
  });

  it('when it is near the only reference, which rules out no other', () => {
    expect(unknown([reference('W', 50, 50.02)])).toEqual(['not-known', 'one-reference', ['W']]);
    expect(classify(56, [reference('W', 50, 50.02)]).outcome).toBe('unlike-any');
    const exact = [reference('W', 50, 50)];
    expect([classify(51, exact).fault, classify(51.1, exact).fault]).toEqual(['one-reference', null]);
  });

  it('when a reference lies within the border of another, as with a standard in the wrong well', () => {
    expect(unknown([reference('W', 50, 50.1), reference('M', 50.8, 50.9)])).toEqual([
      'not-known',
      'references-alike',
      ['W', 'M'],
    ]);
    expect(unknown([reference('W', 50, 50), reference('M', 51, 51)])[1]).toBe('references-alike');
    expect(unknown([reference('W', 50, 50), reference('M', 51.1, 51.1)])[1]).toBeNull();
    const third = [reference('W', 50, 50), reference('M', 70, 70), reference('X', 50.8, 50.8)];
    expect(unknown(third)[2]).toEqual(['W', 'X']);
    // s = √(0.5 / 4); t of 4 degrees of freedom: the border is 1.99 for two wells, 1.82 for four.
    const few = [reference('W', 49.5, 50.5), reference('M', 51.9, 51.9, 51.9, 51.9)];
    for (const list of [few, few.toReversed()]) expect(unknown(list)[1]).toBe('references-alike');
    const swapped = [reference('W', 50, 60), reference('M', 60, 60.1)];
    expect(unknown(swapped).slice(0, 2)).toEqual(['not-known', 'references-alike']);
  });
});

it('DIAG-74 a standard is compared with the others of its reference', () => {
  const references = referencesCompare([reference('W', 50, 50.4, 50.5), reference('M', 60, 60.4)], SETTINGS);
  const own = references.list[0]!.curves[0]!;
  const { distance, wells } = shapeClassify(own, references, SETTINGS).references[0]!;
  expect([wells, distance]).toEqual([2, expect.closeTo(0.45, 6)]);
});

describe('DIAG-75 a condition on the shape', () => {
  const holds = (
    at: number,
    operator: 'IS' | 'IS_NOT',
    shape: 'between' | 'unlike-any' | { like: string },
    list = CALM,
  ) => shapeEvaluate(classify(at, list), { operator, secondOperand: { shape } });

  it.each([
    [50.5, { like: 'W' }, true, false],
    [50.5, { like: 'M' }, false, true],
    [50.5, 'between', false, true],
    [50.5, 'unlike-any', false, true],
    [55, { like: 'W' }, false, false],
    [55, { like: 'M' }, false, false],
    [55, 'between', true, false],
    [30, { like: 'W' }, false, true],
    [30, 'unlike-any', true, false],
    [30, { like: 'X' }, false, false],
  ] as const)('at %d %%, %j: is %s, is not %s', (at, shape, is, isNot) => {
    expect([holds(at, 'IS', shape).holds, holds(at, 'IS_NOT', shape).holds]).toEqual([is, isNot]);
  });

  it('is not like a reference only beyond its border and clearly farther than the nearest', () => {
    const near = [reference('W', 50, 50.02), reference('M', 51.2, 51.22)];
    const settings = { distance: 1 };
    expect(classify(50.31, near, settings).outcome).toBe('like');
    // 0.9 % from the second, within its border.
    expect(holds(50.31, 'IS_NOT', { like: 'M' }, near).holds).toBe(false);
    // 21 and 31 % away: unlike either, but the farther is not twice as far.
    expect(holds(30, 'IS_NOT', { like: 'M' }).holds).toBe(false);
    expect(holds(30, 'IS_NOT', { like: 'W' }).holds).toBe(true);
    // A curve between two is not known to be unlike anything.
    expect(holds(55, 'IS_NOT', 'unlike-any').holds).toBe(false);
  });

  it('holds in no way while the shape is not known', () => {
    const single = [reference('W', 50), reference('M', 60, 60.1)];
    for (const operator of ['IS', 'IS_NOT'] as const)
      for (const shape of ['between', 'unlike-any', { like: 'W' }] as const)
        expect(holds(50, operator, shape, single)).toEqual({
          firstValue: null,
          secondValue: null,
          holds: false,
        });
    expect(shapeEvaluate(null, { operator: 'IS_NOT', secondOperand: { shape: 'between' } }).holds).toBe(
      false,
    );
  });

  it('DIAG-80 is reported as not known exactly if neither the condition nor its opposite holds', () => {
    const near = [reference('W', 50, 50.02), reference('M', 51.2, 51.22)];
    const single = [reference('W', 50), reference('M', 60, 60.1)];
    const found = new Set<boolean>();
    for (const list of [CALM, near, single])
      for (let at = 25; at <= 75; at += 0.25) {
        const classified = classify(at, list);
        for (const shape of ['between', 'unlike-any', { like: 'W' }, { like: 'M' }, { like: 'X' }] as const) {
          const isOpen = isShapeOpen({ secondOperand: { shape } }, classified);
          const isEither = (['IS', 'IS_NOT'] as const).some(
            (operator) => shapeEvaluate(classified, { operator, secondOperand: { shape } }).holds,
          );
          expect([at, shape, isOpen]).toEqual([at, shape, !isEither]);
          found.add(isOpen);
        }
      }
    expect(found.size).toBe(2);
  });

  it('states the distance to the compared reference and its border', () => {
    const { firstValue, secondValue } = holds(50.5, 'IS', { like: 'M' });
    expect(firstValue).toBeCloseTo(9.51, 6);
    expect(secondValue).toBe(1);
    expect(holds(30, 'IS', 'unlike-any').firstValue).toBeCloseTo(20.01, 6);
  });
});
