import { at } from '../at.ts';
import { exp, log } from '../elementary.ts';
import { HIDDEN, PEAK, PRIOR, SKEWED } from '../settings.ts';
import {
  type ClusterFit,
  type CurveUnderFit,
  pairShape,
  type SplitLimits,
  transitionOf,
  transitionsFit,
} from './cluster-fit.ts';
import type { DoubtedProduct } from './found-peak.ts';
import { fitMemoryRow } from './fit-memory.ts';
import { alikePriors } from './fit-priors.ts';
import { BACKGROUND, PER_TRANSITION } from '../fit-kernel/layout.ts';
import { isSkewed } from './shape.ts';
import { type Transition, transitionHeight, transitionSlope, transitionWidth } from './transition.ts';

/** A fit with an additional transition, and its decrease in cost in σ². */
export interface SplitFit extends ClusterFit {
  readonly gain: number;
}

/** The result of the search for a second product. */
export interface HiddenSearch {
  /** The fit with an additional transition; null: not needed or not supported. */
  readonly split: SplitFit | null;
  /** Set when the second product is supported but too close. */
  readonly doubted: DoubtedProduct | null;
}

export const NOTHING: HiddenSearch = { split: null, doubted: null };

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

/** Whether every transition falls: a fall and a rise much larger than the signal explain almost anything. */
function areMelts(fit: ClusterFit): boolean {
  for (let k = 0; k < fit.transitions; k++) if (!(transitionOf(fit, k).amplitude > 0)) return false;
  return true;
}

/**
 * The direction of an implausible bend of the background, which then replaces a small product at the foot of
 * the large one, on the side where it falls more steeply. 1: higher temperatures; −1: lower; 0: none.
 */
function bendOf({ parameters, priors }: ClusterFit): number {
  const curvature = at(parameters, BACKGROUND - 1);
  return Math.abs(curvature) > HIDDEN.bent * priors.curvatureSd ? -Math.sign(curvature) : 0;
}

interface Product {
  readonly tm: number;
  readonly error: number;
  readonly area: number;
  readonly height: number;
  readonly width: number;
}

/** The transitions of a fit in order of Tm. */
const productsOf = (fit: ClusterFit): readonly Product[] =>
  fit.found
    .map((transition, k) => ({
      tm: transition.tm,
      error: at(fit.errors, BACKGROUND + PER_TRANSITION * k + 1),
      area: transition.amplitude,
      height: transitionHeight(transition),
      width: transitionWidth(transition),
    }))
    .sort((a, b) => a.tm - b.tm);

/** Whether all products of a fit are high, wide and well determined enough. */
function areProducts(curve: CurveUnderFit, { window }: ClusterFit, products: readonly Product[]): boolean {
  const { temperature } = curve.grid;
  const highest = Math.max(...products.map(({ height }) => height));
  return products.every(
    ({ tm, error, height, width }) =>
      height >= HIDDEN.leastPart * highest &&
      height >= curve.limits.minThreshold &&
      width >= PEAK.narrowest &&
      error <= PEAK.tmError &&
      tm > at(temperature, window.from) &&
      tm < at(temperature, window.to),
  );
}

/** Whether adjacent products of a fit are far enough apart. */
const areApart = (
  products: readonly Product[],
  { separation: least, leastSeparation }: SplitLimits,
): boolean =>
  products.every(({ tm, height }, k) => {
    const before = products[k - 1];
    if (before === undefined) return true;
    const separation = (tm - before.tm) / before.width;
    const ratio = Math.min(height, before.height) / Math.max(height, before.height);
    return separation >= leastSeparation && separation * Math.sqrt(ratio) >= least;
  });

/** Whether the fitted slope of two adjacent transitions has two maxima with a valley between them. */
function areTwoMaxima({ found }: ClusterFit, one: Transition, other: Transition): boolean {
  const slope = (temperature: number): number =>
    found.reduce((sum, transition) => sum + transitionSlope(transition, temperature), 0);
  const [high, low] = slope(one.tm) >= slope(other.tm) ? [one, other] : [other, one];
  const { leastRise, riseStep, riseReach } = SKEWED;
  let top = 0;
  let valley = 0;
  let rise = 0;
  for (let part = -riseReach; part <= 1 + riseReach; part += riseStep) {
    const here = slope(high.tm + part * (low.tm - high.tm));
    if (here >= top) {
      top = here;
      valley = here;
      rise = 0;
    }
    valley = Math.min(valley, here);
    rise = Math.max(rise, here - valley);
  }
  return rise > leastRise * Math.min(transitionHeight(one), transitionHeight(other));
}

/** Whether each transition of a fit is a maximum of its slope. */
function areMaxima(fit: ClusterFit): boolean {
  const inOrder = [...fit.found].sort((a, b) => a.tm - b.tm);
  return inOrder.every((transition, k) => {
    const before = inOrder[k - 1];
    return before === undefined || areTwoMaxima(fit, before, transition);
  });
}

/** Whether the smallest product of a fit is known to be a shoulder, or small enough to be one. */
function mayBeShoulder(
  { doubtsHidden, doubtsSmall, usual }: CurveUnderFit,
  fit: ClusterFit,
  products: readonly Product[],
): boolean {
  if (doubtsHidden || !doubtsSmall) return doubtsHidden;
  if (isSkewed(usual) && !areMaxima(fit)) return true;
  const heights = products.map(({ height }) => height);
  return Math.min(...heights) < SKEWED.leastPart * Math.max(...heights);
}

const DOUBTED: SplitLimits = { separation: HIDDEN.doubtedSeparation, leastSeparation: 0 };

/** The smallest product of a fit. */
function leastOf(products: readonly Product[]): DoubtedProduct | null {
  const [least] = [...products].sort((a, b) => a.height - b.height);
  return least === undefined ? null : { tm: least.tm, area: least.area };
}

/**
 * A doubt for a fit that explains a curve much better although its product is not well placed or determined:
 * within the fitted readings, and high enough.
 */
function unplaced(
  { policy, grid: { temperature }, limits }: CurveUnderFit,
  { window }: ClusterFit,
  products: readonly Product[],
): HiddenSearch {
  const highest = Math.max(...products.map(({ height }) => height));
  const isHigh = ({ height }: Product): boolean =>
    height >= limits.minThreshold && height >= HIDDEN.leastPart * highest;
  const least = leastOf(products);
  if (!policy.knowsModelError || least === null || !products.every(isHigh)) return NOTHING;
  const tm = Math.max(at(temperature, window.from), Math.min(at(temperature, window.to), least.tm));
  return { split: null, doubted: { tm, area: least.area } };
}

/** The smallest product of a fit, if it may be one in spite of its closeness. */
function doubtedOf(products: readonly Product[]): DoubtedProduct | null {
  const [least, ...others] = [...products].sort((a, b) => a.height - b.height);
  const highest = others.at(-1);
  const mayBe =
    least !== undefined &&
    highest !== undefined &&
    least.height >= HIDDEN.doubtedPart * highest.height &&
    least.width <= HIDDEN.doubtedWider * highest.width &&
    Math.abs(least.tm - highest.tm) <= HIDDEN.doubtedReach * highest.width &&
    areApart(products, DOUBTED);
  return mayBe ? { tm: least.tm, area: least.area } : null;
}

/** Searches for a second product inside a peak that one transition does not explain. */
export function hiddenPeakFit(curve: CurveUnderFit, fit: ClusterFit): HiddenSearch {
  const { window, expectedVariance } = fit;
  const readings = window.length;
  // With a known shape, an implausible shape is as good evidence as a residual.
  const misfit = (curve.shape === null ? fit.residual : fit.cost) / expectedVariance / readings;
  const largest = largestOf(fit);
  const { amplitude, logSkew } = transitionOf(fit, largest);
  const amplitudeError = at(fit.errors, BACKGROUND + PER_TRANSITION * largest);
  // Noise hides no product.
  if (!(amplitude >= curve.limits.slopeThreshold * amplitudeError)) return NOTHING;
  const skew = isSkewed(curve.usual) ? logSkew - curve.usual.logSkew : logSkew;
  const isUsual = misfit <= chance(HIDDEN.misfit, readings) && Math.abs(skew) <= HIDDEN.skew;
  const bend = bendOf(fit);
  if (isUsual && bend === 0) return NOTHING;
  const tail = skew < 0 ? -1 : 1;
  // A skew within its prior indicates no side.
  const side = bend !== 0 && Math.abs(skew) <= PRIOR.logSkewSd ? bend : tail;
  const priors =
    curve.shape === null
      ? alikePriors(fit.priors, pairShape(curve))
      : { ...fit.priors, widthRatioSd: HIDDEN.widthRatioSd };
  let best: ClusterFit | null = null;
  let tried = 0;
  const starts = isSkewed(curve.usual) ? [...HIDDEN.starts, ...SKEWED.starts] : HIDDEN.starts;
  for (const { offset, width } of starts) {
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
    const isSame = best !== null && Math.abs(found.cost - best.cost) < HIDDEN.same * expectedVariance;
    if (best === null || found.cost < best.cost) best = found;
    const isFound =
      best.residual / expectedVariance / readings <= chance(HIDDEN.misfit, readings) &&
      fit.cost - best.cost > HIDDEN.gain * expectedVariance;
    if (isSame && isFound) break;
    // Explained up to noise, so other starting values cannot do better.
    if (best.cost / expectedVariance / readings <= chance(HIDDEN.explained, readings)) break;
    tried++;
    const isHopeless = fit.cost - best.cost < HIDDEN.hope * expectedVariance;
    if (curve.shape !== null && tried >= HIDDEN.leastTried && isHopeless) break;
  }
  if (best === null) return NOTHING;
  const remaining = best.residual / expectedVariance / readings;
  const gain = (fit.cost - best.cost) / (expectedVariance * Math.max(1, remaining));
  const isBetter =
    gain > HIDDEN.gain &&
    remaining < Math.max(chance(HIDDEN.remaining, readings), HIDDEN.remainingPart * misfit);
  const products = productsOf(best);
  if (gain <= HIDDEN.gain) return NOTHING;
  if (!areProducts(curve, best, products)) return unplaced(curve, best, products);
  // Real melts leave residuals with any transition model, so two transitions may be right all the same.
  if (!isBetter) return curve.policy.knowsModelError ? { split: null, doubted: leastOf(products) } : NOTHING;
  if (!areApart(products, curve.split)) return { split: null, doubted: doubtedOf(products) };
  return mayBeShoulder(curve, best, products)
    ? { split: null, doubted: leastOf(products) }
    : { split: { ...best, gain }, doubted: null };
}
