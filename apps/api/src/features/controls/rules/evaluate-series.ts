import { MIN_REFERENCE_POINTS, type ControlMeasure, type WestgardRule } from '@curvewell/domain';

import { meanOf, medianOf, spreadOf } from './statistics.ts';
import { isFailure, evaluateWestgard } from './westgard.ts';

/** A reading of a control in one zone. */
export interface SeriesValue {
  /** Null: no peak that counts. */
  readonly value: number | null;
  readonly lotId: string;
  readonly isExcluded: boolean;
}

export interface Limits {
  readonly mean: number;
  readonly sd: number;
}

export interface EvaluatedSeries {
  /** Null: not enough points. */
  readonly limits: Limits | null;
  /** That the limits are made of, or would be. */
  readonly referencePoints: number;
  /** Of each point; null where it has no value, is left out, or there are no limits. */
  readonly distances: readonly (number | null)[];
  readonly rules: readonly (readonly WestgardRule[])[];
  /** Places among the points. */
  readonly oneSided: readonly { readonly first: number; readonly last: number }[];
  /** In the order in which they were first read. */
  readonly lots: readonly EvaluatedLot[];
}

export interface EvaluatedLot {
  readonly lotId: string;
  readonly points: number;
  readonly mean: number | null;
  readonly sd: number | null;
  readonly shift: number | null;
  readonly isShifted: boolean;
}

interface Reading {
  readonly measure: ControlMeasure;
  /** The lot that was taken as the mean; null: none. */
  readonly referenceLotId: string | null;
  /** Place from which on readings make no limits; left out: all may. */
  readonly evaluatedFrom?: number;
}

/** As far back as the page of controls looks, by default. */
const REFERENCE_DAYS = 180;
const DAY_MS = 24 * 3600 * 1000;

/** From when on readings make the limits of those of some moment. */
export const referenceFrom = (at: Date): Date => new Date(at.getTime() - REFERENCE_DAYS * DAY_MS);

/** With a single lot there is nothing before it: its first readings are what later ones are compared with. */
const FIRST_OF_ONLY_LOT = 20;
/** Of normally distributed values: the standard deviation by the median of absolute deviations. */
const SD_BY_MAD = 1.4826;

/** Evaluates readings in order: limits from the reference, the rules of Westgard, and lot by lot. */
export function evaluateSeries(
  values: readonly SeriesValue[],
  { measure, referenceLotId, evaluatedFrom = values.length }: Reading,
): EvaluatedSeries {
  const lotIds = [...new Set(values.map(({ lotId }) => lotId))];
  const reference = referenceOf(values.slice(0, evaluatedFrom), { lotIds, referenceLotId, measure });
  const limits = reference.length < MIN_REFERENCE_POINTS ? null : limitsOf(reference);
  const distances = values.map(({ value, isExcluded }) =>
    limits === null || limits.sd === 0 || value === null || isExcluded
      ? null
      : (value - limits.mean) / limits.sd,
  );
  const evaluatedPlaces = distances.flatMap((distance, place) => (distance === null ? [] : [place]));
  const { rules, oneSided } = evaluateWestgard(
    evaluatedPlaces.map((place) => counting(distances[place] ?? 0, measure)),
  );
  const rulesAt = new Map(evaluatedPlaces.map((place, index) => [place, rules[index] ?? []]));
  const placeOf = (index: number) => evaluatedPlaces[index] ?? 0;
  return {
    limits,
    referencePoints: reference.length,
    distances,
    rules: values.map((_, place) => rulesAt.get(place) ?? []),
    oneSided: oneSided.map(({ first, last }) => ({ first: placeOf(first), last: placeOf(last) })),
    lots: evaluateLots(values, lotIds, limits),
  };
}

/** A quality can be too low and never too high. */
const counting = (distance: number, measure: ControlMeasure): number =>
  measure === 'quality' ? Math.min(distance, 0) : distance;

/**
 * The values that make the limits: those of the lot that was taken; else of the lots before the newest; of a single
 * lot its first ones. Values that break a rule are not among them. Whether they do is asked of limits that a few odd
 * values cannot move, by median and median deviation.
 */
function referenceOf(
  values: readonly SeriesValue[],
  {
    lotIds,
    referenceLotId,
    measure,
  }: {
    readonly lotIds: readonly string[];
    readonly referenceLotId: string | null;
    readonly measure: ControlMeasure;
  },
): number[] {
  const isTaken = referenceLotId !== null && lotIds.includes(referenceLotId);
  const isOf = (lotId: string) =>
    isTaken ? lotId === referenceLotId : lotId !== lotIds.at(-1) || lotIds.length === 1;
  const used = values.flatMap(({ value, lotId, isExcluded }) =>
    value === null || isExcluded || !isOf(lotId) ? [] : [value],
  );
  const candidates = lotIds.length === 1 && !isTaken ? used.slice(0, FIRST_OF_ONLY_LOT) : used;
  const median = medianOf(candidates);
  const sd = SD_BY_MAD * medianOf(candidates.map((value) => Math.abs(value - median)));
  if (sd === 0) return candidates;
  const { rules } = evaluateWestgard(candidates.map((value) => counting((value - median) / sd, measure)));
  return candidates.filter((_, place) => !(rules[place] ?? []).some(isFailure));
}

const limitsOf = (values: readonly number[]): Limits => ({ mean: meanOf(values), sd: spreadOf(values) });

function evaluateLots(
  values: readonly SeriesValue[],
  lotIds: readonly string[],
  limits: Limits | null,
): EvaluatedLot[] {
  let before: number | null = null;
  return lotIds.map((lotId) => {
    const used = values.flatMap(({ value, isExcluded, ...one }) =>
      value === null || isExcluded || one.lotId !== lotId ? [] : [value],
    );
    const mean = used.length === 0 ? null : meanOf(used);
    const shift = mean === null || before === null ? null : mean - before;
    before = mean ?? before;
    return {
      lotId,
      points: used.length,
      mean,
      shift,
      sd: used.length < 2 ? null : spreadOf(used),
      isShifted: shift !== null && limits !== null && Math.abs(shift) > limits.sd,
    };
  });
}
