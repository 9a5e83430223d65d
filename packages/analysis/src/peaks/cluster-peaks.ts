import { at } from '../at.ts';
import { BACKGROUND, PER_TRANSITION } from '../fit-kernel/layout.ts';
import { CLUSTER, HIDDEN, LEARN, PEAK, QUALITY, SOLO } from '../settings.ts';
import type { Cluster } from './candidate-clusters.ts';
import type { Candidate } from './candidates.ts';
import {
  clusterFit,
  type ClusterFit,
  type CurveUnderFit,
  type FittedCluster,
  mayBeNoise,
  transitionOf,
} from './cluster-fit.ts';
import { doubtAdd } from './doubts.ts';
import { evidenceOf } from './evidence.ts';
import type { DoubtedProduct, FoundPeak } from './found-peak.ts';
import { chance, hiddenPeakFit, NOTHING, type SplitFit } from './hidden-peak.ts';
import { humpFit } from './hump-fit.ts';
import { isSkewed } from './shape.ts';
import { sharpFit } from './sharp-fit.ts';
import { tmOffset } from './tm-offset.ts';
import { tmRefine } from './tm-refine.ts';
import { type Transition, transitionHeight, transitionWidth } from './transition.ts';

/** A peak without quality and final error, which depend on its neighbours. */
export interface UnratedPeak extends FoundPeak {
  quality: number;
  tmError: number | null;
  doubted: readonly DoubtedProduct[];
}

/** Quality 0 to 1: significance × fit × isolation from any higher peak. */
export function qualityOf(peak: FoundPeak, isolated: number): number {
  const significant = peak.significance ** 2 / (peak.significance ** 2 + QUALITY.significance ** 2);
  const fitting = 1 / (1 + (peak.unexplained / QUALITY.misfit) ** 2);
  return significant * fitting * (0.5 + 0.5 * isolated);
}

/** A shape is learnt in two rounds: widths and skews first, then the offset from the misfit. */
const measuresOffset = ({ purpose, shape, usual }: CurveUnderFit): boolean =>
  purpose === 'teach' && (shape !== null || isSkewed(usual));

/** Whether both sides of a transition were read. */
function isSeenWhole({ grid: { temperature } }: CurveUnderFit, transition: Transition): boolean {
  const reach = PEAK.whole * transitionWidth(transition);
  const last = at(temperature, temperature.length - 1);
  return transition.tm - at(temperature, 0) >= reach && last - transition.tm >= reach;
}

function areSeenWhole(curve: CurveUnderFit, fit: ClusterFit): boolean {
  for (let k = 0; k < fit.transitions; k++) if (!isSeenWhole(curve, transitionOf(fit, k))) return false;
  return true;
}

/** Whether a cluster's single transition is wider than any product, so that it may be several. */
const isTooWide = (fit: ClusterFit): boolean =>
  fit.transitions === 1 && transitionWidth(transitionOf(fit, 0)) > PEAK.widest;

/** The evidence for a melt whose plateau is clipped; 0 for others. */
const evidenceOfCutOff = (curve: CurveUnderFit, fit: ClusterFit): number =>
  curve.isClipped && fit.transitions === 1 && !areSeenWhole(curve, fit) ? evidenceOf(fit) : 0;

/** The peaks of a fit, before their surroundings are considered. */
function fitPeaks(curve: CurveUnderFit, fit: ClusterFit, split: SplitFit | null): UnratedPeak[] {
  const { window } = fit;
  const meanSquare = fit.residual / window.length;
  const excess = Math.sqrt(Math.max(0, meanSquare - window.variance));
  const byChance = window.variance * (1 + QUALITY.chance * Math.sqrt(2 / window.length));
  const unexplained = Math.sqrt(Math.max(0, meanSquare - byChance));
  // Two products in one peak share the evidence that separates them: how much better two transitions explain
  // it than one.
  const evidence = split === null ? evidenceOfCutOff(curve, fit) : Math.sqrt(split.gain);
  const peaks: UnratedPeak[] = [];
  for (let k = 0; k < fit.transitions; k++) {
    const transition = transitionOf(fit, k);
    const q = BACKGROUND + PER_TRANSITION * k;
    const noiseTmError = at(fit.errors, q + 1);
    const { tm, error: tmError } = tmRefine(fit, k, curve);
    const peak: UnratedPeak = {
      tm,
      tmError,
      height: transitionHeight(transition),
      width: transitionWidth(transition),
      area: transition.amplitude,
      significance: Math.max(transition.amplitude / at(fit.errors, q), evidence),
      quality: 0,
      leastWidth: Math.max(PEAK.narrowest, PEAK.narrowestInSteps * curve.grid.step),
      noiseTmError,
      doubted: [],
      misfit: excess / transition.amplitude,
      unexplained: unexplained / transition.amplitude,
      shape: {
        logWidth: transition.logWidth,
        logWidthError: at(fit.errors, q + 2),
        logSkew: transition.logSkew,
        logSkewError: at(fit.errors, q + 3),
        offset: measuresOffset(curve) ? tmOffset(fit, k) : 0,
        isHidden: split !== null || !isSeenWhole(curve, transition),
      },
    };
    if (isPossible(peak)) peaks.push(peak);
  }
  return peaks;
}

/** A peak from the slope alone, for a maximum that is not fitted. */
export function peakSeen({ temperature, prominence, width, error }: Candidate): FoundPeak {
  const peak = {
    tm: temperature,
    tmError: null,
    height: prominence,
    width,
    area: prominence * width,
    significance: prominence / error,
    quality: 0,
    leastWidth: PEAK.narrowest,
    noiseTmError: Infinity,
    misfit: 0,
    unexplained: 0,
    doubted: [],
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
 * Whether two products of the plate's shape explain a cluster better than one product of any shape, by cost
 * in σ². If one explains it as well, it is one product.
 */
const isPlateShaped = (split: SplitFit, free: ClusterFit): boolean =>
  split.cost / split.expectedVariance + HIDDEN.knownGain <=
  free.residual / split.expectedVariance + (free.cost - free.residual) / free.expectedVariance;

/** Whether a cluster's own shape explains it so much better than the plate's that it is of another kind. */
const isUnlikePlate = (fit: ClusterFit, free: ClusterFit): boolean =>
  !explained(fit) || fit.cost - free.cost > LEARN.ownShapeGain * fit.expectedVariance;

/** Whether that needs a fit: the predicted decrease is at least half of the required one. */
const mayBeUnlikePlate = ({ fit, released }: FittedCluster): boolean =>
  !explained(fit) || released > 0.5 * LEARN.ownShapeGain * fit.expectedVariance;

const seeksHidden = ({ purpose, shape }: CurveUnderFit): boolean => purpose === 'call' || shape !== null;

/**
 * The transitions of a cluster. If the plate's shape is known and explains it, that fit is used. If two
 * products of that shape explain it better than one of any shape, these are used. Otherwise it is a product
 * unlike the plate's, and its own fit is used. Possible noise is also fitted freely, because a known width
 * would make it look more certain.
 */
function clusterPeaks(curve: CurveUnderFit, cluster: Cluster, fitted: FittedCluster): UnratedPeak[] {
  const { temperature } = curve.grid;
  const { fit } = fitted;
  const mayHide =
    seeksHidden(curve) && fit.transitions < CLUSTER.most && (isTooWide(fit) || areSeenWhole(curve, fit));
  const { split, doubted } = mayHide ? hiddenPeakFit(curve, fit) : NOTHING;
  // Next to a clipped reading the melt may be steepest before the first remaining one.
  const reach = curve.isClipped ? curve.grid.step : 0;
  const low = at(temperature, fit.window.from) - reach;
  const high = at(temperature, fit.window.to) + reach;
  const isNoise = mayBeNoise(curve, fit);
  if (curve.shape !== null && (isNoise || split !== null || mayBeUnlikePlate(fitted))) {
    const alone: CurveUnderFit = {
      ...curve,
      shape: null,
      split: curve.splitAlone,
    };
    const free = clusterFit(alone, cluster);
    const isKnown = split === null ? !isUnlikePlate(fit, free.fit) : isPlateShaped(split, free.fit);
    if (isNoise || !isKnown) return clusterPeaks(alone, cluster, free);
  }
  const best = split ?? (curve.purpose === 'call' ? sharpFit(fit) : fit);
  const peaks = fitPeaks(curve, best, split).filter(({ tm }) => tm >= low && tm <= high);
  if (doubted !== null) doubtAdd(peaks, doubted);
  return peaks;
}

/** Whether a peak of a fit is determined well enough to explain its place. */
export const isResolved = ({ significance, tmError }: FoundPeak, { limits }: CurveUnderFit): boolean =>
  significance >= limits.slopeThreshold && (tmError ?? 0) <= PEAK.misfitTmError;

/** A candidate fitted alone on a narrow window, whose background may follow a wide neighbour. */
function soloPeak(curve: CurveUnderFit, candidate: Candidate): UnratedPeak | null {
  const reach = SOLO.margin * candidate.width;
  const cluster = {
    members: [candidate],
    fromTemperature: candidate.temperature - reach,
    toTemperature: candidate.temperature + reach,
  };
  const alone: CurveUnderFit = { ...curve, shape: null, split: curve.splitAlone };
  const [peak] = fitPeaks(alone, clusterFit(alone, cluster, SOLO.curvatureSd).fit, null);
  if (peak === undefined || !isResolved(peak, curve)) return null;
  const isAlike =
    Math.abs(peak.tm - candidate.temperature) <= SOLO.tm * candidate.width &&
    peak.width <= SOLO.wider * candidate.width &&
    peak.unexplained <= SOLO.misfit;
  return isAlike ? peak : null;
}

/**
 * The peaks of a cluster. A candidate gets a separate fit where the cluster's fit dropped it or determined
 * none of its transitions, as happens beside a hump or with too many candidates.
 */
export function clusterEvaluate(curve: CurveUnderFit, cluster: Cluster): UnratedPeak[] {
  const fitted = clusterFit(curve, cluster);
  const { fit, members } = fitted;
  const found = clusterPeaks(curve, cluster, fitted);
  const onHump = curve.purpose === 'call' && found.length === 1 ? humpFit(curve, fit) : null;
  if (onHump !== null) return fitPeaks(curve, onHump, null);
  const resolved = found.filter((peak) => isResolved(peak, curve));
  const isWhole = members.length === cluster.members.length && found.length >= members.length;
  if (isWhole && resolved.length === found.length) return found;
  const isMissed = ({ temperature, width }: Candidate): boolean =>
    resolved.every((peak) => Math.abs(peak.tm - temperature) > SOLO.apart * Math.min(width, peak.width));
  const solo = cluster.members.filter(isMissed).flatMap((candidate) => soloPeak(curve, candidate) ?? []);
  if (solo.length === 0) return found;
  const isReplaced = (peak: FoundPeak): boolean =>
    !isResolved(peak, curve) && solo.some(({ tm, width }) => Math.abs(tm - peak.tm) <= width);
  return [...found.filter((peak) => !isReplaced(peak)), ...solo];
}
