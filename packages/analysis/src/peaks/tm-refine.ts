import { at } from '../at.ts';
import { exp } from '../elementary.ts';
import { FIT, FORM, REFINE, SKEWED } from '../settings.ts';
import { type ClusterFit, type CurveUnderFit, transitionOf } from './cluster-fit.ts';
import { misfitBend, misfitBendVariance, misfitLearn, type MisfitProcess } from './misfit-process.ts';
import { BACKGROUND, parameterCount, PER_TRANSITION } from '../fit-kernel/layout.ts';
import { residualsEvaluate } from './least-squares.ts';
import { isSkewed, type TmOffset } from './shape.ts';
import { skewOf, type Transition, transitionBend, transitionHeight, transitionWidth } from './transition.ts';

/** What the plate taught of transitions. */
type KnownShape = Pick<CurveUnderFit, 'shape' | 'usual'>;

/** A Tm and its standard error, °C. */
export interface RefinedTm {
  readonly tm: number;
  readonly error: number;
}

const together = (a: number, b: number, c = 0, d = 0): number => Math.sqrt(a * a + b * b + c * c + d * d);

/** How much a low tail looks like that of a bimolecular transition, 0 to 1. */
function bimolecular(logSkew: number): number {
  const rise = (FORM.from - logSkew) / (FORM.from - FORM.full);
  const fall = (logSkew - FORM.to) / (FORM.most - FORM.to);
  return Math.max(0, Math.min(1, rise, fall));
}

/** Errors of a fitted Tm that the readings do not show. */
interface FormErrors {
  /** Where a transition of this skew is steepest, from the model's Tm, °C. */
  readonly shift: number;
  /** What is not known of that, °C. */
  readonly form: number;
  /** The same where noise explains what the fit left over, °C. */
  readonly explained: number;
  /** How far the prior of ln ν may have pulled, °C. */
  readonly pull: number;
}

/**
 * A logistic transition is a Richards curve; any other form only resembles one, the less so the more it is skewed. The
 * bimolecular form is known, so its Tm is corrected as far as the curve itself shows the skew.
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
    // An amplicon's skew is that of its domains, not of two strands that meet.
    shift: isSkewed(usual) ? 0 : FORM.shift * alike * w,
    form,
    // Where the curves of a plate show that form together, less is left of what it could be.
    explained: isAlone ? form : (1 - FORM.taught * alike) * form,
    pull: isAlone ? (unknown * at(fit.tmWithSkew, k)) / prior : 0,
  };
}

/** The Tm of the model, with what its form and the plate say about where the curve is really steepest. */
function modelTm(
  { tm, logWidth }: Transition,
  shape: TmOffset,
  { chance, shift, form, pull }: FormErrors & { readonly chance: number },
): RefinedTm {
  const w = exp(logWidth);
  const learnt = shape.offset * w;
  // What the plate has seen stands above what the form lets expect, unless it saw only a part of it.
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
  // As many readings as the fit has parameters are explained by them.
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
 * First and second derivative of the −dF/dT of a transition. Without its neighbours: on the flank of a large product a
 * small one has its Tm, but no steepest point. What is wider than a product is one of several parts of one melt, whose
 * steepest point is that of all.
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

/** The temperature at which model and misfit together are steepest; null where the misfit leads away. */
function steepestTm(fit: ClusterFit, k: number, misfit: MisfitProcess) {
  const transition = transitionOf(fit, k);
  const w = exp(transition.logWidth);
  // The least curvature that a peak of this height and width has.
  const flattest = (-0.5 * transitionHeight(transition)) / (w * w * (1 + skewOf(transition.logSkew)));
  // The background's own bend: part of a skewed transition's tail, as far as the fit took it for background.
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
 * The Tm of a fitted transition, corrected by what the fit left over. At a high signal-to-noise ratio the model's
 * misfit, not noise, is the error of Tm: the residual shows it, and how well it is known. Where the plate knows the usual misfit
 * and it explains this curve's, both are weighed.
 *
 * @param k - which transition
 * @param known - what the plate taught
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
    // What the readings leave open of the misfit is as on the rest of the plate.
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
