import { at } from '../at.ts';
import { MISSED } from '../settings.ts';
import { type Candidate, candidateAt, flanksOf, parabolaTop, topsOf } from './candidates.ts';
import type { CurveUnderFit } from './cluster-fit.ts';
import type { DoubtedProduct, FoundPeak } from './found-peak.ts';

/** A peak with possible doubts. */
interface DoubtfulPeak extends FoundPeak {
  doubted: readonly DoubtedProduct[];
}

/** Adds the doubt of a hidden product to the largest of some peaks. */
export function doubtAdd(peaks: readonly DoubtfulPeak[], doubted: DoubtedProduct): void {
  const [largest] = [...peaks].sort((a, b) => b.area - a.area);
  if (largest !== undefined) largest.doubted = [...largest.doubted, doubted];
}

/** Whether a peak explains a maximum of the slope. */
const isAt = ({ temperature }: Candidate, { tm, width }: FoundPeak): boolean =>
  Math.abs(temperature - tm) <= MISSED.apart * width;

/**
 * The maximum of the slope nearest to a peak, where no peak explains it and the fit has a residual beyond
 * noise: an outlier or another melt has misled the fit.
 */
export function missedMaximum(
  peak: FoundPeak,
  candidates: readonly Candidate[],
  found: readonly FoundPeak[],
): readonly DoubtedProduct[] {
  if (peak.unexplained <= MISSED.misfit) return [];
  const distance = ({ temperature }: Candidate): number => Math.abs(temperature - peak.tm);
  const nearest = candidates.reduce((best, one) => (distance(one) < distance(best) ? one : best));
  if (found.some((other) => isAt(nearest, other))) return [];
  return [{ tm: nearest.temperature, area: nearest.prominence * nearest.width }];
}

/**
 * Maxima of the slope beyond noise that no peak explains, as high above the lower adjacent valley as a peak
 * must be. They are not prominent enough to be fitted, because they lie on a flank.
 */
export function lesserMaxima(
  { grid, window, slope, noise, limits }: CurveUnderFit,
  found: readonly FoundPeak[],
): DoubtedProduct[] {
  const isCoarse = grid.step >= MISSED.coarse.step;
  const { certain, part } = isCoarse ? MISSED.coarse : MISSED.fine;
  const isFound = (temperature: number, width: number): boolean =>
    found.some(
      ({ tm, width: ofPeak }) => Math.abs(temperature - tm) <= MISSED.reach * Math.max(width, ofPeak),
    );
  return topsOf(slope, limits.slopeThreshold * noise * window.leastGain).flatMap((i) => {
    // Most maxima belong to peaks, whatever their width.
    if (isFound(parabolaTop(grid.temperature, slope, i), 0)) return [];
    const error = noise * at(window.gain, i);
    const flanks = flanksOf(slope, i, certain * limits.slopeThreshold * error);
    if (flanks === null) return [];
    const height = at(slope, i) - Math.min(at(slope, flanks.left), at(slope, flanks.right));
    if (height < part * limits.minThreshold) return [];
    const { temperature, width } = candidateAt(grid, slope, { i, error, flanks });
    if (isFound(temperature, width)) return [];
    return [{ tm: temperature, area: height * width, ...(isCoarse && { significance: height / error }) }];
  });
}
