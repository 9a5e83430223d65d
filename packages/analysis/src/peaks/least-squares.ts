import { at } from '../at.ts';
import { errorsWrite, fitResiduals, fitRun, promisedGain } from '../fit-kernel/least-squares.ts';
import {
  errors as lastErrors,
  GIVEN,
  given,
  OUTCOME,
  outcome,
  parameterCount,
  parameters as lastParameters,
  tmWithSkew as lastTmWithSkew,
} from '../fit-kernel/layout.ts';
import { FIT } from '../settings.ts';
import type { FitWindow } from './fit-window.ts';
import type { ShapePrior, WeighedPriors } from './fit-priors.ts';

export interface FitResult {
  /** Residual sum of squares, RFU². */
  readonly residual: number;
  /** The same with the priors' penalties. */
  readonly cost: number;
}

export interface FitProblem extends WeighedPriors {
  readonly iterations: number;
  readonly leastLogSkew?: number;
}

const square = (value: number): number => value * value;

function priorsGive({ priors, expectedVariance: variance }: WeighedPriors): void {
  const { shape, widthRatioSd, curvatureSd } = priors;
  given[GIVEN.variance] = variance;
  given[GIVEN.curvatureWeight] = variance / square(curvatureSd);
  given[GIVEN.widthWeight] = variance / square(shape.logWidthSd);
  given[GIVEN.widthMean] = shape.logWidth;
  given[GIVEN.widthSlope] = shape.logWidthSlope;
  given[GIVEN.widthAt] = shape.temperature;
  given[GIVEN.skewWeight] = variance / square(shape.logSkewSd);
  given[GIVEN.skewMean] = shape.logSkew;
  given[GIVEN.skewTail] = shape.logSkewTail / square(shape.logSkewSd);
  given[GIVEN.ratioWeight] = variance / square(widthRatioSd);
}

function copy(to: Float64Array, from: Float64Array, count: number): void {
  for (let i = 0; i < count; i++) to[i] = at(from, i);
}

/** Improves `parameters` in place until Tm stands still. */
export function leastSquares(window: FitWindow, parameters: Float64Array, problem: FitProblem): FitResult {
  const { transitions, iterations, leastLogSkew = FIT.leastLogSkew } = problem;
  const count = parameterCount(transitions);
  priorsGive(problem);
  given[GIVEN.step] = window.step;
  given[GIVEN.leastLogSkew] = leastLogSkew;
  copy(lastParameters, parameters, count);
  fitRun(window.length, transitions, iterations);
  copy(parameters, lastParameters, count);
  return { residual: at(outcome, OUTCOME.residual), cost: at(outcome, OUTCOME.cost) };
}

/** The uncertainty of a fit's parameters. */
export interface FitErrors {
  /** Standard errors of the transitions' parameters; infinite where the normal matrix is singular. */
  readonly errors: Float64Array;
  /** Covariance of Tm and ln ν of each transition, °C. */
  readonly tmWithSkew: Float64Array;
}

/** Writes the errors of the last fit for readings with the standard deviation `noise`. */
export function standardErrors(transitions: number, noise: number, { errors, tmWithSkew }: FitErrors): void {
  errorsWrite(transitions, noise);
  copy(errors, lastErrors, parameterCount(transitions));
  copy(tmWithSkew, lastTmWithSkew, transitions);
}

/** The predicted decrease of the last fit's cost if the shape of its transitions were free. */
export function releasedGain(problem: WeighedPriors, usual: ShapePrior): number {
  priorsGive(problem);
  given[GIVEN.freeWidthWeight] = problem.expectedVariance / square(usual.logWidthSd);
  given[GIVEN.freeSkewWeight] = problem.expectedVariance / square(usual.logSkewSd);
  given[GIVEN.freeSkewMean] = usual.logSkew;
  return promisedGain(problem.transitions);
}

/** Writes the residual of a fit into working memory; returns the index of its column. */
export function residualsEvaluate(window: FitWindow, parameters: Float64Array, transitions: number): number {
  copy(lastParameters, parameters, parameterCount(transitions));
  fitResiduals(window.length, transitions);
  return parameterCount(transitions);
}
