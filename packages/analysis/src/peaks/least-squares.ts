import { at } from '../at.ts';
import { exp } from '../elementary.ts';
import { FIT } from '../settings.ts';
import { priorAdd, shapePriorsAdd, shapePriorsRelease, type WeighedPriors } from './fit-priors.ts';
import type { FitWindow } from './fit-window.ts';
import { linearImprove } from './linear-improve.ts';
import {
  BACKGROUND,
  normalEquations,
  parameterCount,
  PER_TRANSITION,
  products,
  ROW,
} from './normal-equations.ts';
import { UNKNOWN_SHAPE } from './shape.ts';

export interface FitResult {
  /** Residual sum of squares, RFU². */
  readonly residual: number;
  /** The same with the priors' penalties. */
  readonly cost: number;
}

/** Working memory of the one fit that runs at a time. */
const acceptedProducts = new Float64Array(ROW * ROW);
const factor = new Float64Array(ROW * ROW);
const step = new Float64Array(ROW);
const trial = new Float64Array(ROW);

interface FitProblem extends WeighedPriors {
  readonly window: FitWindow;
}

/** Residual and cost at `parameters`, whose linear part it improves; the table of products is left there. */
function evaluate(parameters: Float64Array, problem: FitProblem): FitResult {
  const { transitions, priors, variance, window } = problem;
  const gradient = parameterCount(transitions) * ROW;
  const seen = normalEquations(window, parameters, transitions);
  const curvatureWeight = variance / (priors.curvatureSd * priors.curvatureSd);
  const before = seen + priorAdd(gradient, 2, at(parameters, 2), curvatureWeight);
  const improved = before - linearImprove(parameters, transitions);
  const curvature = at(parameters, 2);
  const residual = Math.max(0, improved - curvatureWeight * curvature * curvature);
  return {
    residual,
    cost: Math.max(0, improved) + shapePriorsAdd(parameters, problem),
  };
}

/**
 * Cholesky factor of the normal matrix with its diagonal raised by `damping`; false when it has none. On its
 * diagonal stand the reciprocals, so that nothing is divided by.
 */
function factorise(count: number, damping: number): boolean {
  for (let i = 0; i < count; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = at(products, i * ROW + j);
      if (i === j) sum *= 1 + damping;
      for (let k = 0; k < j; k++) sum -= at(factor, i * ROW + k) * at(factor, j * ROW + k);
      if (i !== j) factor[i * ROW + j] = sum * at(factor, j * ROW + j);
      else if (sum > 0) factor[i * ROW + i] = 1 / Math.sqrt(sum);
      else return false;
    }
  }
  return true;
}

/** Solves the factorised equations for `solution`, which holds the right-hand side at first. */
function solve(count: number, solution: Float64Array): void {
  for (let i = 0; i < count; i++) {
    let sum = at(solution, i);
    for (let k = 0; k < i; k++) sum -= at(factor, i * ROW + k) * at(solution, k);
    solution[i] = sum * at(factor, i * ROW + i);
  }
  for (let i = count - 1; i >= 0; i--) {
    let sum = at(solution, i);
    for (let k = i + 1; k < count; k++) sum -= at(factor, k * ROW + i) * at(solution, k);
    solution[i] = sum * at(factor, i * ROW + i);
  }
}

/** The step's size in the units that matter: Tm in w, and the most of Tm/w, 1.5·ln w, ln ν. */
function stepSize(parameters: Float64Array, transitions: number): { tm: number; most: number } {
  let tm = 0;
  let most = 0;
  for (let k = 0, q = BACKGROUND; k < transitions; k++, q += PER_TRANSITION) {
    const move = Math.abs(at(step, q + 1)) * exp(-at(parameters, q + 2));
    tm = Math.max(tm, move);
    most = Math.max(most, move, 1.5 * Math.abs(at(step, q + 2)), Math.abs(at(step, q + 3)));
  }
  return { tm, most };
}

/** Whether the one transition rises, or is narrower than readings can show: no further iteration makes a melt of it. */
const hasRunAway = (parameters: Float64Array, { step: distance }: FitWindow): boolean =>
  !(at(parameters, BACKGROUND) > 0) || exp(at(parameters, BACKGROUND + 2)) < FIT.leastWidthInSteps * distance;

/** Copies the lower triangle of the rows of `count` parameters and of the residual. */
function copyRows(to: Float64Array, from: Float64Array, count: number): void {
  for (let row = 0; row <= count; row++)
    for (let i = row * ROW; i <= row * ROW + row; i++) to[i] = at(from, i);
}

/**
 * Levenberg–Marquardt: improves `parameters` in place until Tm stands still. The table of products is left at
 * the solution, for `standardErrors`.
 *
 * @see D. W. Marquardt, J. Soc. Ind. Appl. Math. 11 (1963) 431, doi:10.1137/0111030
 */
export function leastSquares(
  parameters: Float64Array,
  problem: FitProblem & { readonly iterations: number; readonly leastLogSkew: number },
): FitResult {
  const { transitions, iterations, leastLogSkew, variance, window } = problem;
  const count = parameterCount(transitions);
  const gradient = count * ROW;
  let { residual, cost } = evaluate(parameters, problem);
  let damping: number = FIT.startDamping;
  for (let iteration = 0; iteration < iterations; iteration++) {
    if (!factorise(count, damping)) {
      damping = Math.max(damping * 10, 1e-6);
      if (damping > 1e8) break;
      continue;
    }
    for (let i = 0; i < count; i++) step[i] = at(products, gradient + i);
    solve(count, step);
    const { tm, most } = stepSize(parameters, transitions);
    const part = most > FIT.longestStep ? FIT.longestStep / most : 1;
    for (let i = 0; i < count; i++) trial[i] = at(parameters, i) + part * at(step, i);
    for (let k = 0, q = BACKGROUND + 3; k < transitions; k++, q += PER_TRANSITION) {
      trial[q] = Math.min(FIT.mostLogSkew, Math.max(leastLogSkew, at(trial, q)));
    }
    if (most < FIT.lastStep) {
      // The next step would be this one's square: it is taken unseen, with the gain that the equations promise.
      let gain = 0;
      for (let i = 0; i < count; i++) {
        gain += at(step, i) * at(products, gradient + i);
        parameters[i] = at(trial, i);
      }
      residual -= Math.min(gain, residual);
      cost -= Math.min(gain, cost);
      break;
    }
    copyRows(acceptedProducts, products, count);
    const found = evaluate(trial, problem);
    if (found.cost < cost) {
      const gain = cost - found.cost;
      for (let i = 0; i < count; i++) parameters[i] = at(trial, i);
      ({ residual, cost } = found);
      damping *= 0.15;
      const isStill = tm < FIT.tmStep || gain < FIT.gainOfNoise * variance || gain < FIT.gainOfCost * cost;
      if (part === 1 && isStill) break;
      if (iteration >= FIT.patience && transitions === 1 && hasRunAway(parameters, window)) break;
    } else {
      copyRows(products, acceptedProducts, count);
      damping = Math.max(damping * 8, 1e-3);
      if (damping > 1e6) break;
    }
  }
  return { residual, cost };
}

/** What the equations of a fit say of its parameters. */
export interface FitErrors {
  /** Standard errors of the transitions' parameters; infinity where the normal matrix has no inverse. */
  readonly errors: Float64Array;
  /** Covariance of Tm and ln ν of each transition, °C. */
  readonly tmWithSkew: Float64Array;
}

const tmColumn = new Float64Array(ROW);

/**
 * Writes the errors of the last fit at readings of standard deviation `noise`: from the inverse normal matrix.
 */
export function standardErrors(transitions: number, noise: number, { errors, tmWithSkew }: FitErrors): void {
  const count = parameterCount(transitions);
  if (!factorise(count, 1e-9)) {
    errors.fill(Infinity, 0, count);
    return;
  }
  // Column i of the inverse factor: its square sum is the i-th diagonal element of the inverse.
  for (let i = BACKGROUND; i < count; i++) {
    const place = (i - BACKGROUND) % PER_TRANSITION;
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
    if (place === 3) tmWithSkew[(i - BACKGROUND - 3) / PER_TRANSITION] = withTm * noise * noise;
  }
}

/**
 * By how much the cost of the last fit would fall if the shape of its transitions were not known: what the equations
 * promise; no reading is looked at again, and the equations are used up.
 */
export function releasedGain(parameters: Float64Array, problem: WeighedPriors): number {
  const count = parameterCount(problem.transitions);
  const gradient = count * ROW;
  shapePriorsRelease(parameters, problem, UNKNOWN_SHAPE);
  if (!factorise(count, 1e-9)) return Infinity;
  for (let i = 0; i < count; i++) step[i] = at(products, gradient + i);
  solve(count, step);
  let gain = 0;
  for (let i = 0; i < count; i++) gain += at(step, i) * at(products, gradient + i);
  return gain;
}
