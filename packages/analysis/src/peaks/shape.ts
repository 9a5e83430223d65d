import { log } from '../elementary.ts';
import { HALF_SEEN, PRIOR, SKEWED } from '../settings.ts';
import type { ShapePrior } from './fit-priors.ts';
import { LOGISTIC_WIDTH } from './transition.ts';

/**
 * What the curves of one channel and phase have in common: how wide and how skewed their transitions are, and how
 * far the fitted model stays from them. As a prior it lets a curve spend its readings on Tm instead of shape.
 */
export interface LearntShape extends UsualShape {
  /** Usual misfit beyond noise, as a part of the amplitude. */
  readonly misfit: number;
}

/** What is known of a transition when its plate is not. */
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

/** Where the curves of a plate are steepest, from the model's Tm, in w, and its standard error. */
export interface TmOffset {
  readonly offset: number;
  readonly offsetError: number;
}

/** What is known of a transition whose width nobody knows. */
export interface UsualShape extends ShapePrior, TmOffset {}

/** How skewed the melts of a plate's products are, as far as its confident peaks show; nothing about their width. */
export const skewedShape = (logSkew: number, offset: TmOffset): UsualShape => ({
  ...UNKNOWN_SHAPE,
  offset: offset.offset,
  offsetError: offset.offsetError,
  logSkew,
  logSkewSd: SKEWED.logSkewSd,
});

/** Whether a plate taught it. */
export const isSkewed = (usual: ShapePrior): boolean => usual !== UNKNOWN_SHAPE;

/** The same where one side was not read: the other hardly determines the width, and without it nothing determines Tm. */
export const halfSeen = (usual: ShapePrior): ShapePrior => ({
  ...usual,
  logWidth: log(HALF_SEEN.width / LOGISTIC_WIDTH),
  logWidthSd: HALF_SEEN.logWidthSd,
});
