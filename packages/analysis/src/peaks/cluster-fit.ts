import { at, itemAt } from '../at.ts';
import { readingAt, type SlopeWindow, type TemperatureGrid } from '../curve/temperature-grid.ts';
import type { Fault } from '../curve/readings.ts';
import { exp, log } from '../elementary.ts';
import { CLUSTER, FIT, HIDDEN, PEAK, PRIOR, SKEWED } from '../settings.ts';
import type { Cluster } from './candidate-clusters.ts';
import type { Candidate, DetectionLimits } from './candidates.ts';
import { fitMemoryRow } from './fit-memory.ts';
import { type FitWindow, fitWindow } from './fit-window.ts';
import {
  alikePriors,
  logWidthAt,
  type PairShape,
  type ShapePrior,
  type WeighedPriors,
} from './fit-priors.ts';
import { type FitProblem, leastSquares, releasedGain, standardErrors } from './least-squares.ts';
import { BACKGROUND, PER_TRANSITION } from '../fit-kernel/layout.ts';
import type { PeakPolicy } from '../versions/peak-policy.ts';
import { halfSeen, isSkewed, type LearntShape, type UsualShape } from './shape.ts';
import { LOGISTIC_WIDTH, type Transition, transitionHeight } from './transition.ts';

/** Minimum distance of two products in widths: separation·√(height ratio), and separation. */
export interface SplitLimits {
  readonly separation: number;
  readonly leastSeparation: number;
}

/** Whether peaks are found for a call, or for learning the plate's shape. */
export type FitPurpose = 'call' | 'teach';

/** A curve between slope and peaks. */
export interface CurveUnderFit {
  readonly grid: TemperatureGrid;
  readonly window: SlopeWindow;
  readonly fluorescence: Float64Array;
  readonly slope: Float64Array;
  readonly noise: number;
  readonly limits: DetectionLimits;
  readonly split: SplitLimits;
  /** The same for a product of an unknown shape. */
  readonly splitAlone: SplitLimits;
  /** The shape learnt from the plate; null for a curve on its own. */
  readonly shape: LearntShape | null;
  /** Otherwise the prior of a transition: the skew of the plate, if learnt. */
  readonly usual: UsualShape;
  readonly policy: PeakPolicy;
  /** Whether a hidden product is only a doubt: any, or one so small that it may be a shoulder. */
  readonly doubtsHidden: boolean;
  readonly doubtsSmall: boolean;
  readonly purpose: FitPurpose;
  /** Whether clipped readings were removed, so that a melt may continue beyond the ends. */
  readonly isClipped: boolean;
  /** The levelled jumps. */
  readonly steps: readonly Fault[];
}

/** Transitions fitted to a part of a curve. */
export interface ClusterFit extends WeighedPriors {
  readonly window: FitWindow;
  readonly parameters: Float64Array;
  /** The transitions that the parameters are. */
  readonly found: readonly Transition[];
  readonly residual: number;
  readonly cost: number;
  /** Standard errors of the parameters from noise alone. */
  readonly errors: Float64Array;
  /** Covariance of Tm and ln ν of each transition, °C. */
  readonly tmWithSkew: Float64Array;
}

/** A fitted cluster. */
export interface FittedCluster {
  readonly fit: ClusterFit;
  /** The remaining members, in order of temperature. */
  readonly members: readonly Candidate[];
  /** The predicted decrease of the cost if the shape were free; 0 where it already is. */
  readonly released: number;
}

export const transitionOf = ({ found }: Pick<ClusterFit, 'found'>, k: number): Transition => itemAt(found, k);

function transitionRead(parameters: Float64Array, k: number): Transition {
  const q = BACKGROUND + PER_TRANSITION * k;
  return {
    amplitude: at(parameters, q),
    tm: at(parameters, q + 1),
    logWidth: at(parameters, q + 2),
    logSkew: at(parameters, q + 3),
  };
}

/** Averages the readings for a cluster's fit; extends the range when they are too few. */
function clusterWindow(
  curve: CurveUnderFit,
  { members, fromTemperature, toTemperature }: Cluster,
): FitWindow {
  const { temperature } = curve.grid;
  const lastIndex = temperature.length - 1;
  let from = Math.min(itemAt(members, 0).index, readingAt(temperature, fromTemperature));
  const above = readingAt(temperature, toTemperature);
  const within = at(temperature, above) <= toTemperature ? above : above - 1;
  let to = Math.max(itemAt(members, members.length - 1).index, within);
  const fewest = 4 * members.length + 5;
  while (to - from < fewest && (from > 0 || to < lastIndex)) {
    if (from > 0) from--;
    if (to < lastIndex) to++;
  }
  let width = Infinity;
  for (const member of members) width = Math.min(width, member.width);
  return fitWindow(curve.grid, curve.fluorescence, {
    from,
    to,
    width,
    noise: curve.noise,
  });
}

/** Starting parameters: each candidate as a transition of its prominence and width. */
function startParameters(curve: CurveUnderFit, window: FitWindow, members: readonly Candidate[]) {
  const parameters = fitMemoryRow();
  const shape = curve.shape ?? curve.usual;
  // Beside a larger peak the prominence underestimates the height, so the slope at the window's ends is the
  // base.
  const ground = Math.min(at(curve.slope, window.from), at(curve.slope, window.to));
  let amplitude = 0;
  members.forEach((member, k) => {
    const q = BACKGROUND + PER_TRANSITION * k;
    const seen = log(member.width / LOGISTIC_WIDTH);
    const logWidth = shape.logWidthSd < 0.2 ? logWidthAt(shape, member.temperature) : seen;
    parameters[q] = 4 * exp(seen) * Math.max(member.prominence, at(curve.slope, member.index) - ground);
    parameters[q + 1] = member.temperature;
    parameters[q + 2] = logWidth;
    parameters[q + 3] = shape.logSkew;
    amplitude += at(parameters, q);
  });
  parameters[0] = at(window.fluorescence, window.length - 1);
  return { parameters, amplitude };
}

/** Whether an outer member of a cluster is too close to an end of the readings to be complete. */
function isAtEnd({ grid: { temperature } }: CurveUnderFit, members: readonly Candidate[]): boolean {
  const first = itemAt(members, 0);
  const last = itemAt(members, members.length - 1);
  return (
    first.temperature - at(temperature, 0) < PEAK.whole * first.width ||
    at(temperature, temperature.length - 1) - last.temperature < PEAK.whole * last.width
  );
}

/** The shape prior of a cluster's transitions. */
function shapeBefore(curve: CurveUnderFit, members: readonly Candidate[]): ShapePrior {
  if (curve.shape !== null) return curve.shape;
  return curve.isClipped || isAtEnd(curve, members) ? halfSeen(curve.usual) : curve.usual;
}

/** The member to remove: the least prominent of those that diverged or are insignificant; −1: none. */
function worstMember(curve: CurveUnderFit, fit: ClusterFit, members: readonly Candidate[]): number {
  const { temperature } = curve.grid;
  let worst = -1;
  members.forEach((member, k) => {
    const transition = transitionOf(fit, k);
    const hasRunAway =
      Math.abs(transition.tm - member.temperature) > 1.5 * member.width ||
      transition.tm < at(temperature, fit.window.from) ||
      transition.tm > at(temperature, fit.window.to) ||
      !(transition.amplitude > 0) ||
      exp(transition.logWidth) * LOGISTIC_WIDTH > 1.5 * PEAK.widest;
    const isWeak =
      transitionHeight(transition) < CLUSTER.dropSignificance * curve.limits.slopeThreshold * member.error;
    const lessProminent = worst < 0 || member.prominence < itemAt(members, worst).prominence;
    if ((hasRunAway || isWeak) && lessProminent) worst = k;
  });
  return worst;
}

/** Fits transitions from the given start. */
export function transitionsFit(window: FitWindow, parameters: Float64Array, problem: FitProblem): ClusterFit {
  const { transitions, priors, expectedVariance } = problem;
  const { residual, cost } = leastSquares(window, parameters, problem);
  // Most fits are of one: a list that grows takes room for 17.
  const found = [transitionRead(parameters, 0)];
  for (let k = 1; k < transitions; k++) found.push(transitionRead(parameters, k));
  const errors = fitMemoryRow();
  const tmWithSkew = fitMemoryRow();
  standardErrors(transitions, Math.sqrt(expectedVariance), { errors, tmWithSkew });
  return {
    window,
    parameters,
    transitions,
    found,
    priors,
    residual,
    cost,
    errors,
    tmWithSkew,
    expectedVariance,
  };
}

/** The number of poorly determined transitions: overlapping ones can exchange amplitude. */
function poorlyDetermined({ found, errors }: ClusterFit, { limits }: CurveUnderFit): number {
  const least = CLUSTER.known * limits.slopeThreshold;
  const isHardlyKnown = ({ amplitude }: Transition, k: number): boolean =>
    amplitude < least * at(errors, BACKGROUND + PER_TRANSITION * k);
  return found.filter(isHardlyKnown).length;
}

/** Whether a fit may be of noise, with no transition well determined. */
export const mayBeNoise = (curve: CurveUnderFit, fit: ClusterFit): boolean =>
  poorlyDetermined(fit, curve) === fit.transitions;

/** The prior of two products in one peak. */
export const pairShape = ({ usual }: Pick<CurveUnderFit, 'usual'>): PairShape =>
  isSkewed(usual)
    ? { logSkew: usual.logSkew, logSkewSd: SKEWED.pairSd, widthRatioSd: SKEWED.widthRatioSd }
    : { logSkew: 0, logSkewSd: HIDDEN.logSkewSd, widthRatioSd: HIDDEN.widthRatioSd };

/** The same transitions with equal shapes, if that explains the readings as well and separates them. */
function alikeFit(curve: CurveUnderFit, fit: ClusterFit): ClusterFit {
  const asks = curve.purpose === 'call' && curve.shape === null && fit.transitions > 1;
  if (!asks || poorlyDetermined(fit, curve) === 0) return fit;
  const { window, transitions, expectedVariance } = fit;
  const parameters = fitMemoryRow();
  parameters.set(fit.parameters);
  const found = transitionsFit(window, parameters, {
    transitions,
    priors: alikePriors(fit.priors, pairShape(curve)),
    iterations: HIDDEN.iterations,
    expectedVariance,
  });
  const isAsGood = found.cost <= fit.cost + CLUSTER.alikeCost * expectedVariance;
  return isAsGood && poorlyDetermined(found, curve) === 0 ? found : fit;
}

/**
 * Fits a background and one transition for each candidate to a cluster's readings, and removes members that
 * turn out not to be separate transitions.
 */
export function clusterFit(
  curve: CurveUnderFit,
  cluster: Cluster,
  curvatureSd: number = isSkewed(curve.usual) ? SKEWED.curvatureSd : PRIOR.curvatureSd,
): FittedCluster {
  let members = cluster.members;
  const window = clusterWindow(curve, cluster);
  for (;;) {
    const { parameters, amplitude } = startParameters(curve, window, members);
    const misfit = (curve.shape?.misfit ?? 0) * amplitude;
    const fit = transitionsFit(window, parameters, {
      transitions: members.length,
      priors: {
        shape: shapeBefore(curve, members),
        widthRatioSd: PRIOR.widthRatioSd,
        curvatureSd: curvatureSd * amplitude,
      },
      iterations: FIT.iterations,
      expectedVariance: window.variance + misfit * misfit,
    });
    const worst = members.length > 1 ? worstMember(curve, fit, members) : -1;
    if (worst < 0) {
      return {
        fit: alikeFit(curve, fit),
        members,
        released: curve.shape === null ? 0 : releasedGain(fit, curve.usual),
      };
    }
    members = members.filter((_, k) => k !== worst);
  }
}
