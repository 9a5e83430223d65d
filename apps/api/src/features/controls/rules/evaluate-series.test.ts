import { expect, it } from 'vitest';

import { contaminationRepeats } from './contamination.ts';
import { evaluateSeries, referenceFrom, type SeriesValue } from './evaluate-series.ts';

/** Values of a lot, in order. */
const lot = (lotId: string, values: readonly (number | null)[]): SeriesValue[] =>
  values.map((value) => ({ value, lotId, isExcluded: false }));
/** Twelve values with normal scatter, a mean of 60 and a standard deviation of 0.1. */
const STEADY = [-0.5, 1.1, -1.6, 0.3, 0.8, -0.1, -0.8, 1.6, -0.3, -1.1, 0.1, 0.5].map(
  (step) => 60 + (0.1 * step) / 0.930298,
);
const evaluate = (values: readonly SeriesValue[], referenceLotId: string | null = null) =>
  evaluateSeries(values, { measure: 'tm', referenceLotId });

it('CONTROL-04 limits are the mean and the standard deviation of the lots before the newest', () => {
  const { limits, referencePoints, distances } = evaluate([...lot('1', STEADY), ...lot('2', [60.25, 59.9])]);
  expect(limits?.mean).toBeCloseTo(60, 10);
  expect(limits?.sd).toBeCloseTo(0.1, 4);
  expect(referencePoints).toBe(12);
  expect(distances.slice(12).map((one) => one?.toFixed(2))).toEqual(['2.50', '-1.00']);
});

it('CONTROL-04 excluded values and values that break a rule do not contribute to the limits', () => {
  const odd = { value: 61, lotId: '1', isExcluded: true };
  const outlier = lot('1', [60.9]);
  const { limits, referencePoints, rules, distances } = evaluate([
    ...lot('1', STEADY),
    odd,
    ...outlier,
    ...lot('2', [60]),
  ]);
  expect(referencePoints).toBe(12);
  expect(limits?.mean).toBeCloseTo(60, 10);
  expect([rules[12], distances[12]]).toEqual([[], null]);
  expect(rules[13]).toEqual(['1-3s']);
});

it('CONTROL-04 a single lot is compared with its first 20 readings', () => {
  const { limits, rules } = evaluate(lot('1', [...STEADY, ...STEADY, 61]));
  expect(limits?.mean).toBeCloseTo(60, 1);
  expect(rules.at(-1)).toEqual(['1-3s']);
  expect(evaluate(lot('1', [...STEADY, ...STEADY])).referencePoints).toBe(20);
});

it('CONTROL-04 fewer than ten points give no limits and break no rules', () => {
  const { limits, referencePoints, rules } = evaluate(lot('1', [60, 60.1, null, 60.05]));
  expect([limits, referencePoints]).toEqual([null, 3]);
  expect(rules.flat()).toEqual([]);
});

it('CONTROL-08 the lot that was set is the mean, instead of the lots before it', () => {
  const shifted = STEADY.map((value) => value + 0.3);
  const values = [...lot('1', STEADY), ...lot('2', shifted), ...lot('3', [60.3])];
  expect(evaluate(values).limits?.mean).toBeCloseTo(60.15, 1);
  expect(evaluate(values, '2').limits?.mean).toBeCloseTo(60.3, 10);
  expect(evaluate(values, 'of another kit').limits?.mean).toBeCloseTo(60.15, 1);
});

it('CONTROL-08 a lot more than one standard deviation from the previous one is shifted', () => {
  const by = (shift: number) => STEADY.map((value) => value + shift);
  const { lots } = evaluate([...lot('1', STEADY), ...lot('2', by(-0.05)), ...lot('3', by(0.13))]);
  expect(lots.map(({ shift, isShifted }) => [shift?.toFixed(2), isShifted])).toEqual([
    [undefined, false],
    ['-0.05', false],
    ['0.18', true],
  ]);
});

it('CONTROL-05 quality is checked for low values only', () => {
  const values = [...lot('1', STEADY), ...lot('2', [60.5, 59.5])];
  const { rules } = evaluateSeries(values, { measure: 'quality', referenceLotId: null });
  expect(rules.slice(12)).toEqual([[], ['1-3s']]);
});

it('CONTROL-05 readings without a peak are ignored by the rules', () => {
  const { rules, oneSided } = evaluate([...lot('1', STEADY), ...lot('2', [60.21, null, 60.22])]);
  expect(rules.slice(12)).toEqual([['1-2s'], [], ['2-2s']]);
  expect(oneSided).toEqual([]);
});

it('CONTROL-06 a zone that is counted again within ten runs is listed with its runs', () => {
  expect(contaminationRepeats([31, 34])).toEqual([[31, 34]]);
  expect(contaminationRepeats([31, 31])).toEqual([]);
  expect(contaminationRepeats([1, 11, 20, 21, 40])).toEqual([[11, 20, 21]]);
});

it('CONTROL-10 the evaluated reading does not contribute to the limits, only earlier ones do', () => {
  const values = lot('1', [...STEADY, 60.4, 60.4]);
  const { limits, rules } = evaluateSeries(values, {
    measure: 'tm',
    referenceLotId: null,
    evaluatedFrom: 12,
  });
  expect([limits?.mean.toFixed(3), limits?.sd.toFixed(3)]).toEqual(['60.000', '0.100']);
  expect(rules.slice(12)).toEqual([['1-3s'], ['1-3s', '2-2s']]);
  const tenth = evaluateSeries(lot('1', STEADY), { measure: 'tm', referenceLotId: null, evaluatedFrom: 9 });
  expect([tenth.limits, tenth.referencePoints]).toEqual([null, 9]);
});

it('CONTROL-04 ten points suffice for limits; equal points give limits that evaluate nothing', () => {
  const ten = evaluate([...lot('1', STEADY.slice(0, 10)), ...lot('2', [60])]);
  expect([ten.referencePoints, ten.limits === null]).toEqual([10, false]);
  const equal = Array<number>(10).fill(60);
  const { limits, distances, rules, lots } = evaluate([...lot('1', equal), ...lot('2', [60])]);
  expect(limits).toEqual({ mean: 60, sd: 0 });
  expect(distances).toEqual(Array(11).fill(null));
  expect(rules.flat()).toEqual([]);
  expect(lots.map(({ isShifted }) => isShifted)).toEqual([false, false]);
});

it('CONTROL-04 among mostly equal readings, a different one is not an outlier', () => {
  const values = [...Array<number>(10).fill(60), 60.2];
  expect(evaluate([...lot('1', values), ...lot('2', [60])]).referencePoints).toBe(11);
});

it('CONTROL-04 a reading without a value or an excluded one never contributes to the limits', () => {
  const equal = lot('1', [...Array<number>(10).fill(60), null]);
  const leftOut = { value: 60, lotId: '1', isExcluded: true };
  const { limits, referencePoints } = evaluate([...equal, leftOut, ...lot('2', [60])]);
  expect([limits, referencePoints]).toEqual([{ mean: 60, sd: 0 }, 10]);
});

it('CONTROL-04 only a single lot that was not set is limited to its first readings', () => {
  const many = lot('1', [...STEADY, ...STEADY]);
  expect(evaluate([...many, ...lot('2', [60])]).referencePoints).toBe(24);
  expect(evaluate(many, '1').referencePoints).toBe(24);
});

it('CONTROL-04 looks back 180 days', () => {
  expect(referenceFrom(new Date('2026-11-28T10:00:00Z'))).toEqual(new Date('2026-06-01T10:00:00Z'));
});

it('CONTROL-05 the indices of a one-sided streak refer to all readings', () => {
  const row = Array<number>(10).fill(60.05);
  const { oneSided } = evaluate([...lot('1', STEADY), ...lot('2', [null, ...row])]);
  // The last two values of the previous lot lie on the same side.
  expect(oneSided).toEqual([{ first: 10, last: 22 }]);
});

it('CONTROL-08 a lot is described by its included readings, and compared with the last lot that has any', () => {
  const leftOut = { value: 99, lotId: '1', isExcluded: true };
  const { lots } = evaluate([...lot('1', [60, 62, null]), leftOut, ...lot('2', [null]), ...lot('3', [64])]);
  expect(lots).toEqual([
    { lotId: '1', points: 2, mean: 61, sd: Math.SQRT2, shift: null, isShifted: false },
    { lotId: '2', points: 0, mean: null, sd: null, shift: null, isShifted: false },
    { lotId: '3', points: 1, mean: 64, sd: null, shift: 3, isShifted: false },
  ]);
});
