import { at } from '../at.ts';
import { CLIPPED, SPIKE } from '../settings.ts';
import type { Noise } from './noise.ts';
import type { ReadingRange } from './reading-range.ts';
import type { Fault, Readings } from './readings.ts';
import { spikesDrop } from './spikes.ts';
import { stepsLevel } from './steps.ts';

/** The faults in the readings of a curve, largest first. */
export interface ReadingFaults {
  readonly spikes: readonly Fault[];
  readonly steps: readonly Fault[];
  /** The number of clipped readings. */
  readonly clipped: number;
}

export const NO_FAULTS: ReadingFaults = { spikes: [], steps: [], clipped: 0 };

/** How abruptly the signal leaves a limit: the smallest distance of readings next to the run from it, RFU. */
function cornerOf(value: Float64Array, limit: number): number {
  let least = Infinity;
  for (let i = 2; i < value.length - 2; i++) {
    if (at(value, i) !== limit) continue;
    // Also checks the second next reading, because one may be rounded to a value next to the limit.
    if (at(value, i + 1) !== limit) least = Math.min(least, Math.abs(at(value, i + 2) - limit));
    if (at(value, i - 1) !== limit) least = Math.min(least, Math.abs(at(value, i - 2) - limit));
  }
  return least;
}

/** The detector limits that the readings reach. */
function limitsOf(value: Float64Array, range: ReadingRange, sigma: number): number[] {
  const { low, high, lowRun, highRun, quantum } = range;
  if (low === high) return [];
  const isLimit = (limit: number): boolean =>
    quantum === 0 || cornerOf(value, limit) > CLIPPED.corner * Math.max(sigma, quantum);
  return [...(lowRun > 0 && isLimit(low) ? [low] : []), ...(highRun > 0 && isLimit(high) ? [high] : [])];
}

const bySize = (faults: readonly Fault[]): Fault[] =>
  [...faults].sort((a, b) => Math.abs(b.size) - Math.abs(a.size));

/** Whether single readings of a curve need a closer look. */
export const areSuspicious = ({ roughest }: Noise, { lowRun, highRun }: ReadingRange): boolean =>
  roughest > SPIKE.suspicious || lowRun > 0 || highRun > 0;

/** The readings that are not clipped. */
export function clippedDrop(given: Readings, range: ReadingRange, sigma: number): Readings {
  const limits = limitsOf(given.value, range, sigma);
  if (limits.length === 0) return given;
  const isInside = (_: number, i: number): boolean => !limits.includes(at(given.value, i));
  return { temperature: given.temperature.filter(isInside), value: given.value.filter(isInside) };
}

/** Removes single outliers and levels steps between two readings. */
export function readingsMend(
  given: Readings,
  sigma: number,
): { readonly readings: Readings } & Pick<ReadingFaults, 'spikes' | 'steps'> {
  const { readings: smooth, spikes } = spikesDrop(given, sigma);
  const { readings, steps } = stepsLevel(smooth, sigma);
  return { readings, spikes: bySize(spikes), steps: bySize(steps) };
}
