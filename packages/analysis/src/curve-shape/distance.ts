import type { CurveShape } from '@curvewell/domain';

import { at } from '../at.ts';
import type { NormalisedCurve } from './normalise.ts';

/** How far two curves are apart between the regions, %. */
export interface CurveDistance {
  /** Root mean square. */
  readonly distance: number;
  /** The largest difference, first minus second, with its sign. */
  readonly most: number;
  /** Its temperature, °C. */
  readonly mostAt: number;
}

/** The mean of curves on the same grid, at least one. */
export function curvesMean(curves: readonly NormalisedCurve[]): NormalisedCurve {
  const [first, ...others] = curves;
  if (first === undefined) throw new RangeError('the mean of no curves');
  const percent = Float64Array.from(first.percent);
  for (const other of others)
    for (let i = 0; i < percent.length; i++) percent[i] = at(percent, i) + at(other.percent, i);
  return { temperature: first.temperature, percent: percent.map((sum) => sum / curves.length) };
}

/**
 * The distance of two curves on the same grid, over the temperatures between the regions.
 *
 * @see C. T. Wittwer et al., Clin. Chem. 49 (2003) 853, doi:10.1373/49.6.853
 */
export function curveDistance(
  first: NormalisedCurve,
  second: NormalisedCurve,
  { before: [, from], after: [to] }: Pick<CurveShape, 'before' | 'after'>,
): CurveDistance {
  let squares = 0;
  let count = 0;
  let most = 0;
  let mostAt = from;
  for (let i = 0; i < first.percent.length; i++) {
    const temperature = at(first.temperature, i);
    if (temperature < from || temperature > to) continue;
    const difference = at(first.percent, i) - at(second.percent, i);
    squares += difference * difference;
    count++;
    if (Math.abs(difference) > Math.abs(most)) [most, mostAt] = [difference, temperature];
  }
  return { distance: count === 0 ? 0 : Math.sqrt(squares / count), most, mostAt };
}
