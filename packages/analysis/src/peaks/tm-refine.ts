import { at } from '../at.ts';
import { exp } from '../elementary.ts';
import { FIT, FORM, REFINE, SKEWED } from '../settings.ts';
import { type ClusterFit, type CurveUnderFit, transitionOf } from './cluster-fit.ts';
import { misfitBend, misfitBendVariance, misfitLearn, type MisfitProcess } from './misfit-process.ts';
import { BACKGROUND, parameterCount, PER_TRANSITION } from '../fit-kernel/layout.ts';
import { residualsEvaluate } from './least-squares.ts';
import { isSkewed, type TmOffset } from './shape.ts';
import { skewOf, type Transition, transitionBend, transitionHeight, transitionWidth } from './transition.ts';

/** The shape learnt from the plate. */
type KnownShape = Pick<CurveUnderFit, 'shape' | 'usual'>;

/** A Tm and its standard error, °C. */
export interface RefinedTm {
  readonly tm: number;
  readonly error: number;
}

const together = (a: number, b: number, c = 0, d = 0): number => Math.sqrt(a * a + b * b + c * c + d * d);

/** How closely a low tail resembles that of a bimolecular transition, 0 to 1. */
function bimolecular(logSkew: number): number {
  const rise = (FORM.from - logSkew) / (FORM.from - FORM.full);
  const fall = (logSkew - FORM.to) / (FORM.most - FORM.to);
  return Math.max(0, Math.min(1, rise, fall));
}

/** Errors of a fitted Tm that do not show in the readings. */
interface FormErrors {
  /** Distance of the steepest point for this skew from the model's Tm, °C. */
  readonly shift: number;
  /** Its uncertainty, °C. */
  readonly form: number;
  /** The same where noise explains the residual, °C. */
  readonly explained: number;
  /** Possible pull of the prior of ln ν, °C. */
  readonly pull: number;
}

/**
 * A logistic transition is a Richards curve; any other form only resembles one, less so with more skew. The
 * bimolecular form is known, so its Tm is corrected as far as the curve shows the skew.
 */
function formErrors(fit: ClusterFit, k: number, { shape, usual }: KnownShape): FormErrors {
  const isAlone = shape === null;
  const { logWidth, logSkew } = transitionOf(fit, k);
  const w = exp(logWidth);
  const prior = usual.logSkewSd * usual.logSkewSd;
  const unknown = isSkewed(usual) ? SKEWED.unknown : FORM.skewUnknown;
  const skewError = at(fit.errors, BACKGROUND + PER_TRANSITION * k + 3);
  const knownPart = isAlone ? Math.max(0, 1 - (skewError * skewError) / prior) : 1;
  const isSharp = logSkew < FIT.leastLogSkew;
  const alike = bimolecular(logSkew) * knownPart;
  const ofModel = (isSharp ? FORM.sharpError : FORM.error * Math.min(FORM.mostSkew, Math.abs(logSkew))) * w;
  const form = isSkewed(usual)
    ? together(ofModel, SKEWED.form * transitionWidth(transitionOf(fit, k)))
    : ofModel;
  return {
    // An amplicon's skew comes from its domains, not from a bimolecular reaction.
    shift: isSkewed(usual) ? 0 : FORM.shift * alike * w,
    form,
    // Where a plate's curves share that form, the remaining uncertainty is smaller.
    explained: isAlone ? form : (1 - FORM.taught * alike) * form,
    pull: isAlone ? (unknown * at(fit.tmWithSkew, k)) / prior : 0,
  };
}

/** The model's Tm, corrected by the form and the plate for the real steepest point. */
function modelTm(
  { tm, logWidth }: Transition,
  shape: TmOffset,
  { chance, shift, form, pull }: FormErrors & { readonly chance: number },
): RefinedTm {
  const w = exp(logWidth);
  const learnt = shape.offset * w;
  // The plate's offset takes precedence over the form's, unless the plate shows only a part of it.
  const offset = learnt < 0 ? learnt : Math.max(learnt, shift);
  return {
    tm: tm + offset,
    error: together(chance, pull, form, w * shape.offsetError),
  };
}

/** The misfit of a fit around one of its transitions; null when noise explains it. */
function misfitOf(fit: ClusterFit, k: number, limit: number): MisfitProcess | null {
  const { window, transitions, residual } = fit;
  const excess = residual - limit * window.variance * window.length;
  if (!(excess > 0)) return null;
  // The parameters explain as many readings as there are parameters.
  const free = Math.max(REFINE.leastFree * window.length, window.length - parameterCount(transitions));
  const transition = transitionOf(fit, k);
  const width = transitionWidth(transition);
  return misfitLearn(window, residualsEvaluate(window, fit.parameters, transitions), {
    centre: transition.tm,
    reach: REFINE.reach * width,
    correlation: REFINE.correlation * width,
    variance: excess / free,
  });
}

/**
 * First and second derivative of the −dF/dT of a transition. Excludes neighbours: on the flank of a large
 * product a small one has a Tm but no steepest point. A transition wider than a product is one of several
 * parts of a melt, whose steepest point is that of the sum.
 */
function bendOf(fit: ClusterFit, k: number, temperature: number): { first: number; second: number } {
  const transition = transitionOf(fit, k);
  if (transitionWidth(transition) <= REFINE.widestProduct) return transitionBend(transition, temperature);
  const sum = { first: 0, second: 0 };
  for (const part of fit.found) {
    const { first, second } = transitionBend(part, temperature);
    sum.first += first;
    sum.second += second;
  }
  return sum;
}

/** The temperature at which model and misfit together are steepest; null where the misfit diverges. */
function steepestTm(fit: ClusterFit, k: number, misfit: MisfitProcess) {
  const transition = transitionOf(fit, k);
  const w = exp(transition.logWidth);
  // The minimum curvature of a peak with this height and width.
  const flattest = (-0.5 * transitionHeight(transition)) / (w * w * (1 + skewOf(transition.logSkew)));
  // The background's curvature: part of a skewed transition's tail, as far as the fit attributed it to the
  // background.
  const background = -2 * at(fit.parameters, 2) * fit.window.scale * fit.window.scale;
  let { tm } = transition;
  let curvature = flattest;
  for (let iteration = 0; iteration < REFINE.iterations; iteration++) {
    const model = bendOf(fit, k, tm);
    const rest = misfitBend(misfit, tm);
    curvature = Math.min(model.second - rest.third, flattest);
    const move = -(model.first + background - rest.second) / curvature;
    tm += Math.min(REFINE.longestStep * w, Math.max(-REFINE.longestStep * w, move));
    if (Math.abs(move) < REFINE.lastStep * w) break;
  }
  if (!(Math.abs(tm - transition.tm) < REFINE.farthest * w)) return null;
  const { left, part } = misfitBendVariance(misfit, tm);
  return { tm, error: Math.sqrt(left) / -curvature, part };
}

/**
 * The Tm of a fitted transition, corrected by the residual. At a high signal-to-noise ratio the model's
 * misfit, not noise, is the error of Tm; the residual shows it and its uncertainty. If the plate's usual
 * misfit is known and explains this curve's, both are combined.
 *
 * @param k - index of the transition
 * @param known - the shape learnt from the plate
 */
export function tmRefine(fit: ClusterFit, k: number, known: KnownShape): RefinedTm {
  const { shape } = known;
  const { window, expectedVariance, residual } = fit;
  const transition = transitionOf(fit, k);
  const limit = 1 + REFINE.misfit * Math.sqrt(2 / window.length);
  const ratio = residual / window.length / expectedVariance;
  const noise = at(fit.errors, BACKGROUND + PER_TRANSITION * k + 1);
  const skewed = isSkewed(known.usual) ? SKEWED.noise : 1;
  const chance = skewed * noise * Math.sqrt(Math.min(limit, Math.max(1, ratio)));
  const errors = formErrors(fit, k, known);
  const misfit = misfitOf(fit, k, limit);
  if (misfit === null)
    return modelTm(transition, shape ?? known.usual, { ...errors, form: errors.explained, chance });
  const model = modelTm(transition, shape ?? known.usual, { ...errors, chance });
  const found = steepestTm(fit, k, misfit);
  if (found === null)
    return {
      ...model,
      error: together(model.error, REFINE.farthest * exp(transition.logWidth)),
    };
  const own = {
    // The part of the misfit that the readings do not determine is taken from the rest of the plate.
    tm: found.tm + found.part * known.usual.offset * exp(transition.logWidth),
    error: together(chance, errors.pull, found.error, found.part * errors.form),
  };
  if (shape === null || ratio > limit) return own;
  const weight = 1 / (1 + (own.error / model.error) ** 2);
  return {
    tm: model.tm + weight * (own.tm - model.tm),
    error: Math.min(own.error, model.error),
  };
}
