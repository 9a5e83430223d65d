import { at } from '../at.ts';
import { CLIPPED, NOISE } from '../settings.ts';

/** The range and the resolution of the readings. */
export interface ReadingRange {
  /** RFU. */
  readonly low: number;
  readonly high: number;
  /** Smallest resolved difference of the readings, RFU; 0: finer than their noise. */
  readonly quantum: number;
  /** Consecutive readings at the minimum and maximum of the range; 0 for fewer than `CLIPPED.readings`. */
  readonly lowRun: number;
  readonly highRun: number;
}

/** The smallest non-zero step between adjacent readings. */
function quantumOf(fluorescence: Float64Array): number {
  let least = Infinity;
  for (let i = 1; i < fluorescence.length; i++) {
    const step = Math.abs(at(fluorescence, i) - at(fluorescence, i - 1));
    if (step > 0 && step < least) least = step;
  }
  return least === Infinity ? 0 : least;
}

/** @param fluorescence - at least one reading */
export function readingRange(fluorescence: Float64Array): ReadingRange {
  // Starts with the first and last reading, which are usually near the extremes, so that few later readings
  // exceed them.
  const first = at(fluorescence, 0);
  const last = at(fluorescence, fluorescence.length - 1);
  let low = Math.min(first, last);
  let high = Math.max(first, last);
  let lowRun = 0;
  let highRun = 0;
  let previous = Number.NaN;
  let run = 1;
  let ties = 0;
  for (let i = 0; i < fluorescence.length; i++) {
    const reading = at(fluorescence, i);
    if (reading === previous) {
      run++;
      ties++;
      if (run >= CLIPPED.readings) {
        if (reading <= low) lowRun = Math.max(lowRun, run);
        if (reading >= high) highRun = Math.max(highRun, run);
      }
    } else {
      run = 1;
      if (reading < low) {
        low = reading;
        lowRun = 0;
      } else if (reading > high) {
        high = reading;
        highRun = 0;
      }
    }
    previous = reading;
  }
  // Clipped readings are equal for another reason.
  const isCoarse = ties - lowRun - highRun > NOISE.tiesOfCoarse * fluorescence.length;
  return { low, high, quantum: isCoarse ? quantumOf(fluorescence) : 0, lowRun, highRun };
}
