import { at, itemAt } from '../at.ts';
import type { NormalisedCurve } from './normalise.ts';
import { MOST_ALIGNED } from './shape-limits.ts';

/**
 * The temperature at which a curve last falls through a level, °C, by linear interpolation from the end; null: it never
 * does.
 */
export function crossingOf({ temperature, percent }: NormalisedCurve, level: number): number | null {
  for (let i = percent.length - 2; i >= 0; i--) {
    const [high, low] = [at(percent, i), at(percent, i + 1)];
    if (high < level || low >= level) continue;
    return (
      at(temperature, i) + ((high - level) / (high - low)) * (at(temperature, i + 1) - at(temperature, i))
    );
  }
  return null;
}

/** The median temperature of a level over some curves; null: none crosses it. */
export function commonCrossing(curves: readonly NormalisedCurve[], level: number): number | null {
  const crossings = curves.flatMap((curve) => crossingOf(curve, level) ?? []).sort((a, b) => a - b);
  if (crossings.length === 0) return null;
  const half = crossings.length >> 1;
  return crossings.length % 2 === 1
    ? itemAt(crossings, half)
    : 0.5 * (itemAt(crossings, half - 1) + itemAt(crossings, half));
}

/**
 * Moves a curve in temperature so that it crosses a level where others do (temperature overlay). It hides differences
 * of Tm and leaves those of shape. Ends are extended by their last value.
 *
 * @returns null when the curve never crosses the level, or by more than `MOST_ALIGNED` elsewhere
 * @see C. T. Wittwer et al., Clin. Chem. 49 (2003) 853, doi:10.1373/49.6.853
 */
export function curveAlign(
  curve: NormalisedCurve,
  { level, to }: { readonly level: number; readonly to: number },
): NormalisedCurve | null {
  const crossing = crossingOf(curve, level);
  if (crossing === null || Math.abs(crossing - to) > MOST_ALIGNED) return null;
  const { temperature, percent } = curve;
  const last = temperature.length - 1;
  const step = (at(temperature, last) - at(temperature, 0)) / last;
  const shift = (crossing - to) / step;
  return {
    temperature,
    percent: percent.map((_, i) => {
      const place = Math.min(Math.max(i + shift, 0), last);
      const index = Math.min(Math.floor(place), last - 1);
      return at(percent, index) + (place - index) * (at(percent, index + 1) - at(percent, index));
    }),
  };
}
