import { at } from '../at.ts';
import { misfitBendLeft, misfitBendWrite, processLearn } from '../fit-kernel/misfit.ts';
import { MISFIT, misfit } from '../fit-kernel/layout.ts';
import type { FitWindow } from './fit-window.ts';

/**
 * What a fit leaves over beyond noise is smooth: a Gaussian process, here with Matérn's covariance of order 5/2. From
 * the residuals around a Tm it estimates how the misfit bends there, and how well that is known: both what to correct and
 * how far to trust it. There is one process at a time.
 *
 * @see C. E. Rasmussen, C. K. I. Williams, Gaussian Processes for Machine Learning (2006), chapters 2 and 4
 */
export interface MisfitProcess {
  /** Averaged readings that are looked at. */
  readonly readings: number;
}

/**
 * Learns the process from the residuals in working memory.
 *
 * @param residual - number of their column
 * @param reach - °C around `centre` that are looked at
 * @param correlation - distance at which the misfit forgets itself, °C
 * @param variance - of the misfit, RFU²
 * @returns null when the readings do not show it
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

/** Second and third derivative of the misfit by temperature, as the readings show it. */
export function misfitBend(
  { readings }: MisfitProcess,
  place: number,
): { readonly second: number; readonly third: number } {
  misfitBendWrite(readings, place);
  return { second: at(misfit, MISFIT.second), third: at(misfit, MISFIT.third) };
}

/**
 * How well the second derivative is known.
 *
 * @returns its variance beside the readings, and that as a part of what it would be without them
 */
export function misfitBendVariance(
  { readings }: MisfitProcess,
  place: number,
): { readonly left: number; readonly part: number } {
  const left = misfitBendLeft(readings, place);
  const scale = at(misfit, MISFIT.scale);
  return { left, part: left / (at(misfit, MISFIT.variance) * scale * scale * scale * scale) };
}
