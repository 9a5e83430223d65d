import { type CleanCurve, curveClean, type MeltCurve } from './melt-curve.ts';
import { curveNoise, type Noise } from './noise.ts';
import { areSuspicious, clippedDrop, NO_FAULTS, type ReadingFaults, readingsMend } from './reading-faults.ts';
import type { Readings } from './readings.ts';
import { type ReadingRange, readingRange } from './reading-range.ts';
import { gridOf, type TemperatureGrid } from './temperature-grid.ts';

/** A curve without faulty readings, as far as they can be detected. */
export interface PreparedCurve {
  readonly clean: CleanCurve;
  /** Noise of a reading, RFU; null: too few readings. */
  readonly sigma: number | null;
  /** The removed and levelled readings. */
  readonly faults: ReadingFaults;
}

interface Measured {
  readonly range: ReadingRange;
  readonly noise: Noise;
}

function measure(grid: TemperatureGrid, value: Float64Array): Measured {
  const range = readingRange(value);
  return { range, noise: curveNoise(grid, value, range) };
}

function remeasured({ temperature, value }: Readings): Pick<PreparedCurve, 'clean' | 'sigma'> {
  const grid = gridOf(temperature);
  return {
    clean: { temperature, fluorescence: value, derivative: null, grid },
    sigma: grid === null ? null : measure(grid, value).noise.sigma,
  };
}

/** Repairs suspicious readings. */
function mended(
  given: Readings,
  { range, noise }: Measured,
): { readonly readings: Readings; readonly faults: ReadingFaults } {
  const inside = clippedDrop(given, range, noise.sigma);
  const grid = gridOf(inside.temperature);
  const clipped = given.value.length - inside.value.length;
  if (grid === null) return { readings: inside, faults: { ...NO_FAULTS, clipped } };
  // Clipped readings scatter less than the others.
  const { sigma } = clipped === 0 ? noise : measure(grid, inside.value).noise;
  const { readings, spikes, steps } = readingsMend(inside, sigma);
  return { readings, faults: { spikes, steps, clipped } };
}

/**
 * Cleans a curve, removes faulty readings, and measures the noise of the others.
 *
 * @throws AnalysisError `length-mismatch`
 */
export function curvePrepare(curve: MeltCurve, inversed: boolean): PreparedCurve {
  const clean = curveClean(curve, inversed);
  const { temperature, fluorescence, derivative, grid } = clean;
  if (grid === null) return { clean, sigma: null, faults: NO_FAULTS };
  const measured = measure(grid, fluorescence);
  const { noise, range } = measured;
  // A vendor's slope is used unchanged.
  if (derivative === null && areSuspicious(noise, range)) {
    const given = { temperature, value: fluorescence };
    const { readings, faults } = mended(given, measured);
    if (readings !== given) return { ...remeasured(readings), faults };
  }
  return { clean, sigma: noise.sigma, faults: NO_FAULTS };
}
