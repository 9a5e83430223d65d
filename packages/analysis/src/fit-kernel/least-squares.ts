import { at } from '../at.ts';
import { exp } from '../elementary.ts';
import { FIT } from '../settings.ts';
import { normalEquations } from './column-products.ts';
import * as layout from './layout.ts';
import { linearImprove } from './linear-improve.ts';
import { residualsEvaluate } from './model-columns.ts';
import { priorAdd, shapePriorsAdd, shapePriorsRelease } from './shape-priors.ts';

const {
  acceptedProducts,
  BACKGROUND,
  errors,
  factor,
  GIVEN,
  given,
  OUTCOME,
  outcome,
  parameterCount,
  parameters,
  PER_TRANSITION,
  products,
  ROW,
  step,
  tmColumn,
  tmWithSkew,
  trial,
} = layout;

/** Residual and cost of a model, after improving its linear part; leaves the table of products. */
function evaluate(length: number, model: Float64Array, transitions: number): void {
  const gradient = parameterCount(transitions) * ROW;
  const curvatureWeight = at(given, GIVEN.curvatureWeight);
  const seen = normalEquations(length, model, transitions);
  const before = seen + priorAdd(gradient, 2, at(model, 2), curvatureWeight);
  const improved = before - linearImprove(model, transitions);
  const curvature = at(model, 2);
  const residual = improved - curvatureWeight * curvature * curvature;
  const shape = shapePriorsAdd(model, transitions);
  outcome[OUTCOME.residual] = residual > 0 ? residual : 0;
  outcome[OUTCOME.cost] = (improved > 0 ? improved : 0) + shape;
}

/**
 * Cholesky factor of the normal matrix with its diagonal raised by `damping`, and the forward substitution
 * for the step; false when it is singular. The diagonal holds reciprocals to avoid divisions.
 */
function factorise(count: number, damping: number): boolean {
  const gradient = count * ROW;
  // Column by column, because the elements of a column are independent of each other.
  for (let j = 0; j < count; j++) {
    let pivot = at(products, j * ROW + j) * (1 + damping);
    let sum = at(products, gradient + j);
    for (let k = 0; k < j; k++) {
      const element = at(factor, j * ROW + k);
      pivot -= element * element;
      sum -= element * at(step, k);
    }
    if (!(pivot > 0)) return false;
    const inverse = 1 / Math.sqrt(pivot);
    factor[j * ROW + j] = inverse;
    step[j] = sum * inverse;
    for (let i = j + 1; i < count; i++) {
      let rest = at(products, i * ROW + j);
      for (let k = 0; k < j; k++) rest -= at(factor, i * ROW + k) * at(factor, j * ROW + k);
      factor[i * ROW + j] = rest * inverse;
    }
  }
  return true;
}

/** The backward substitution for the step; returns the predicted decrease of the cost. */
function stepSolve(count: number): number {
  const gradient = count * ROW;
  for (let i = count - 1; i >= 0; i--) {
    let sum = at(step, i);
    for (let k = i + 1; k < count; k++) sum -= at(factor, k * ROW + i) * at(step, k);
    step[i] = sum * at(factor, i * ROW + i);
  }
  let gain = 0;
  for (let i = 0; i < count; i++) gain += at(step, i) * at(products, gradient + i);
  return gain;
}

/** The step's length in Tm, in w. */
function tmStep(model: Float64Array, transitions: number): number {
  let tm = 0;
  for (let k = 0; k < transitions; k++) {
    const q = BACKGROUND + PER_TRANSITION * k;
    const move = Math.abs(at(step, q + 1)) * exp(-at(model, q + 2));
    if (move > tm) tm = move;
  }
  return tm;
}

/** The largest component of the step in the units Tm/w, 1.5·ln w, ln ν. */
function longestStep(transitions: number, tm: number): number {
  let most = tm;
  for (let k = 0; k < transitions; k++) {
    const q = BACKGROUND + PER_TRANSITION * k;
    const width = 1.5 * Math.abs(at(step, q + 2));
    const skew = Math.abs(at(step, q + 3));
    if (width > most) most = width;
    if (skew > most) most = skew;
  }
  return most;
}

/**
 * Whether the single transition rises, or is narrower than the readings can resolve; iterating further would
 * not help.
 */
function hasRunAway(model: Float64Array): boolean {
  const width = exp(at(model, BACKGROUND + 2));
  return !(at(model, BACKGROUND) > 0) || width < FIT.leastWidthInSteps * at(given, GIVEN.step);
}

/** Writes the parameters after a fraction of the step, within the bounds of ln ν. */
function trialWrite(transitions: number, part: number): void {
  const least = at(given, GIVEN.leastLogSkew);
  const count = parameterCount(transitions);
  for (let i = 0; i < count; i++) trial[i] = at(parameters, i) + part * at(step, i);
  for (let q = BACKGROUND + 3; q < count; q += PER_TRANSITION) {
    if (at(trial, q) < least) trial[q] = least;
    if (at(trial, q) > FIT.mostLogSkew) trial[q] = FIT.mostLogSkew;
  }
}

/** Accepts the trial parameters. */
function trialTake(count: number): void {
  for (let i = 0; i < count; i++) parameters[i] = at(trial, i);
}

/** Copies the lower triangle of the rows of `count` parameters and of the residual. */
function copyRows(to: Float64Array, from: Float64Array, count: number): void {
  for (let row = 0; row <= count; row++)
    for (let i = row * ROW; i <= row * ROW + row; i++) to[i] = at(from, i);
}

/**
 * Levenberg–Marquardt: improves `parameters` in place until Tm is stable. Leaves the table of products at the
 * solution for `errorsWrite`; residual and cost are in its outcome.
 *
 * @see D. W. Marquardt, J. Soc. Ind. Appl. Math. 11 (1963) 431, doi:10.1137/0111030
 */
export function fitRun(length: number, transitions: number, iterations: number): void {
  const count = parameterCount(transitions);
  const variance = at(given, GIVEN.variance);
  evaluate(length, parameters, transitions);
  let residual = at(outcome, OUTCOME.residual);
  let cost = at(outcome, OUTCOME.cost);
  let damping: number = FIT.startDamping;
  for (let iteration = 0; iteration < iterations; iteration++) {
    if (!factorise(count, damping)) {
      damping = damping * 10 > 1e-6 ? damping * 10 : 1e-6;
      if (damping > 1e8) break;
      continue;
    }
    const promised = stepSolve(count);
    const tm = tmStep(parameters, transitions);
    const most = longestStep(transitions, tm);
    const part = most > FIT.longestStep ? FIT.longestStep / most : 1;
    trialWrite(transitions, part);
    if (most < FIT.lastStep) {
      // Convergence is quadratic here, so this last step is accepted without evaluation, with its predicted
      // decrease.
      trialTake(count);
      residual -= promised < residual ? promised : residual;
      cost -= promised < cost ? promised : cost;
      break;
    }
    copyRows(acceptedProducts, products, count);
    evaluate(length, trial, transitions);
    const gain = cost - at(outcome, OUTCOME.cost);
    if (gain > 0) {
      trialTake(count);
      residual = at(outcome, OUTCOME.residual);
      cost = at(outcome, OUTCOME.cost);
      damping *= 0.15;
      const isStill = tm < FIT.tmStep || gain < FIT.gainOfNoise * variance || gain < FIT.gainOfCost * cost;
      if (part === 1 && isStill) break;
      if (iteration >= FIT.patience && transitions === 1 && hasRunAway(parameters)) break;
    } else {
      copyRows(products, acceptedProducts, count);
      damping = damping * 8 > 1e-3 ? damping * 8 : 1e-3;
      if (damping > 1e6) break;
    }
  }
  outcome[OUTCOME.residual] = residual;
  outcome[OUTCOME.cost] = cost;
}

/** Writes the columns of the residual of `parameters`. */
export function fitResiduals(length: number, transitions: number): void {
  residualsEvaluate(length, parameters, transitions);
}

/**
 * Writes the errors of the last fit for readings with the standard deviation `noise`, from the inverse normal
 * matrix; infinite where it is singular.
 */
export function errorsWrite(transitions: number, noise: number): void {
  const count = parameterCount(transitions);
  if (!factorise(count, 1e-9)) {
    for (let i = 0; i < count; i++) errors[i] = Infinity;
    for (let k = 0; k < transitions; k++) tmWithSkew[k] = 0;
    return;
  }
  // Column i of the inverse factor: the sum of its squares is the i-th diagonal element of the inverse.
  for (let i = BACKGROUND; i < count; i++) {
    const place = (i - BACKGROUND) & (PER_TRANSITION - 1);
    let sum = 0;
    let withTm = 0;
    for (let row = i; row < count; row++) {
      let value = row === i ? 1 : 0;
      for (let k = i; k < row; k++) value -= at(factor, row * ROW + k) * at(step, k);
      value *= at(factor, row * ROW + row);
      step[row] = value;
      sum += value * value;
      if (place === 1) tmColumn[row] = value;
      else if (place === 3) withTm += value * at(tmColumn, row);
    }
    errors[i] = Math.sqrt(sum) * noise;
    if (place === 3) tmWithSkew[(i - BACKGROUND) >> 2] = withTm * noise * noise;
  }
}

/**
 * The predicted decrease of the last fit's cost if the shape of its transitions were free. Evaluates no
 * reading, and overwrites the equations.
 */
export function promisedGain(transitions: number): number {
  const count = parameterCount(transitions);
  shapePriorsRelease(parameters, transitions);
  if (!factorise(count, 1e-9)) return Infinity;
  return stepSolve(count);
}
