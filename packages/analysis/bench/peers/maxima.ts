import { at, itemAt } from '../../src/at.ts';

/** The input of a peer: a well without its truth. */
export interface Readings {
  readonly temperature: Float64Array;
  readonly fluorescence: Float64Array;
}

/** A maximum of −dF/dT. */
export interface Top {
  /** °C. */
  readonly tm: number;
  /** Height above the higher of the two adjacent valleys, in the peer's own unit. */
  readonly prominence: number;
  /** The quantity with a minimum: the prominence, RFU/°C, or where that has no unit the fall, RFU. */
  readonly size: number;
}

/** All maxima of a well. */
export interface Maxima {
  readonly tops: readonly Top[];
  /** Standard error of the slope in the unit of the prominence; 0: unknown. */
  readonly error: number;
}

/** Criteria for peaks. */
export interface Search {
  /** Minimum prominence: as a fraction of the highest, and in standard errors of the slope. */
  readonly part: number;
  readonly errors: number;
  /** Minimum size. */
  readonly least: number;
}

/** The Tm of the maxima that are peaks. */
export function prominentMaxima({ tops, error }: Maxima, { part, least, errors }: Search): number[] {
  const highest = tops.reduce((most, { prominence }) => Math.max(most, prominence), 0);
  const limit = Math.max(part * highest, errors * error);
  return tops.filter(({ prominence, size }) => prominence >= limit && size >= least).map(({ tm }) => tm);
}

/** A smoothing window and the degree of its polynomial. */
export interface Window {
  /** °C. */
  readonly window: number;
  readonly polynomial: number;
}

const MIN_READINGS = 5;

const stepOf = ({ temperature }: Readings): number =>
  (at(temperature, temperature.length - 1) - at(temperature, 0)) / (temperature.length - 1);

/** An odd number of readings. */
export function readingsIn(readings: Readings, { window }: Window): number {
  const half = Math.round(window / stepOf(readings) / 2);
  return 2 * Math.max((MIN_READINGS - 1) / 2, half) + 1;
}

/** Ratio of the slope noise of a cubic to that of a quadratic: 5/2 for many readings. */
const CUBIC_GAIN = 2.5;

/** Standard error of a smoothed slope, RFU/°C: that of a straight line through its window. */
export function slopeError(readings: Readings, smoothing: Window): number {
  const { temperature, fluorescence } = readings;
  const step = stepOf(readings);
  const differences = Array.from({ length: temperature.length - 3 }, (_, i) => {
    const [a, b, c, d] = [0, 1, 2, 3].map((k) => at(fluorescence, i + k));
    return Math.abs((d ?? 0) - 3 * (c ?? 0) + 3 * (b ?? 0) - (a ?? 0)) / Math.sqrt(20);
  });
  const sigma =
    1.4826 *
    itemAt(
      differences.sort((a, b) => a - b),
      differences.length >> 1,
    );
  const n = readingsIn(readings, smoothing);
  const straight = (sigma * Math.sqrt(12 / (n * (n * n - 1)))) / step;
  return smoothing.polynomial === 3 ? CUBIC_GAIN * straight : straight;
}
