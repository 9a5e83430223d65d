import { at } from '../at.ts';
import { log } from '../elementary.ts';
import { HIDDEN } from '../settings.ts';
import { BACKGROUND, parameterCount, PER_TRANSITION, products, ROW } from './normal-equations.ts';

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
  /** How heavy the tails of ln ν are: 1/degrees of freedom of Student's distribution; 0: normal. */
  readonly logSkewTail: number;
}

/** The mean of ln w for a product that melts at a temperature. */
export const logWidthAt = (shape: ShapePrior, tm: number): number =>
  shape.logWidth + shape.logWidthSlope * (tm - shape.temperature);

interface Normal {
  readonly mean: number;
  readonly sd: number;
}

export interface FitPriors {
  readonly shape: ShapePrior;
  /** Of ln(width ratio) of each further transition to the first. */
  readonly widthRatioSd: number;
  /** Of the quadratic background, RFU. */
  readonly curvatureSd: number;
}

/** Products of one assay are almost equally wide and not skewed. */
export const alikePriors = ({ shape, curvatureSd }: FitPriors): FitPriors => ({
  shape: { ...shape, logSkew: 0, logSkewSd: HIDDEN.logSkewSd, logSkewTail: 0 },
  widthRatioSd: HIDDEN.widthRatioSd,
  curvatureSd,
});

/** The priors of a fit of so many transitions, and σ² of an averaged reading, RFU²: what they are weighed against. */
export interface WeighedPriors {
  readonly transitions: number;
  readonly priors: FitPriors;
  readonly variance: number;
}

/** Adds a normal prior of one parameter to the table of products; returns its part of the cost. */
export function priorAdd(gradient: number, parameter: number, distance: number, weight: number): number {
  const diagonal = parameter * ROW + parameter;
  products[diagonal] = at(products, diagonal) + weight;
  products[gradient + parameter] = at(products, gradient + parameter) - weight * distance;
  return weight * distance * distance;
}

/** Adds the priors of the shape to the table of products; returns their part of the cost. */
export function shapePriorsAdd(
  parameters: Float64Array,
  { transitions, priors, variance }: WeighedPriors,
): number {
  const gradient = parameterCount(transitions) * ROW;
  const { shape } = priors;
  const skewWeight = variance / (shape.logSkewSd * shape.logSkewSd);
  const tailWeight = shape.logSkewTail / (shape.logSkewSd * shape.logSkewSd);
  const widthWeight = variance / (shape.logWidthSd * shape.logWidthSd);
  const ratioWeight = variance / (priors.widthRatioSd * priors.widthRatioSd);
  const firstWidth = BACKGROUND + 2;
  let cost = 0;
  for (let k = 0; k < transitions; k++) {
    const width = firstWidth + PER_TRANSITION * k;
    const skew = at(parameters, width + 1) - shape.logSkew;
    const tail = 1 + skew * skew * tailWeight;
    const normalCost = priorAdd(gradient, width + 1, skew, skewWeight / tail);
    cost += tailWeight > 0 ? (skewWeight / tailWeight) * log(tail) : normalCost;
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

/**
 * Turns the equations of a fit at its solution into those of the same fit with the shape of each transition as free
 * as a curve alone leaves it. At the solution the curve pulls the shape as much as the plate's prior holds it.
 */
export function shapePriorsRelease(
  parameters: Float64Array,
  { transitions, priors: { shape }, variance }: WeighedPriors,
  free: ShapePrior,
): void {
  const count = parameterCount(transitions);
  const gradient = count * ROW;
  for (let i = 0; i < count; i++) products[gradient + i] = 0;
  const release = (parameter: number, held: Normal, freed: Normal): void => {
    const value = at(parameters, parameter);
    priorAdd(gradient, parameter, value - held.mean, -variance / (held.sd * held.sd));
    priorAdd(gradient, parameter, value - freed.mean, variance / (freed.sd * freed.sd));
  };
  for (let k = 0; k < transitions; k++) {
    const width = BACKGROUND + 2 + PER_TRANSITION * k;
    const expected = logWidthAt(shape, at(parameters, width - 1));
    release(width, { mean: expected, sd: shape.logWidthSd }, { mean: 0, sd: free.logWidthSd });
    release(
      width + 1,
      { mean: shape.logSkew, sd: shape.logSkewSd },
      { mean: free.logSkew, sd: free.logSkewSd },
    );
  }
}
