import { at } from '../at.ts';
import { misfitBendLeft, misfitBendWrite, processLearn } from '../fit-kernel/misfit.ts';
import { MISFIT, misfit } from '../fit-kernel/layout.ts';
import type { FitWindow } from './fit-window.ts';

/**
 * The residual of a fit beyond noise is smooth: a Gaussian process with Matérn covariance of order 5/2. From
 * the residuals around a Tm it estimates the curvature of the misfit and its uncertainty, which give the
 * correction and its reliability. There is one process at a time.
 *
 * @see C. E. Rasmussen, C. K. I. Williams, Gaussian Processes for Machine Learning (2006), chapters 2 and 4
 */
export interface MisfitProcess {
  /** The number of averaged readings used. */
  readonly readings: number;
}

/**
 * Estimates the process from the residuals in working memory.
 *
 * @param residual - index of their column
 * @param reach - °C around `centre` to use
 * @param correlation - correlation length of the misfit, °C
 * @param variance - of the misfit, RFU²
 * @returns null when the readings do not determine it
 */
export function misfitLearn(
  window: FitWindow,
  residual: number,
  {
    centre,
    reach,
    correlation,
    variance,
  }: {
    readonly centre: number;
    readonly reach: number;
    readonly correlation: number;
    readonly variance: number;
  },
): MisfitProcess | null {
  misfit[MISFIT.centre] = centre;
  misfit[MISFIT.reach] = reach;
  misfit[MISFIT.scale] = Math.sqrt(5) / correlation;
  misfit[MISFIT.variance] = variance;
  misfit[MISFIT.noise] = window.variance;
  const readings = processLearn(window.length, residual);
  return readings === 0 ? null : { readings };
}

/** Second and third derivative of the misfit with respect to temperature, from the readings. */
export function misfitBend(
  { readings }: MisfitProcess,
  place: number,
): { readonly second: number; readonly third: number } {
  misfitBendWrite(readings, place);
  return { second: at(misfit, MISFIT.second), third: at(misfit, MISFIT.third) };
}

/**
 * The uncertainty of the second derivative.
 *
 * @returns its variance given the readings, and that as a fraction of its variance without them
 */
export function misfitBendVariance(
  { readings }: MisfitProcess,
  place: number,
): { readonly left: number; readonly part: number } {
  const left = misfitBendLeft(readings, place);
  const scale = at(misfit, MISFIT.scale);
  return { left, part: left / (at(misfit, MISFIT.variance) * scale * scale * scale * scale) };
}
