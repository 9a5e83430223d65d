import { at } from '../at.ts';
import { log } from '../elementary.ts';
import * as layout from './layout.ts';

const { BACKGROUND, GIVEN, given, parameterCount, PER_TRANSITION, products, ROW } = layout;

/** Adds a normal prior of one parameter to the table of products; returns its part of the cost. */
export function priorAdd(gradient: number, parameter: number, distance: number, weight: number): number {
  const diagonal = parameter * ROW + parameter;
  products[diagonal] = at(products, diagonal) + weight;
  products[gradient + parameter] = at(products, gradient + parameter) - weight * distance;
  return weight * distance * distance;
}

/** The expected ln w of a product that melts at a temperature. */
function widthExpected(tm: number): number {
  return at(given, GIVEN.widthMean) + at(given, GIVEN.widthSlope) * (tm - at(given, GIVEN.widthAt));
}

/** Adds the priors of the shape to the table of products; returns their part of the cost. */
export function shapePriorsAdd(model: Float64Array, transitions: number): number {
  const gradient = parameterCount(transitions) * ROW;
  const skewWeight = at(given, GIVEN.skewWeight);
  const tailWeight = at(given, GIVEN.skewTail);
  const widthWeight = at(given, GIVEN.widthWeight);
  const ratioWeight = at(given, GIVEN.ratioWeight);
  const firstWidth = BACKGROUND + 2;
  let cost = 0;
  for (let k = 0; k < transitions; k++) {
    const width = firstWidth + PER_TRANSITION * k;
    const skew = at(model, width + 1) - at(given, GIVEN.skewMean);
    const tail = 1 + skew * skew * tailWeight;
    const normalCost = priorAdd(gradient, width + 1, skew, skewWeight / tail);
    if (tailWeight > 0) cost += (skewWeight / tailWeight) * log(tail);
    else cost += normalCost;
    if (widthWeight > 0) {
      const expected = widthExpected(at(model, width - 1));
      cost += priorAdd(gradient, width, at(model, width) - expected, widthWeight);
    }
    if (k > 0) {
      const distance = at(model, width) - at(model, firstWidth);
      cost += priorAdd(gradient, width, distance, ratioWeight);
      priorAdd(gradient, firstWidth, -distance, ratioWeight);
      products[width * ROW + firstWidth] = at(products, width * ROW + firstWidth) - ratioWeight;
    }
  }
  return cost;
}

/**
 * Converts the equations of a fit at its solution to those with free transition shapes, as a curve alone
 * would have. At the solution the pull of the curve on the shape balances that of the plate's prior.
 */
export function shapePriorsRelease(model: Float64Array, transitions: number): void {
  const count = parameterCount(transitions);
  const gradient = count * ROW;
  for (let i = 0; i < count; i++) products[gradient + i] = 0;
  for (let k = 0; k < transitions; k++) {
    const width = BACKGROUND + 2 + PER_TRANSITION * k;
    const logWidth = at(model, width);
    const logSkew = at(model, width + 1);
    priorAdd(gradient, width, logWidth - widthExpected(at(model, width - 1)), -at(given, GIVEN.widthWeight));
    priorAdd(gradient, width, logWidth, at(given, GIVEN.freeWidthWeight));
    priorAdd(gradient, width + 1, logSkew - at(given, GIVEN.skewMean), -at(given, GIVEN.skewWeight));
    priorAdd(gradient, width + 1, logSkew - at(given, GIVEN.freeSkewMean), at(given, GIVEN.freeSkewWeight));
  }
}
