import { log } from '../elementary.ts';
import { HALF_SEEN, PRIOR, SKEWED } from '../settings.ts';
import type { ShapePrior } from './fit-priors.ts';
import { LOGISTIC_WIDTH } from './transition.ts';

/**
 * The common properties of one channel and phase: width and skew of the transitions, and the misfit of the
 * model. As a prior it lets a curve's readings determine Tm instead of shape.
 */
export interface LearntShape extends UsualShape {
  /** Usual misfit beyond noise, as a fraction of the amplitude. */
  readonly misfit: number;
}

/** The prior of a transition without its plate. */
export const UNKNOWN_SHAPE: UsualShape = {
  logWidth: 0,
  logWidthSlope: 0,
  temperature: 0,
  logWidthSd: Infinity,
  logSkew: PRIOR.logSkew,
  logSkewSd: PRIOR.logSkewSd,
  logSkewTail: PRIOR.logSkewTail,
  offset: 0,
  offsetError: 0,
};

/** Distance of the steepest point on a plate from the model's Tm, in w, with its standard error. */
export interface TmOffset {
  readonly offset: number;
  readonly offsetError: number;
}

/** The prior of a transition of unknown width. */
export interface UsualShape extends ShapePrior, TmOffset {}

/** The skew of a plate's products, from its confident peaks; no information about their width. */
export const skewedShape = (logSkew: number, offset: TmOffset): UsualShape => ({
  ...UNKNOWN_SHAPE,
  offset: offset.offset,
  offsetError: offset.offsetError,
  logSkew,
  logSkewSd: SKEWED.logSkewSd,
});

/** Whether it was learnt from a plate. */
export const isSkewed = (usual: ShapePrior): boolean => usual !== UNKNOWN_SHAPE;

/**
 * The same where one side was not read: the other hardly determines the width, and without a width Tm is
 * undetermined.
 */
export const halfSeen = (usual: ShapePrior): ShapePrior => ({
  ...usual,
  logWidth: log(HALF_SEEN.width / LOGISTIC_WIDTH),
  logWidthSd: HALF_SEEN.logWidthSd,
});
