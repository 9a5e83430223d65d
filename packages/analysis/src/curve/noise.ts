import { at } from '../at.ts';
import { differenceSelect } from '../fit-kernel/selection.ts';
import { differences } from '../fit-kernel/layout.ts';
import { NOISE } from '../settings.ts';
import type { ReadingRange } from './reading-range.ts';
import type { TemperatureGrid } from './temperature-grid.ts';

/** Noise of a curve, and how far the curve differs from pure noise. */
export interface Noise {
  /** Standard deviation of a reading, RFU. */
  readonly sigma: number;
  /** The largest third difference, in σ: an outlier, a step, or a melt that the grid barely resolves. */
  readonly roughest: number;
}

/**
 * Standard deviation of a reading, RFU: 1.4826 times the median of the absolute third divided differences,
 * which neither a background nor a transition affects, with a minimum for readings that were smoothed or
 * rounded before.
 *
 * @see F. R. Hampel, J. Am. Stat. Assoc. 69 (1974) 383 (median deviation); A. von Neumann, Ann. Math. Stat.
 * 12
 *   (1941) 367 (noise from successive differences)
 */
export function curveNoise(
  grid: TemperatureGrid,
  fluorescence: Float64Array,
  { low, high, quantum }: Pick<ReadingRange, 'low' | 'high' | 'quantum'>,
): Noise {
  const weights = grid.noiseWeights;
  const available = fluorescence.length - 3;
  const stride = Math.ceil(available / NOISE.mostDifferences);
  let count = 0;
  let next = 0;
  let most = 0;
  let a = at(fluorescence, 0) - low;
  let b = at(fluorescence, 1) - low;
  let c = at(fluorescence, 2) - low;
  for (let i = 0; i < available; i++) {
    const d = at(fluorescence, i + 3) - low;
    const difference = Math.abs(
      at(weights, 4 * i) * a +
        at(weights, 4 * i + 1) * b +
        at(weights, 4 * i + 2) * c +
        at(weights, 4 * i + 3) * d,
    );
    a = b;
    b = c;
    c = d;
    if (difference > most) most = difference;
    if (i === next) {
      differences[count++] = difference;
      next += stride;
    }
  }
  const median = differenceSelect(count, count >> 1);
  const sigma = Math.max(
    NOISE.perMedian * median,
    NOISE.floor * (high - low),
    NOISE.perQuantum * quantum,
    NOISE.least,
  );
  return { sigma, roughest: most / sigma };
}
