import { at } from '../at.ts';
import { FLAG } from '../settings.ts';

/** Between what limits a curve was read. */
export interface ReadingRange {
  /** RFU. */
  readonly low: number;
  readonly high: number;
  /** Whether a run of equal readings sits at the top or the bottom, as a detector at its limit leaves. */
  readonly isSaturated: boolean;
}

/** @param fluorescence - at least one reading */
export function readingRange(fluorescence: Float64Array): ReadingRange {
  // From both ends, one of which is near the top and one near the bottom: few readings are news after that.
  const first = at(fluorescence, 0);
  const last = at(fluorescence, fluorescence.length - 1);
  let low = Math.min(first, last);
  let high = Math.max(first, last);
  let lowestRun = Infinity;
  let highestRun = -Infinity;
  let previous = Number.NaN;
  let run = 1;
  for (let i = 0; i < fluorescence.length; i++) {
    const reading = at(fluorescence, i);
    if (reading < low) low = reading;
    else if (reading > high) high = reading;
    if (reading === previous) {
      run++;
      if (run >= FLAG.saturatedReadings) {
        lowestRun = Math.min(lowestRun, reading);
        highestRun = Math.max(highestRun, reading);
      }
    } else run = 1;
    previous = reading;
  }
  return { low, high, isSaturated: lowestRun === low || highestRun === high };
}
