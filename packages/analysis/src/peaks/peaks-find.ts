import type { PeakRejection } from '@curvewell/contracts';

import { at } from '../at.ts';
import { exp, log } from '../elementary.ts';
import { CANDIDATE, CLUSTER, HIDDEN, PEAK, QUALITY } from '../settings.ts';
import type { Candidate } from './candidates.ts';
import {
  candidatesCluster,
  type Cluster,
  clusterFit,
  type ClusterFit,
  type CurveUnderFit,
  transitionOf,
} from './cluster-fit.ts';
import { fitMemoryReset } from './fit-memory.ts';
import { chance, hiddenPeakFit, type SplitFit } from './hidden-peak.ts';
import { BACKGROUND, PER_TRANSITION } from './normal-equations.ts';
import { tmOffset, tmRefine } from './tm-refine.ts';
import { transitionHeight, transitionWidth } from './transition.ts';

/** A transition found in a curve, before thresholds. Units as in the contract's `Peak`. */
export interface FoundPeak {
  readonly tm: number;
  readonly tmError: number | null;
  readonly height: number;
  readonly width: number;
  readonly area: number;
  readonly significance: number;
  readonly quality: number;
  /** SE(Tm) from noise alone, °C. */
  readonly noiseTmError: number;
  /** Misfit beyond noise as a part of the amplitude. */
  readonly misfit: number;
  /** The part of it that chance does not explain. */
  readonly unexplained: number;
  /** ln w and ln ν with their standard errors; null for a peak that was not fitted. */
  readonly shape: PeakShape | null;
}

/** A peak whose quality is still to be told: it depends on its neighbours. */
interface UnratedPeak extends FoundPeak {
  quality: number;
}

export interface PeakShape {
  readonly logWidth: number;
  readonly logWidthError: number;
  readonly logSkew: number;
  readonly logSkewError: number;
  /** How far from the fitted Tm the curve is steepest, in w; 0 unless it was asked for. */
  readonly offset: number;
  /** Whether it is one of two that were found inside one peak. */
  readonly isHidden: boolean;
}

export interface PeakLimits {
  readonly minThreshold: number;
  readonly slopeThreshold: number;
  readonly minQuality: number;
}

/** Index of the reading nearest above a temperature. */
function readingAt(temperature: Float64Array, value: number): number {
  let low = 0;
  let high = temperature.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(temperature, middle) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** 1/cosh² falls to its half at ± half of this: 2·ln(1 + √2). */
const HALF_HEIGHT = 2 * log(1 + Math.SQRT2);

/** Height of a fitted peak at a temperature, as that of a logistic of its width. */
function heightAt({ tm, height, width }: FoundPeak, temperature: number): number {
  // (e^x + e^−x)/2 squared, over its half width.
  const e = exp((HALF_HEIGHT * (temperature - tm)) / width);
  return (4 * height) / (e + 1 / e) ** 2;
}

/** Where two fitted peaks overlap: one minus their valley as a part of the lower one's height, at least 0. */
function fittedFall(peak: FoundPeak, higher: FoundPeak): number {
  let valley = Infinity;
  for (let part = 0; part <= 1; part += QUALITY.valleyStep) {
    const temperature = peak.tm + part * (higher.tm - peak.tm);
    valley = Math.min(valley, heightAt(peak, temperature) + heightAt(higher, temperature));
  }
  return Math.max(0, 1 - valley / peak.height);
}

/** The same as the slope shows it, which smoothing fills. */
function seenFall(curve: CurveUnderFit, peak: FoundPeak, higher: FoundPeak): number {
  const here = readingAt(curve.grid.temperature, peak.tm);
  const there = readingAt(curve.grid.temperature, higher.tm);
  let valley = at(curve.slope, here);
  let top = valley;
  for (let i = Math.min(here, there); i <= Math.max(here, there); i++)
    valley = Math.min(valley, at(curve.slope, i));
  for (const i of [here - 1, here + 1]) {
    if (i >= 0 && i < curve.slope.length) top = Math.max(top, at(curve.slope, i));
  }
  return Math.max(0, (top - valley) / peak.height);
}

/** How far a peak stands apart from every higher one, by fit or by sight; 1: to the ground, or there is none. */
function isolation(curve: CurveUnderFit, peak: FoundPeak, others: readonly FoundPeak[]): number {
  let least = 1;
  for (const other of others) {
    if (other.height <= peak.height) continue;
    least = Math.min(least, Math.max(fittedFall(peak, other), seenFall(curve, peak, other)));
  }
  return least;
}

/** Quality 0 to 1: significance × fit × isolation from any higher peak. */
function qualityOf(peak: FoundPeak, isolated: number): number {
  const significant = peak.significance ** 2 / (peak.significance ** 2 + QUALITY.significance ** 2);
  const fitting = 1 / (1 + (peak.unexplained / QUALITY.misfit) ** 2);
  return significant * fitting * (0.5 + 0.5 * isolated);
}

/** A shape is learnt in two rounds: widths and skews from curves as they are, then what is left from the misfit. */
const seeksHidden = ({ purpose, shape }: CurveUnderFit): boolean => purpose === 'call' || shape !== null;
const measuresOffset = ({ purpose, shape }: CurveUnderFit): boolean => purpose === 'teach' && shape !== null;

/** The peaks of a fit, as they are before their surroundings are known. */
function fitPeaks(curve: CurveUnderFit, fit: ClusterFit, split: SplitFit | null): UnratedPeak[] {
  const { window } = fit;
  const meanSquare = fit.residual / window.length;
  const excess = Math.sqrt(Math.max(0, meanSquare - window.variance));
  const byChance = window.variance * (1 + QUALITY.chance * Math.sqrt(2 / window.length));
  const unexplained = Math.sqrt(Math.max(0, meanSquare - byChance));
  // Two products in one peak share what tells them apart: how much better two transitions explain it than one.
  const evidence = Math.sqrt(split?.gain ?? 0);
  const inflation = Math.sqrt(Math.max(1, meanSquare / fit.expectedVariance));
  const peaks: UnratedPeak[] = [];
  for (let k = 0; k < fit.transitions; k++) {
    const transition = transitionOf(fit, k);
    const q = BACKGROUND + PER_TRANSITION * k;
    const noiseTmError = at(fit.errors, q + 1);
    const w = exp(transition.logWidth);
    const peak: UnratedPeak = {
      tm: tmRefine(fit, k, curve.shape?.offset ?? 0),
      tmError: Math.sqrt((noiseTmError * inflation) ** 2 + (w * (curve.shape?.offsetError ?? 0)) ** 2),
      height: transitionHeight(transition),
      width: transitionWidth(transition),
      area: transition.amplitude,
      significance: Math.max(transition.amplitude / at(fit.errors, q), evidence),
      quality: 0,
      noiseTmError,
      misfit: excess / transition.amplitude,
      unexplained: unexplained / transition.amplitude,
      shape: {
        logWidth: transition.logWidth,
        logWidthError: at(fit.errors, q + 2),
        logSkew: transition.logSkew,
        logSkewError: at(fit.errors, q + 3),
        offset: measuresOffset(curve) ? tmOffset(fit, k) : 0,
        isHidden: split !== null,
      },
    };
    if (isPossible(peak)) peaks.push(peak);
  }
  return peaks;
}

/** A peak as it looks on the slope, for the maximum that was not worth a fit. */
export function peakSeen({ temperature, prominence, width, error }: Candidate): FoundPeak {
  const peak = {
    tm: temperature,
    tmError: null,
    height: prominence,
    width,
    area: prominence * width,
    significance: prominence / error,
    quality: 0,
    noiseTmError: Infinity,
    misfit: 0,
    unexplained: 0,
    shape: null,
  };
  return { ...peak, quality: qualityOf(peak, 1) };
}

const isPossible = ({ tm, height, area, significance, tmError }: FoundPeak): boolean =>
  area > 0 &&
  Number.isFinite(tm) &&
  Number.isFinite(height) &&
  Number.isFinite(area) &&
  Number.isFinite(significance) &&
  Number.isFinite(tmError ?? 0);

const explained = (fit: ClusterFit): boolean =>
  fit.cost / fit.expectedVariance / fit.window.length <= chance(HIDDEN.misfit, fit.window.length);

/**
 * Whether two products of the plate's shape explain a cluster better than one product of any shape: the costs in
 * σ², with a handicap for a shape that the plate does not know.
 */
const isPlateShaped = (split: SplitFit, free: ClusterFit): boolean =>
  split.cost / split.expectedVariance <=
  free.residual / split.expectedVariance +
    (free.cost - free.residual) / free.expectedVariance +
    HIDDEN.unknownShape;

/**
 * The transitions of a cluster. Where the plate's shape is known and explains it, that settles it; where two
 * products of that shape explain it, these; otherwise it is a product that the plate does not know, and the curve
 * stands alone.
 */
function clusterPeaks(curve: CurveUnderFit, cluster: Cluster, fit: ClusterFit): UnratedPeak[] {
  const { temperature } = curve.grid;
  const split = seeksHidden(curve) && fit.transitions < CLUSTER.most ? hiddenPeakFit(curve, fit) : null;
  const low = at(temperature, fit.window.from);
  const high = at(temperature, fit.window.to);
  if (curve.shape !== null && !explained(fit)) {
    const alone: CurveUnderFit = { ...curve, shape: null, split: curve.splitAlone };
    const free = clusterFit(alone, cluster).fit;
    if (split === null || !isPlateShaped(split, free)) return clusterPeaks(alone, cluster, free);
  }
  return fitPeaks(curve, split ?? fit, split).filter(({ tm }) => tm >= low && tm <= high);
}

/**
 * All transitions of a curve that its candidates lead to, with their quality; thresholds are not applied yet.
 *
 * @returns in order of Tm
 */
export function peaksFind(curve: CurveUnderFit, candidates: readonly Candidate[]): FoundPeak[] {
  const found = candidatesCluster(candidates).flatMap((cluster) => {
    fitMemoryReset();
    return clusterPeaks(curve, cluster, clusterFit(curve, cluster).fit);
  });
  for (const peak of found) peak.quality = qualityOf(peak, isolation(curve, peak, found));
  return found.sort((a, b) => a.tm - b.tm);
}

export interface Rejection {
  readonly reason: PeakRejection;
  readonly measured: number;
  readonly limit: number;
}

/** What the significant peaks of a curve set as a scale for the others. */
export interface PeakScale {
  /** Height of the highest, RFU/°C; 0: there is none. */
  readonly height: number;
  /** Width of the one of largest area, °C; infinite: there is none. */
  readonly width: number;
}

export function scaleOf(peaks: readonly FoundPeak[], { slopeThreshold }: PeakLimits): PeakScale {
  const significant = peaks.filter(({ significance }) => significance >= slopeThreshold);
  const largest = significant.reduce<FoundPeak | null>(
    (found, peak) => (peak.area > (found?.area ?? 0) ? peak : found),
    null,
  );
  return {
    height: Math.max(0, ...significant.map(({ height }) => height)),
    width: largest?.width ?? Infinity,
  };
}

/** The first test that a peak does not pass, with its figures; null when it passes all. */
export function peakReject(peak: FoundPeak, limits: PeakLimits, scale: PeakScale): Rejection | null {
  const least = (reason: PeakRejection, measured: number, limit: number): Rejection | null =>
    measured >= limit ? null : { reason, measured, limit };
  const most = (reason: PeakRejection, measured: number, limit: number): Rejection | null =>
    measured <= limit ? null : { reason, measured, limit };
  return (
    least('height-below-threshold', peak.height, limits.minThreshold) ??
    least('significance-below-threshold', peak.significance, limits.slopeThreshold) ??
    least('small-beside-highest', peak.height, CANDIDATE.partOfHighest * scale.height) ??
    least('too-narrow', peak.width, PEAK.narrowest) ??
    most('too-wide', peak.width, Math.min(PEAK.widest, PEAK.widestBeside * scale.width)) ??
    (peak.shape === null ? null : most('tm-uncertain', peak.noiseTmError, PEAK.tmError)) ??
    least('quality-below-threshold', peak.quality, limits.minQuality)
  );
}

/** The peaks that pass every test. */
export function peaksAccepted(peaks: readonly FoundPeak[], limits: PeakLimits): FoundPeak[] {
  const scale = scaleOf(peaks, limits);
  return peaks.filter((peak) => peakReject(peak, limits, scale) === null);
}
