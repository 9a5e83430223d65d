import { log } from '../elementary.ts';
import { HALF_SEEN, PRIOR } from '../settings.ts';
import type { ShapePrior } from './fit-priors.ts';
import { LOGISTIC_WIDTH } from './transition.ts';

/**
 * What the curves of one channel and phase have in common: how wide and how skewed their transitions are, and how
 * far the fitted model stays from them. As a prior it lets a curve spend its readings on Tm instead of shape.
 */
export interface LearntShape extends ShapePrior {
  /** Usual misfit beyond noise, as a part of the amplitude. */
  readonly misfit: number;
  /** Where the curves are steepest, from the model's Tm, in w, and its standard error. */
  readonly offset: number;
  readonly offsetError: number;
}

/** What is known of a transition when its plate is not. */
export const UNKNOWN_SHAPE: ShapePrior = {
  logWidth: 0,
  logWidthSlope: 0,
  temperature: 0,
  logWidthSd: Infinity,
  logSkew: PRIOR.logSkew,
  logSkewSd: PRIOR.logSkewSd,
  logSkewTail: PRIOR.logSkewTail,
};

/** The same where one side was not read: the other hardly tells the width, and without it nothing tells Tm. */
export const HALF_SEEN_SHAPE: ShapePrior = {
  ...UNKNOWN_SHAPE,
  logWidth: log(HALF_SEEN.width / LOGISTIC_WIDTH),
  logWidthSd: HALF_SEEN.logWidthSd,
};
