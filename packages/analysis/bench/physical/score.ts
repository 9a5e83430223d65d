import type { ReportedPeak } from '../score.ts';
import type { KitPlate, KitWell } from './kits.ts';
import type { Result } from './methods.ts';
import type { MinorWell } from './plates.ts';
import type { Maximum, Truth } from './truth.ts';

/** Maximum distance between a reported and a true Tm, °C. */
const TOLERANCE = 1;

/** A well of a mixed plate with the reported peaks. */
export interface PeakScore {
  readonly snr: number;
  readonly isSingle: boolean;
  /** °C; null: not found. */
  readonly errors: readonly (number | null)[];
  readonly standardised: readonly number[];
  readonly falsePeaks: number;
}

/**
 * Any value between the product's own maximum and that of the sum is correct, because a neighbour's flank
 * moves one from the other.
 */
function errorOf(reported: number, { tm, own }: Maximum): number {
  const low = Math.min(tm, own);
  const high = Math.max(tm, own);
  return reported < low ? reported - low : reported > high ? reported - high : 0;
}

/** Removes the reported peak nearest to a place, within tolerance, from a list. */
function take(left: ReportedPeak[], distance: (peak: ReportedPeak) => number): ReportedPeak | null {
  const best = left.reduce<ReportedPeak | null>(
    (found, peak) =>
      distance(peak) <= TOLERANCE && (found === null || distance(peak) < distance(found)) ? peak : found,
    null,
  );
  if (best !== null) left.splice(left.indexOf(best), 1);
  return best;
}

export function peakScore(
  { snr, components }: { readonly snr: number; readonly components: readonly unknown[] },
  { must, may }: Truth,
  { peaks }: Result,
): PeakScore {
  const left = [...peaks];
  const found = must.map((maximum) => {
    const peak = take(left, ({ tm }) => Math.abs(errorOf(tm, maximum)));
    return peak && { peak, error: errorOf(peak.tm, maximum) };
  });
  for (const tm of may) take(left, (peak) => Math.abs(peak.tm - tm));
  const errors = found.map((one) => one?.error ?? null);
  const isExact = left.length === 0 && !errors.includes(null);
  const standardised = found.flatMap((one) =>
    isExact && one?.peak.tmError ? [one.error / one.peak.tmError] : [],
  );
  return { snr, isSingle: components.length === 1, errors, standardised, falsePeaks: left.length };
}

export interface PeakFigures {
  readonly exact: number;
  readonly falsePerThousand: number;
  readonly recall: number;
  readonly rmse: number;
  readonly median: number;
  readonly bias: number;
  /** Fraction of the errors within 1.96 reported standard errors. */
  readonly covered: number;
}

const part = (count: number, of: number): number => (of === 0 ? Number.NaN : count / of);
const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);

export function peakFigures(scores: readonly PeakScore[]): PeakFigures {
  const all = scores.flatMap(({ errors }) => errors);
  const found = all.filter((error) => error !== null);
  const sizes = found.map(Math.abs).sort((a, b) => a - b);
  const standardised = scores.flatMap((one) => one.standardised);
  const falsePeaks = sum(scores.map((one) => one.falsePeaks));
  const isExact = (one: PeakScore): boolean => one.falsePeaks === 0 && !one.errors.includes(null);
  return {
    exact: part(scores.filter(isExact).length, scores.length),
    falsePerThousand: 1000 * part(falsePeaks, scores.length),
    recall: part(found.length, all.length),
    rmse: Math.sqrt(part(sum(found.map((error) => error * error)), found.length)),
    median: sizes[sizes.length >> 1] ?? Number.NaN,
    bias: part(sum(found), found.length),
    covered: part(standardised.filter((z) => Math.abs(z) <= 1.96).length, standardised.length),
  };
}

/** A well of a kit with its call. */
export interface CallScore {
  readonly isFalsePositive: boolean;
  readonly isFalseNegative: boolean;
  readonly isFlagged: boolean;
  /** Whether the kit has close zones and the well has one target. */
  readonly isNearSingle: boolean;
}

function callScore({ must, may, isSingle }: KitWell, { zones, flags }: Result, isNear: boolean): CallScore {
  return {
    isFalsePositive: zones.some((zone) => !may.includes(zone)),
    isFalseNegative: must.some((zone) => !zones.includes(zone)),
    isFlagged: flags.length > 0,
    isNearSingle: isNear && isSingle,
  };
}

/** Plates with the results of their wells; null: not analysed. */
export const callScores = (
  plates: readonly KitPlate[],
  results: readonly (readonly (Result | null)[])[],
): CallScore[] =>
  plates.flatMap(({ kit, wells }, plate) =>
    wells.flatMap((well, i) => {
      const one = results[plate]?.[i] ?? null;
      return one === null ? [] : [callScore(well, one, kit.isNear)];
    }),
  );

/** Per 10,000 wells; for close zones, a fraction of the wells with one target. */
export interface CallFigures {
  readonly right: number;
  readonly wrong: number;
  readonly falsePositive: number;
  readonly falseNegative: number;
  readonly silent: number;
  readonly nearSilent: number;
  readonly flagged: number;
}

export function callFigures(scores: readonly CallScore[]): CallFigures {
  const isWrong = (one: CallScore): boolean => one.isFalsePositive || one.isFalseNegative;
  const isSilent = (one: CallScore): boolean => isWrong(one) && !one.isFlagged;
  const perTenThousand = (is: (one: CallScore) => boolean): number =>
    10_000 * part(scores.filter(is).length, scores.length);
  const near = scores.filter((one) => one.isNearSingle);
  return {
    right: perTenThousand((one) => !isWrong(one)),
    wrong: perTenThousand(isWrong),
    falsePositive: perTenThousand((one) => one.isFalsePositive),
    falseNegative: perTenThousand((one) => one.isFalseNegative),
    silent: perTenThousand(isSilent),
    nearSilent: part(near.filter(isSilent).length, near.length),
    flagged: perTenThousand((one) => one.isFlagged),
  };
}

/** The result for a small product: found, or reported as a doubt near its place or of the whole well. */
export interface MinorScore extends Pick<MinorWell, 'apart' | 'ratio' | 'snr' | 'isSeen'> {
  readonly isFound: boolean;
  readonly isReported: boolean;
}

/** Maximum distance of a doubt that concerns the product, °C. */
const DOUBT_REACH = 2;

export function minorScore(
  { apart, ratio, snr, isSeen, well, minor }: MinorWell,
  { peaks, flags }: Result,
): MinorScore {
  const tm = minor.product.tm + well.offset;
  const isFound = peaks.some((peak) => Math.abs(peak.tm - tm) <= TOLERANCE);
  const isNear = (flag: number | null): boolean => flag === null || Math.abs(flag - tm) <= DOUBT_REACH;
  return { apart, ratio, snr, isSeen, isFound, isReported: isFound || flags.some(isNear) };
}
