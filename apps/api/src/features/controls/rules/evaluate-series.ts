import { MIN_REFERENCE_POINTS, type ControlMeasure, type WestgardRule } from '@curvewell/domain';

import { meanOf, medianOf, spreadOf } from './statistics.ts';
import { isFailure, evaluateWestgard } from './westgard.ts';

/** A reading of a control in one zone. */
export interface SeriesValue {
  /** Null: no counted peak. */
  readonly value: number | null;
  readonly lotId: string;
  readonly isExcluded: boolean;
}

export interface Limits {
  readonly mean: number;
  readonly sd: number;
}

export interface EvaluatedSeries {
  /** Null: too few points. */
  readonly limits: Limits | null;
  /** The number of points that form the limits. */
  readonly referencePoints: number;
  /** For each point; null: no value, excluded, or no limits. */
  readonly distances: readonly (number | null)[];
  readonly rules: readonly (readonly WestgardRule[])[];
  /** Indices of points. */
  readonly oneSided: readonly { readonly first: number; readonly last: number }[];
  /** In the order of their first reading. */
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
  /** The lot that the laboratory has set as the mean; null: none. */
  readonly referenceLotId: string | null;
  /** Index from which readings do not contribute to the limits; omitted: all contribute. */
  readonly evaluatedFrom?: number;
}

/** The default period of the page Controls. */
const REFERENCE_DAYS = 180;
const DAY_MS = 24 * 3600 * 1000;

/** The start of the period whose readings form the limits at a given time. */
export const referenceFrom = (at: Date): Date => new Date(at.getTime() - REFERENCE_DAYS * DAY_MS);

/** A single lot has no predecessor, so its first readings are the reference. */
const FIRST_OF_ONLY_LOT = 20;
/** Converts the median absolute deviation to the standard deviation of a normal distribution. */
const SD_BY_MAD = 1.4826;

/** Evaluates readings in order: limits from the reference, Westgard rules, and lot by lot. */
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

/** Quality is checked for low values only. */
const counting = (distance: number, measure: ControlMeasure): number =>
  measure === 'quality' ? Math.min(distance, 0) : distance;

/**
 * The values that form the limits: those of the lot that was set; else of the lots before the newest; else the
 * first of a single lot. Values that break a rule are excluded. To find them, limits by median and median absolute
 * deviation are used, which outliers hardly move.
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
