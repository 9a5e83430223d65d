import { at, itemAt } from '../at.ts';
import { exp, log } from '../elementary.ts';
import { HIDDEN, PEAK, PRIOR } from '../settings.ts';
import { type ClusterFit, type CurveUnderFit, transitionOf, transitionsFit } from './cluster-fit.ts';
import { fitMemoryRow } from './fit-memory.ts';
import type { FitPriors } from './fit-priors.ts';
import { BACKGROUND, PER_TRANSITION } from './normal-equations.ts';
import { transitionHeight, transitionWidth } from './transition.ts';

/** A fit with a transition more, and by how many σ² its cost is less. */
export interface SplitFit extends ClusterFit {
  readonly gain: number;
}

/** χ² per reading that chance exceeds with a probability of `sigmas` standard deviations. */
export const chance = (sigmas: number, readings: number): number => 1 + sigmas * Math.sqrt(2 / readings);

/** Index of the largest transition of a fit. */
function largestOf(fit: ClusterFit): number {
  let largest = 0;
  for (let k = 1; k < fit.transitions; k++) {
    if (transitionOf(fit, k).amplitude > transitionOf(fit, largest).amplitude) largest = k;
  }
  return largest;
}

/** A pair of products of one assay is almost equally wide and not skewed, unless the plate taught its shape. */
function pairPriors(curve: CurveUnderFit, fit: ClusterFit): FitPriors {
  const { curvatureSd, shape } = fit.priors;
  const { widthRatioSd } = HIDDEN;
  return curve.shape === null
    ? {
        shape: {
          ...shape,
          logSkew: 0,
          logSkewSd: HIDDEN.logSkewSd,
          logSkewTail: 0,
        },
        widthRatioSd,
        curvatureSd,
      }
    : { shape, widthRatioSd, curvatureSd };
}

/** The parameters of a fit with its largest transition split in two, the second `offset` widths w away. */
function splitStart(
  fit: ClusterFit,
  largest: number,
  {
    offset,
    width,
    logSkew,
  }: {
    readonly offset: number;
    readonly width: number;
    readonly logSkew: number;
  },
) {
  const { transitions } = fit;
  const parameters = fitMemoryRow();
  parameters.set(fit.parameters);
  const { amplitude, tm, logWidth } = transitionOf(fit, largest);
  const w = exp(logWidth);
  const old = BACKGROUND + PER_TRANSITION * largest;
  const added = BACKGROUND + PER_TRANSITION * transitions;
  parameters[added] = 0.3 * amplitude;
  parameters[old] = 0.7 * amplitude;
  parameters[added + 1] = tm + offset * w;
  parameters[old + 1] = tm - Math.sign(offset) * 0.5 * w;
  for (let k = 0; k <= transitions; k++) {
    parameters[BACKGROUND + PER_TRANSITION * k + 2] = logWidth + log(width);
    parameters[BACKGROUND + PER_TRANSITION * k + 3] = logSkew;
  }
  return parameters;
}

/** Whether every transition falls: a fall and a rise, both many times the signal, explain almost anything and are nothing. */
function areMelts(fit: ClusterFit): boolean {
  for (let k = 0; k < fit.transitions; k++) if (!(transitionOf(fit, k).amplitude > 0)) return false;
  return true;
}

/**
 * Which way the background bends, as none does: it then stands for a small product at the foot of the large one, where
 * it falls more steeply. 1: toward higher temperatures; −1: toward lower; 0: it does not.
 */
function bendOf({ parameters, priors }: ClusterFit): number {
  const curvature = at(parameters, BACKGROUND - 1);
  return Math.abs(curvature) > HIDDEN.bent * priors.curvatureSd ? -Math.sign(curvature) : 0;
}

/** Whether the transitions of a fit are high, wide and far enough apart to be products of their own. */
function areProducts(curve: CurveUnderFit, fit: ClusterFit): boolean {
  const { temperature } = curve.grid;
  const found = Array.from({ length: fit.transitions }, (_, k) => {
    const transition = transitionOf(fit, k);
    return {
      tm: transition.tm,
      error: at(fit.errors, BACKGROUND + PER_TRANSITION * k + 1),
      height: transitionHeight(transition),
      width: transitionWidth(transition),
    };
  }).sort((a, b) => a.tm - b.tm);
  const highest = Math.max(...found.map(({ height }) => height));
  return found.every(({ tm, error, height, width }, k) => {
    const isPeak =
      height >= HIDDEN.leastPart * highest &&
      height >= curve.limits.minThreshold &&
      width >= PEAK.narrowest &&
      error <= PEAK.tmError &&
      tm > at(temperature, fit.window.from) &&
      tm < at(temperature, fit.window.to);
    if (!isPeak || k === 0) return isPeak;
    const before = itemAt(found, k - 1);
    const separation = (tm - before.tm) / before.width;
    const ratio = Math.min(height, before.height) / Math.max(height, before.height);
    return (
      separation >= curve.split.leastSeparation && separation * Math.sqrt(ratio) >= curve.split.separation
    );
  });
}

/**
 * Looks for a second product inside a peak that one transition does not explain.
 *
 * @returns the fit with one transition more, or null when there is no need or no evidence for it
 */
export function hiddenPeakFit(curve: CurveUnderFit, fit: ClusterFit): SplitFit | null {
  const { window, expectedVariance } = fit;
  const readings = window.length;
  // Where the shape is known, a shape that is not believed is as telling as a residual.
  const misfit = (curve.shape === null ? fit.residual : fit.cost) / expectedVariance / readings;
  const largest = largestOf(fit);
  const { amplitude, logSkew } = transitionOf(fit, largest);
  const amplitudeError = at(fit.errors, BACKGROUND + PER_TRANSITION * largest);
  // Nothing is hidden in noise.
  if (!(amplitude >= curve.limits.slopeThreshold * amplitudeError)) return null;
  const isUsual = misfit <= chance(HIDDEN.misfit, readings) && Math.abs(logSkew) <= HIDDEN.skew;
  const bend = bendOf(fit);
  if (isUsual && bend === 0) return null;
  const tail = logSkew < 0 ? -1 : 1;
  // A skew within its prior tells no side.
  const side = bend !== 0 && Math.abs(logSkew) <= PRIOR.logSkewSd ? bend : tail;
  const priors = pairPriors(curve, fit);
  let best: ClusterFit | null = null;
  let tried = 0;
  for (const { offset, width } of HIDDEN.starts) {
    const parameters = splitStart(fit, largest, {
      offset: offset * side,
      width,
      logSkew: priors.shape.logSkew,
    });
    const found = transitionsFit(window, parameters, {
      transitions: fit.transitions + 1,
      priors,
      iterations: HIDDEN.iterations,
      expectedVariance,
    });
    if (!areMelts(found)) continue;
    if (best === null || found.cost < best.cost) best = found;
    // Explained as well as noise allows: no other start explains more.
    if (best.cost / expectedVariance / readings <= chance(HIDDEN.explained, readings)) break;
    tried++;
    const isHopeless = fit.cost - best.cost < HIDDEN.hope * expectedVariance;
    if (curve.shape !== null && tried >= HIDDEN.leastTried && isHopeless) break;
  }
  if (best === null) return null;
  const remaining = best.residual / expectedVariance / readings;
  const gain = (fit.cost - best.cost) / (expectedVariance * Math.max(1, remaining));
  const isBetter =
    gain > HIDDEN.gain &&
    remaining < Math.max(chance(HIDDEN.remaining, readings), HIDDEN.remainingPart * misfit);
  return isBetter && areProducts(curve, best) ? { ...best, gain } : null;
}
