import type { PeakRejection } from '@curvewell/domain';

import { CANDIDATE, PEAK } from '../settings.ts';
import type { FoundPeak } from './found-peak.ts';

export interface PeakLimits {
  readonly minThreshold: number;
  readonly slopeThreshold: number;
  readonly minQuality: number;
}

export interface Rejection {
  readonly reason: PeakRejection;
  readonly measured: number;
  readonly limit: number;
}

/** The scale that the significant peaks of a curve set for the others. */
export interface PeakScale {
  /** Height of the highest, RFU/°C; 0: none. */
  readonly height: number;
  /** Width of the one with the largest area, °C; infinite: none. */
  readonly width: number;
}

/** The width from which a peak is a hump beside a product of some width, °C. */
const humpBeside = (width: number): number => Math.max(PEAK.hump, PEAK.humpBeside * width);

/** Maximum width of a peak beside a product of some width, °C. */
const widestBeside = (width: number): number =>
  Math.min(PEAK.widest, PEAK.widestBeside * width, humpBeside(width));

/** Whether a peak is so much wider than a product that it is background; never beside itself. */
export const isHumpBeside = (
  peak: Pick<FoundPeak, 'width' | 'height'>,
  product: Pick<FoundPeak, 'width' | 'height'>,
) => peak.width > humpBeside(product.width) && product.height >= PEAK.leastBesideHump * peak.height;

const isSignificant = (
  { significance, noiseTmError, width, leastWidth }: FoundPeak,
  slopeThreshold: number,
): boolean => significance >= slopeThreshold && noiseTmError <= PEAK.tmError && width >= leastWidth;

export function scaleOf(
  peaks: readonly FoundPeak[],
  { slopeThreshold, minThreshold }: PeakLimits,
): PeakScale {
  let height = 0;
  let area = 0;
  let width = Infinity;
  for (const peak of peaks) {
    if (!isSignificant(peak, slopeThreshold)) continue;
    const isHump = (other: FoundPeak): boolean =>
      isHumpBeside(peak, other) && other.height >= minThreshold && isSignificant(other, slopeThreshold);
    if (peak.width > PEAK.hump && peaks.some(isHump)) continue;
    height = Math.max(height, peak.height);
    if (peak.area <= area) continue;
    area = peak.area;
    width = peak.width;
  }
  return { height, width };
}

const least = (reason: PeakRejection, measured: number, limit: number): Rejection | null =>
  measured >= limit ? null : { reason, measured, limit };
const most = (reason: PeakRejection, measured: number, limit: number): Rejection | null =>
  measured <= limit ? null : { reason, measured, limit };

/** The first test that a peak fails, with its figures; null: it passes all. */
export function peakReject(peak: FoundPeak, limits: PeakLimits, scale: PeakScale): Rejection | null {
  return (
    least('height-below-threshold', peak.height, limits.minThreshold) ??
    least('significance-below-threshold', peak.significance, limits.slopeThreshold) ??
    least('small-beside-highest', peak.height, CANDIDATE.partOfHighest * scale.height) ??
    least('small-beside-highest', peak.height, peak.leastBeside ?? 0) ??
    least('too-narrow', peak.width, peak.leastWidth) ??
    most('too-wide', peak.width, widestBeside(scale.width)) ??
    (peak.shape === null ? null : most('tm-uncertain', peak.noiseTmError, PEAK.tmError)) ??
    most('tm-uncertain', peak.tmError ?? 0, PEAK.misfitTmError) ??
    least('quality-below-threshold', peak.quality, limits.minQuality)
  );
}

/** The peaks that pass every test. */
export function peaksAccepted(peaks: readonly FoundPeak[], limits: PeakLimits): FoundPeak[] {
  const scale = scaleOf(peaks, limits);
  return peaks.filter((peak) => peakReject(peak, limits, scale) === null);
}
