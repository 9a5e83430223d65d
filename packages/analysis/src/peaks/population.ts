import { NOISE } from '../settings.ts';
import { itemAt } from '../at.ts';

/** The median of a list of values. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return itemAt(sorted, sorted.length >> 1);
};

export interface Estimate {
  readonly value: number;
  /** Standard error. */
  readonly error: number;
}

/**
 * Mean of estimates that scatter by their errors and by an unknown spread between wells, and the standard
 * deviation of a new one. The spread is estimated by moments.
 *
 * @see R. DerSimonian, N. Laird, Control. Clin. Trials 7 (1986) 177, doi:10.1016/0197-2456(86)90046-2
 */
export function populationOf(estimates: readonly Estimate[], floor: number): { mean: number; sd: number } {
  const weighted = (between: number) => {
    let sum = 0;
    let sumOfSquares = 0;
    let weights = 0;
    for (const { value, error } of estimates) {
      const weight = 1 / (error * error + between);
      weights += weight;
      sum += weight * value;
      sumOfSquares += weight * weight;
    }
    return { mean: sum / weights, weights, sumOfSquares };
  };
  const { mean, weights, sumOfSquares } = weighted(0);
  const scatter = estimates.reduce((sum, { value, error }) => sum + ((value - mean) / error) ** 2, 0);
  const excess = scatter - (estimates.length - 1);
  const between = Math.max(floor * floor, excess / Math.max(weights - sumOfSquares / weights, 1e-12));
  const final = weighted(between);
  return { mean: final.mean, sd: Math.sqrt(between + 1 / final.weights) };
}

/**
 * Mean of values with a few outliers, and its standard error, from those within 3 median absolute deviations.
 */
export function robustMean(values: readonly number[]): {
  mean: number;
  error: number;
} {
  const centre = median(values);
  const spread = NOISE.perMedian * median(values.map((value) => Math.abs(value - centre)));
  const kept = values.filter((value) => Math.abs(value - centre) <= 3 * spread);
  const mean = kept.reduce((sum, value) => sum + value, 0) / kept.length;
  const square = kept.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, kept.length - 1);
  return { mean, error: Math.sqrt(square / kept.length) };
}

/** A value measured at a temperature, °C. */
export interface PlacedEstimate extends Estimate {
  readonly temperature: number;
}

/** A straight line through a mean temperature. */
export interface Trend {
  readonly temperature: number;
  /** Per °C; 0 where chance explains it. */
  readonly slope: number;
}

/**
 * The change of values with temperature: the weighted least-squares slope, if it is at least `sure` standard
 * errors from 0.
 *
 * @param spread - standard deviation of the values besides their errors
 */
export function trendOf(
  estimates: readonly PlacedEstimate[],
  { spread, sure }: { readonly spread: number; readonly sure: number },
): Trend {
  let weights = 0;
  let t = 0;
  let v = 0;
  for (const { temperature, value, error } of estimates) {
    const weight = 1 / (error * error + spread * spread);
    weights += weight;
    t += weight * temperature;
    v += weight * value;
  }
  t /= weights;
  v /= weights;
  let tt = 0;
  let tv = 0;
  let vv = 0;
  for (const { temperature, value, error } of estimates) {
    const weight = 1 / (error * error + spread * spread);
    tt += weight * (temperature - t) ** 2;
    tv += weight * (temperature - t) * (value - v);
    vv += weight * (value - v) ** 2;
  }
  const slope = tv / tt;
  const scatter = (vv - slope * tv) / Math.max(1, estimates.length - 2);
  const isSure = Math.abs(slope) > sure * Math.sqrt(scatter / tt);
  return { temperature: t, slope: isSure ? slope : 0 };
}
