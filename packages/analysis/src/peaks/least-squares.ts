import { at, indexAt } from '../at.ts';
import { exp } from '../elementary.ts';
import { FIT } from '../settings.ts';
import { type FitWindow, MOST_TRANSITIONS } from './fit-window.ts';
import { BACKGROUND, normalEquations, parameterCount, PER_TRANSITION, ROW } from './normal-equations.ts';

/** What is known of a transition before the curve is seen: means and standard deviations of ln w and ln ν. */
export interface ShapePrior {
  /** At `temperature`, °C; it changes by `logWidthSlope` per °C. */
  readonly logWidth: number;
  readonly logWidthSlope: number;
  readonly temperature: number;
  /** Infinity: nothing is known of the width. */
  readonly logWidthSd: number;
  readonly logSkew: number;
  readonly logSkewSd: number;
}

/** The mean of ln w for a product that melts at a temperature. */
export const logWidthAt = (shape: ShapePrior, tm: number): number =>
  shape.logWidth + shape.logWidthSlope * (tm - shape.temperature);

export interface FitPriors {
  readonly shape: ShapePrior;
  /** Of ln(width ratio) of each further transition to the first. */
  readonly widthRatioSd: number;
  /** Of the quadratic background, RFU. */
  readonly curvatureSd: number;
}

export interface FitResult {
  /** Residual sum of squares, RFU². */
  readonly residual: number;
  /** The same with the priors' penalties. */
  readonly cost: number;
}

/** Working memory of the one fit that runs at a time. */
const products = new Float64Array(ROW * ROW);
const acceptedProducts = new Float64Array(ROW * ROW);
const factor = new Float64Array(ROW * ROW);
const step = new Float64Array(ROW);
const trial = new Float64Array(ROW);

interface FitProblem {
  readonly window: FitWindow;
  readonly transitions: number;
  readonly priors: FitPriors;
  /** σ² of an averaged reading, RFU²: what the priors are weighed against. */
  readonly variance: number;
}

/** Adds a normal prior of one parameter to the table of products; returns its part of the cost. */
function priorAdd(gradient: number, parameter: number, distance: number, weight: number): number {
  const diagonal = parameter * ROW + parameter;
  products[diagonal] = at(products, diagonal) + weight;
  products[gradient + parameter] = at(products, gradient + parameter) - weight * distance;
  return weight * distance * distance;
}

/** Adds the priors of the shape to the table of products; returns their part of the cost. */
function shapePriorsAdd(parameters: Float64Array, { transitions, priors, variance }: FitProblem): number {
  const gradient = parameterCount(transitions) * ROW;
  const { shape } = priors;
  const skewWeight = variance / (shape.logSkewSd * shape.logSkewSd);
  const widthWeight = variance / (shape.logWidthSd * shape.logWidthSd);
  const ratioWeight = variance / (priors.widthRatioSd * priors.widthRatioSd);
  const firstWidth = BACKGROUND + 2;
  let cost = 0;
  for (let k = 0; k < transitions; k++) {
    const width = firstWidth + PER_TRANSITION * k;
    cost += priorAdd(gradient, width + 1, at(parameters, width + 1) - shape.logSkew, skewWeight);
    if (widthWeight > 0) {
      const expected = logWidthAt(shape, at(parameters, width - 1));
      cost += priorAdd(gradient, width, at(parameters, width) - expected, widthWeight);
    }
    if (k === 0) continue;
    const distance = at(parameters, width) - at(parameters, firstWidth);
    cost += priorAdd(gradient, width, distance, ratioWeight);
    priorAdd(gradient, firstWidth, -distance, ratioWeight);
    products[width * ROW + firstWidth] = at(products, width * ROW + firstWidth) - ratioWeight;
  }
  return cost;
}

/** Parameters that the model is linear in: the background and the amplitudes. */
const linear = Int32Array.from({ length: BACKGROUND + MOST_TRANSITIONS }, (_, i) =>
  i < BACKGROUND ? i : BACKGROUND + PER_TRANSITION * (i - BACKGROUND),
);
const linearFactor = new Float64Array(linear.length * linear.length);
const linearStep = new Float64Array(linear.length);

/** Solves the equations of the linear parameters alone, as below; false when they have no solution. */
function linearSolve(count: number, gradient: number): boolean {
  const width = linear.length;
  for (let i = 0; i < count; i++) {
    const row = indexAt(linear, i) * ROW;
    for (let j = 0; j <= i; j++) {
      let sum = at(products, row + indexAt(linear, j));
      for (let k = 0; k < j; k++) sum -= at(linearFactor, i * width + k) * at(linearFactor, j * width + k);
      if (i !== j) linearFactor[i * width + j] = sum * at(linearFactor, j * width + j);
      else if (sum > 0) linearFactor[i * width + i] = 1 / Math.sqrt(sum);
      else return false;
    }
    let sum = at(products, gradient + indexAt(linear, i));
    for (let k = 0; k < i; k++) sum -= at(linearFactor, i * width + k) * at(linearStep, k);
    linearStep[i] = sum * at(linearFactor, i * width + i);
  }
  for (let i = count - 1; i >= 0; i--) {
    let sum = at(linearStep, i);
    for (let k = i + 1; k < count; k++) sum -= at(linearFactor, k * width + i) * at(linearStep, k);
    linearStep[i] = sum * at(linearFactor, i * width + i);
  }
  return true;
}

/** Amplitudes that a linear step may lead to, as parts of what they were. */
const LEAST_GROWTH = 0.1;
const MOST_GROWTH = 10;

/**
 * Moves the parameters that the model is linear in to their best values for the present shape, and the table of
 * products with them: no reading is looked at again. What is left to iterate is Tm and shape.
 *
 * @returns by how much the cost falls
 * @see G. H. Golub, V. Pereyra, SIAM J. Numer. Anal. 10 (1973) 413, doi:10.1137/0710036
 */
function linearImprove(parameters: Float64Array, transitions: number): number {
  const parametersInAll = parameterCount(transitions);
  const gradient = parametersInAll * ROW;
  const count = BACKGROUND + transitions;
  if (!linearSolve(count, gradient)) return 0;
  for (let i = BACKGROUND; i < count; i++) {
    const growth = 1 + at(linearStep, i) / at(parameters, indexAt(linear, i));
    if (!(growth > LEAST_GROWTH && growth < MOST_GROWTH)) return 0;
  }
  let gain = 0;
  for (let i = 0; i < count; i++) gain += at(linearStep, i) * at(products, gradient + indexAt(linear, i));
  for (let p = 0; p < parametersInAll; p++) {
    let change = 0;
    for (let i = 0; i < count; i++) {
      const q = indexAt(linear, i);
      change += at(linearStep, i) * at(products, p > q ? p * ROW + q : q * ROW + p);
    }
    products[gradient + p] = at(products, gradient + p) - change;
  }
  for (let i = 0; i < BACKGROUND; i++) parameters[i] = at(parameters, i) + at(linearStep, i);
  for (let k = 0; k < transitions; k++) {
    const q = BACKGROUND + PER_TRANSITION * k;
    const growth = 1 + at(linearStep, BACKGROUND + k) / at(parameters, q);
    parameters[q] = at(parameters, q) * growth;
    // The derivatives by Tm and shape are in proportion to the amplitude.
    for (let p = q + 1; p < q + PER_TRANSITION; p++) {
      for (let c = 0; c <= p; c++) products[p * ROW + c] = at(products, p * ROW + c) * growth;
      for (let r = p; r <= parametersInAll; r++) products[r * ROW + p] = at(products, r * ROW + p) * growth;
    }
  }
  return gain;
}

/** Residual and cost at `parameters`, whose linear part it improves; the table of products is left there. */
function evaluate(parameters: Float64Array, problem: FitProblem): FitResult {
  const { transitions, priors, variance, window } = problem;
  const gradient = parameterCount(transitions) * ROW;
  const seen = normalEquations(window, parameters, { transitions, products });
  const curvatureWeight = variance / (priors.curvatureSd * priors.curvatureSd);
  const before = seen + priorAdd(gradient, 2, at(parameters, 2), curvatureWeight);
  const improved = before - linearImprove(parameters, transitions);
  const curvature = at(parameters, 2);
  const residual = Math.max(0, improved - curvatureWeight * curvature * curvature);
  return { residual, cost: Math.max(0, improved) + shapePriorsAdd(parameters, problem) };
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

/** Copies the rows of `count` parameters and of the residual. */
function copyRows(to: Float64Array, from: Float64Array, count: number): void {
  for (let i = 0; i < (count + 1) * ROW; i++) to[i] = at(from, i);
}

/**
 * Levenberg–Marquardt: improves `parameters` in place until Tm stands still. The table of products is left at
 * the solution, for `standardErrors`.
 *
 * @see D. W. Marquardt, J. Soc. Ind. Appl. Math. 11 (1963) 431, doi:10.1137/0111030
 */
export function leastSquares(
  parameters: Float64Array,
  problem: FitProblem & { readonly iterations: number },
): FitResult {
  const { transitions, iterations, variance } = problem;
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
      trial[q] = Math.min(FIT.logSkewBound, Math.max(-FIT.logSkewBound, at(trial, q)));
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
    } else {
      copyRows(products, acceptedProducts, count);
      damping = Math.max(damping * 8, 1e-3);
      if (damping > 1e6) break;
    }
  }
  return { residual, cost };
}

/**
 * Writes the standard errors of the parameters of the last fit to `errors`, at readings of standard deviation
 * `noise`: the square roots of the diagonal of the inverse normal matrix. Infinity where the matrix has no inverse.
 */
export function standardErrors(transitions: number, noise: number, errors: Float64Array): void {
  const count = parameterCount(transitions);
  if (!factorise(count, 1e-9)) {
    errors.fill(Infinity, 0, count);
    return;
  }
  // Column i of the inverse factor: its square sum is the i-th diagonal element of the inverse.
  for (let i = 0; i < count; i++) {
    let sum = 0;
    for (let row = i; row < count; row++) {
      let value = row === i ? 1 : 0;
      for (let k = i; k < row; k++) value -= at(factor, row * ROW + k) * at(step, k);
      value *= at(factor, row * ROW + row);
      step[row] = value;
      sum += value * value;
    }
    errors[i] = Math.sqrt(sum) * noise;
  }
}
