import { at } from '../at.ts';
import { FIT } from '../settings.ts';
import type { FitWindow } from './fit-window.ts';
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

/** Adds the priors to the table of products; returns their part of the cost. */
function priorsAdd(
  parameters: Float64Array,
  {
    transitions,
    priors,
    variance,
  }: {
    readonly transitions: number;
    readonly priors: FitPriors;
    readonly variance: number;
  },
): number {
  const gradient = parameterCount(transitions) * ROW;
  const add = (index: number, value: number): void => {
    products[index] = at(products, index) + value;
  };
  let cost = 0;
  const normal = (parameter: number, mean: number, weight: number): void => {
    const distance = at(parameters, parameter) - mean;
    cost += weight * distance * distance;
    add(parameter * ROW + parameter, weight);
    add(gradient + parameter, -weight * distance);
  };
  const { shape } = priors;
  const skewWeight = variance / (shape.logSkewSd * shape.logSkewSd);
  const widthWeight = variance / (shape.logWidthSd * shape.logWidthSd);
  const ratioWeight = variance / (priors.widthRatioSd * priors.widthRatioSd);
  normal(2, 0, variance / (priors.curvatureSd * priors.curvatureSd));
  const firstWidth = BACKGROUND + 2;
  for (let k = 0; k < transitions; k++) {
    const width = firstWidth + PER_TRANSITION * k;
    normal(width + 1, shape.logSkew, skewWeight);
    if (widthWeight > 0) normal(width, logWidthAt(shape, at(parameters, width - 1)), widthWeight);
    if (k === 0) continue;
    const distance = at(parameters, width) - at(parameters, firstWidth);
    cost += ratioWeight * distance * distance;
    add(width * ROW + width, ratioWeight);
    add(firstWidth * ROW + firstWidth, ratioWeight);
    add(width * ROW + firstWidth, -ratioWeight);
    add(gradient + width, -ratioWeight * distance);
    add(gradient + firstWidth, ratioWeight * distance);
  }
  return cost;
}

/** Cholesky factor of the normal matrix with its diagonal raised by `damping`; false when it has none. */
function factorise(count: number, damping: number): boolean {
  for (let i = 0; i < count; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = at(products, i * ROW + j);
      if (i === j) sum *= 1 + damping;
      for (let k = 0; k < j; k++) sum -= at(factor, i * ROW + k) * at(factor, j * ROW + k);
      if (i !== j) factor[i * ROW + j] = sum / at(factor, j * ROW + j);
      else if (sum > 0) factor[i * ROW + i] = Math.sqrt(sum);
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
    solution[i] = sum / at(factor, i * ROW + i);
  }
  for (let i = count - 1; i >= 0; i--) {
    let sum = at(solution, i);
    for (let k = i + 1; k < count; k++) sum -= at(factor, k * ROW + i) * at(solution, k);
    solution[i] = sum / at(factor, i * ROW + i);
  }
}

/** The step's size in the units that matter: Tm in w, and the most of Tm/w, 1.5·ln w, ln ν. */
function stepSize(parameters: Float64Array, transitions: number): { tm: number; most: number } {
  let tm = 0;
  let most = 0;
  for (let k = 0, q = BACKGROUND; k < transitions; k++, q += PER_TRANSITION) {
    const move = Math.abs(at(step, q + 1)) * Math.exp(-at(parameters, q + 2));
    tm = Math.max(tm, move);
    most = Math.max(most, move, 1.5 * Math.abs(at(step, q + 2)), Math.abs(at(step, q + 3)));
  }
  return { tm, most };
}

/**
 * Levenberg–Marquardt: improves `parameters` in place until Tm stands still. The table of products is left at
 * the solution, for `standardErrors`.
 *
 * @see D. W. Marquardt, J. Soc. Ind. Appl. Math. 11 (1963) 431, doi:10.1137/0111030
 */
export function leastSquares(
  window: FitWindow,
  parameters: Float64Array,
  {
    transitions,
    priors,
    iterations,
    variance,
  }: {
    readonly transitions: number;
    readonly priors: FitPriors;
    readonly iterations: number;
    /** σ² of an averaged reading, RFU²: what the priors are weighed against. */
    readonly variance: number;
  },
): FitResult {
  const count = parameterCount(transitions);
  const gradient = count * ROW;
  const model = { transitions, products };
  const prior = { transitions, priors, variance };
  let residual = normalEquations(window, parameters, model);
  let cost = residual + priorsAdd(parameters, prior);
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
    acceptedProducts.set(products);
    const trialResidual = normalEquations(window, trial, model);
    const trialCost = trialResidual + priorsAdd(trial, prior);
    if (trialCost < cost) {
      const gain = cost - trialCost;
      for (let i = 0; i < count; i++) parameters[i] = at(trial, i);
      residual = trialResidual;
      cost = trialCost;
      damping *= 0.15;
      const isStill =
        tm < FIT.tmStep || gain < FIT.gainOfNoise * variance || gain < FIT.gainOfCost * trialCost;
      if (part === 1 && isStill) break;
    } else {
      products.set(acceptedProducts);
      damping = Math.max(damping * 8, 1e-3);
      if (damping > 1e6) break;
    }
  }
  return { residual, cost };
}

/**
 * Standard errors of the parameters of the last fit, at readings of unit variance: the square roots of the
 * diagonal of the inverse normal matrix. Infinity where the matrix has no inverse.
 */
export function standardErrors(transitions: number): Float64Array {
  const count = parameterCount(transitions);
  const errors = new Float64Array(count).fill(Infinity);
  if (!factorise(count, 1e-9)) return errors;
  // Column i of the inverse factor: its square sum is the i-th diagonal element of the inverse.
  for (let i = 0; i < count; i++) {
    let sum = 0;
    for (let row = i; row < count; row++) {
      let value = row === i ? 1 : 0;
      for (let k = i; k < row; k++) value -= at(factor, row * ROW + k) * at(step, k);
      value /= at(factor, row * ROW + row);
      step[row] = value;
      sum += value * value;
    }
    errors[i] = Math.sqrt(sum);
  }
  return errors;
}
