import { at, itemAt } from '../at.ts';
import { expWithin, LARGEST_EXPONENT, log } from '../elementary.ts';
import { FIT, LEARN, PRIOR, SKEWED } from '../settings.ts';
import {
  type Estimate,
  median,
  type PlacedEstimate,
  populationOf,
  robustMean,
  type Trend,
  trendOf,
} from './population.ts';
import type { FoundPeak, PeakShape } from './found-peak.ts';
import type { ShapePrior } from './fit-priors.ts';
import {
  isSkewed,
  type LearntShape,
  skewedShape,
  type TmOffset,
  UNKNOWN_SHAPE,
  type UsualShape,
} from './shape.ts';

/** The curve's own estimate of ln ν without the prior of its fit; its error is infinite if there is none. */
function skewWithoutPrior({ logSkew, logSkewError }: PeakShape, prior: ShapePrior): Estimate {
  const distance = (logSkew - prior.logSkew) / prior.logSkewSd;
  const tail = 1 + prior.logSkewTail * distance * distance;
  const priorWeight = 1 / (prior.logSkewSd * prior.logSkewSd * tail);
  const fittedWeight = 1 / (logSkewError * logSkewError);
  const weight = fittedWeight - priorWeight;
  if (!(weight > LEARN.leastSkewWeight * priorWeight)) return { value: logSkew, error: Infinity };
  return {
    value: (logSkew * fittedWeight - prior.logSkew * priorWeight) / weight,
    error: Math.sqrt(1 / weight),
  };
}

/** Whether a peak is determined well enough to learn from. */
export const canTeach = ({ shape, significance }: FoundPeak): boolean =>
  shape !== null &&
  !shape.isHidden &&
  significance >= LEARN.significance &&
  shape.logWidthError <= LEARN.logWidthError;

interface TaughtShape {
  readonly width: PlacedEstimate;
  readonly skew: Estimate;
  readonly misfit: number;
}

/** Shapes as columns of values, with the weights 1/(spread² + error²) of their distances. */
function shapeTable(shapes: readonly TaughtShape[]) {
  const weight = (spread: number, error: number): number => 1 / (spread * spread + error * error);
  return {
    width: Float64Array.from(shapes, (shape) => shape.width.value),
    widthWeight: Float64Array.from(shapes, (shape) => weight(LEARN.widthSpread, shape.width.error)),
    skew: Float64Array.from(shapes, (shape) => shape.skew.value),
    skewWeight: Float64Array.from(shapes, (shape) => weight(LEARN.skewSpread, shape.skew.error)),
  };
}

type ShapeTable = ReturnType<typeof shapeTable>;

/** Squared distance of two shapes in units of the second's error and of the spread between wells. */
function distance({ width, widthWeight, skew, skewWeight }: ShapeTable, i: number, j: number): number {
  const wider = at(width, i) - at(width, j);
  const steeper = at(skew, i) - at(skew, j);
  return wider * wider * at(widthWeight, j) + steeper * steeper * at(skewWeight, j);
}

/** Index of the shape with the highest density of shapes around it. */
function densest(table: ShapeTable): number {
  const { length } = table.width;
  const scale = table.widthWeight.map((weight, j) =>
    Math.sqrt(weight * Math.max(1, at(table.skewWeight, j))),
  );
  let best = 0;
  let most = -1;
  for (let i = 0; i < length; i++) {
    let density = 0;
    for (let j = 0; j < length; j++) {
      const exponent = -0.5 * distance(table, i, j);
      if (exponent > -LARGEST_EXPONENT) density += expWithin(exponent) * at(scale, j);
    }
    if (density > most) {
      most = density;
      best = i;
    }
  }
  return best;
}

/** The shapes that agree with the densest one. */
function alikeOf(shapes: readonly TaughtShape[]): TaughtShape[] {
  const table = shapeTable(shapes);
  const centre = densest(table);
  return shapes.filter((_, j) => distance(table, centre, j) <= LEARN.reach ** 2);
}

const withoutTrend = (width: PlacedEstimate, trend: Trend): PlacedEstimate => ({
  ...width,
  value: width.value - trend.slope * (width.temperature - trend.temperature),
});

/**
 * The common shape of the transitions of one channel and phase, from peaks that were each fitted alone: the
 * densest group of shapes, and the mean and spread of ln w and ln ν of its members. Peaks of two products are
 * wider or more skewed in varying ways and stay outside the group. Where shapes do not agree, the spread is
 * wide and the prior weak.
 *
 * @param peaks - accepted peaks to learn from
 * @param leastAlike - minimum fraction of them that must agree
 * @returns null when they are too few, or do not agree
 */
export function shapeLearn(
  peaks: readonly FoundPeak[],
  leastAlike: number = LEARN.leastAlike,
): LearntShape | null {
  const shapes = peaks.flatMap(({ tm, shape, misfit }) =>
    shape === null
      ? []
      : [
          {
            width: {
              temperature: tm,
              value: shape.logWidth,
              error: shape.logWidthError,
            },
            skew: skewWithoutPrior(shape, UNKNOWN_SHAPE),
            misfit,
          },
        ],
  );
  if (shapes.length < LEARN.fewestPeaks) return null;
  const trend = trendOf(
    alikeOf(shapes).map(({ width }) => width),
    { spread: LEARN.widthSpread, sure: LEARN.trendErrors },
  );
  const alike = alikeOf(
    shapes.map((shape) => ({
      ...shape,
      width: withoutTrend(shape.width, trend),
    })),
  );
  const skews = alike.flatMap(({ skew }) => (skew.error < Infinity ? [skew] : []));
  const misfit = median(alike.map((shape) => shape.misfit));
  const areFew = alike.length < Math.max(LEARN.fewestPeaks, leastAlike * shapes.length);
  if (areFew || misfit > LEARN.mostMisfit) return null;
  const width = populationOf(
    alike.map((shape) => shape.width),
    LEARN.logWidthFloor,
  );
  const skew =
    skews.length < LEARN.fewestPeaks
      ? { mean: PRIOR.logSkew as number, sd: PRIOR.logSkewSd as number }
      : populationOf(skews, LEARN.logSkewFloor);
  return {
    logWidth: width.mean,
    logWidthSlope: trend.slope,
    temperature: trend.temperature,
    logWidthSd: width.sd,
    logSkew: Math.min(FIT.mostLogSkew, Math.max(FIT.leastLogSkew, skew.mean)),
    logSkewSd: Math.min(skew.sd, PRIOR.logSkewSd),
    logSkewTail: 0,
    misfit,
    offset: 0,
    offsetError: 0,
  };
}

/** The mean distance of the steepest point from the fitted Tm on a plate, in w. */
function offsetOf(offsets: readonly number[]): TmOffset {
  const { mean, error } = robustMean(offsets);
  // 0 where chance explains it; else shrunk by the contribution of chance.
  const believed = Math.abs(mean) > LEARN.offsetErrors * error ? 1 - (error / mean) ** 2 : 0;
  return { offset: believed * mean, offsetError: Math.sqrt(believed) * error };
}

/** The weighted quantile of some estimates. */
function weightedQuantile(estimates: readonly Estimate[], part: number): number {
  const weighted = estimates
    .map(({ value, error }) => ({ value, weight: 1 / (error * error + SKEWED.spread ** 2) }))
    .sort((a, b) => a.value - b.value);
  const wanted = part * weighted.reduce((sum, { weight }) => sum + weight, 0);
  let below = 0;
  for (const { value, weight } of weighted) {
    below += weight;
    if (below >= wanted) return value;
  }
  return Number.NaN;
}

/** A quantile of sorted values. */
const quantile = (sorted: readonly number[], part: number): number =>
  itemAt(sorted, Math.floor(part * sorted.length));

/** Whether some peaks are of products of different widths. */
function areUnlike(peaks: readonly FoundPeak[]): boolean {
  if (peaks.length === 0) return false;
  const widths = peaks.map(({ width }) => width).sort((a, b) => a - b);
  return log(quantile(widths, 0.75) / quantile(widths, 0.25)) >= SKEWED.unlikeWidths;
}

/**
 * The skew of a phase's transitions, from confident peaks that were each fitted alone: the majority's,
 * whatever their widths. Overlapping products are skewed to either side and do not move the median.
 *
 * @param prior - the prior of their fits
 * @returns `prior` where the peaks are too few or not skewed
 */
export function skewLearn(peaks: readonly FoundPeak[], prior: UsualShape): UsualShape {
  const skews = peaks.flatMap(({ shape }) => {
    const skew = shape === null ? null : skewWithoutPrior(shape, prior);
    return skew !== null && skew.error < Infinity ? [skew] : [];
  });
  if (skews.length < (areUnlike(peaks) ? SKEWED.fewestPeaks : SKEWED.fewestAlike)) return prior;
  if (weightedQuantile(skews, SKEWED.part) > SKEWED.most) return prior;
  const misfits = peaks.map(({ misfit }) => misfit).sort((a, b) => a - b);
  const misfit = quantile(misfits, SKEWED.misfitPart);
  const areMixed = weightedQuantile(skews, SKEWED.nearlyAll) > SKEWED.mostOfNearlyAll;
  if (areMixed && misfit < SKEWED.leastMisfit) return prior;
  const logSkew = Math.min(SKEWED.most, weightedQuantile(skews, 0.5));
  const offsets = isSkewed(prior) ? peaks.flatMap(({ shape }) => shape?.offset ?? []) : [];
  const offset = offsets.length < SKEWED.fewestPeaks ? prior : offsetOf(offsets);
  return skewedShape(Math.max(SKEWED.least, logSkew), offset);
}

/** A curve's peaks as fitted alone, and again with the shape learnt from all curves. */
export interface TaughtCurve {
  readonly peaks: readonly FoundPeak[];
  readonly again: readonly FoundPeak[];
}

/** The peak of the second round that matches one of the first; null when it turned out to be two products. */
const samePeak = (peak: FoundPeak, again: readonly FoundPeak[]): FoundPeak | null =>
  again.find(({ tm, shape }) => shape?.isHidden === false && Math.abs(tm - peak.tm) < 0.5 * peak.width) ??
  null;

/**
 * The second round of learning: excludes peaks that the learnt shape shows to be two products, and estimates
 * the offset of the steepest point from the fitted Tm, which only many curves together show.
 *
 * @returns null when the remaining peaks do not agree; what some have in common does not apply to the others
 */
export function shapeConfirm(curves: readonly TaughtCurve[]): LearntShape | null {
  const pairs = curves.flatMap(({ peaks, again }) =>
    peaks.flatMap((peak) => {
      const same = samePeak(peak, again);
      return same === null ? [] : [{ peak, offset: same.shape?.offset ?? 0 }];
    }),
  );
  const shape = shapeLearn(
    pairs.map(({ peak }) => peak),
    LEARN.leastConfirmed,
  );
  if (shape === null) return null;
  // Without misfit of the model there is no offset, whatever the noisiest curves suggest.
  if (shape.misfit === 0) return shape;
  return { ...shape, ...offsetOf(pairs.map(({ offset }) => offset)) };
}
