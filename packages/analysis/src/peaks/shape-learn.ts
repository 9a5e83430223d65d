import { itemAt } from '../at.ts';
import { LEARN, PRIOR } from '../settings.ts';
import type { FoundPeak, PeakShape } from './peaks-find.ts';
import type { LearntShape } from './shape.ts';

/** The densest half of a sorted list: [first, last] index of the shortest span that holds half of the values. */
function shortestHalf(sorted: readonly number[]): readonly [number, number] {
  const half = Math.floor(sorted.length / 2);
  let best = 0;
  for (let i = 1; i + half < sorted.length; i++) {
    const span = itemAt(sorted, i + half) - itemAt(sorted, i);
    if (span < itemAt(sorted, best + half) - itemAt(sorted, best)) best = i;
  }
  return [best, best + half];
}

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return itemAt(sorted, sorted.length >> 1);
};

interface Estimate {
  readonly value: number;
  /** Standard error. */
  readonly error: number;
}

/**
 * Mean of estimates that scatter by their errors and by an unknown spread between wells, and the standard
 * deviation of a new one. The spread is found by moments.
 *
 * @see R. DerSimonian, N. Laird, Control. Clin. Trials 7 (1986) 177, doi:10.1016/0197-2456(86)90046-2
 */
function populationOf(estimates: readonly Estimate[], floor: number): { mean: number; sd: number } {
  const weighted = (between: number) => {
    let [sum, sumOfSquares, weights] = [0, 0, 0];
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

/** What the curve said of ln ν before the prior of its fit was added. */
function skewWithoutPrior({ logSkew, logSkewError }: PeakShape): Estimate | null {
  const priorWeight = 1 / (PRIOR.logSkewSd * PRIOR.logSkewSd);
  const weight = 1 / (logSkewError * logSkewError) - priorWeight;
  // Less than a tenth of the prior's own weight: the curve said nothing.
  if (!(weight > 0.1 * priorWeight)) return null;
  const value = (logSkew / (logSkewError * logSkewError) - PRIOR.logSkew * priorWeight) / weight;
  return { value, error: Math.sqrt(1 / weight) };
}

/** Whether a peak is known well enough to teach. */
export const canTeach = ({ shape, significance }: FoundPeak): boolean =>
  shape !== null &&
  !shape.isHidden &&
  significance >= LEARN.significance &&
  shape.logWidthError <= LEARN.logWidthError;

/**
 * The common shape of the transitions of one channel and phase, from peaks that were each fitted alone: the
 * densest group of widths, and of its members the mean and spread of ln w and ln ν. Where the widths do not
 * agree, the spread is wide and the prior says little.
 *
 * @param peaks - accepted peaks that can teach
 * @returns null when they are too few
 */
export function shapeLearn(peaks: readonly FoundPeak[]): LearntShape | null {
  const shapes = peaks.flatMap(({ shape, misfit }) => (shape === null ? [] : [{ ...shape, misfit }]));
  if (shapes.length < LEARN.fewestPeaks) return null;
  shapes.sort((a, b) => a.logWidth - b.logWidth || a.logSkew - b.logSkew);
  const [first, last] = shortestHalf(shapes.map(({ logWidth }) => logWidth));
  const low = itemAt(shapes, first).logWidth;
  const high = itemAt(shapes, last).logWidth;
  const centre = 0.5 * (low + high);
  // Half of a normal distribution lies within 0.6745 standard deviations.
  const spread = Math.max((high - low) / (2 * 0.6745), LEARN.logWidthFloor);
  const alike = shapes.filter(
    ({ logWidth, logWidthError }) =>
      Math.abs(logWidth - centre) <= LEARN.outlier * Math.hypot(spread, 0.5 * logWidthError),
  );
  const skews = alike.flatMap((shape) => skewWithoutPrior(shape) ?? []);
  if (alike.length < LEARN.fewestPeaks) return null;
  const width = populationOf(
    alike.map(({ logWidth, logWidthError }) => ({ value: logWidth, error: logWidthError })),
    LEARN.logWidthFloor,
  );
  const skew =
    skews.length < LEARN.fewestPeaks
      ? { mean: PRIOR.logSkew as number, sd: PRIOR.logSkewSd as number }
      : populationOf(skews, LEARN.logSkewFloor);
  return {
    logWidth: width.mean,
    logWidthSd: width.sd,
    logSkew: skew.mean,
    logSkewSd: Math.min(skew.sd, PRIOR.logSkewSd),
    misfit: median(alike.map(({ misfit }) => misfit)),
  };
}
