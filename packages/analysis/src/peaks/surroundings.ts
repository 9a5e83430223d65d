import { at } from '../at.ts';
import { readingAt } from '../curve/temperature-grid.ts';
import { exp, log } from '../elementary.ts';
import { BESIDE, QUALITY } from '../settings.ts';
import type { CurveUnderFit } from './cluster-fit.ts';
import type { FoundPeak } from './found-peak.ts';
import { isHumpBeside } from './peak-reject.ts';

/** 1/cosh² is halved at ± half of this: 2·ln(1 + √2). */
const HALF_HEIGHT = 2 * log(1 + Math.SQRT2);

/** Height of a fitted peak at a temperature, as a logistic of its width. */
function heightAt({ tm, height, width }: FoundPeak, temperature: number): number {
  // (e^x + e^−x)/2 squared, scaled to its half width.
  const e = exp((HALF_HEIGHT * (temperature - tm)) / width);
  return (4 * height) / (e + 1 / e) ** 2;
}

/**
 * The separation of two fitted peaks: one minus their valley as a fraction of the lower one's height, at
 * least 0.
 */
function fittedFall(peak: FoundPeak, higher: FoundPeak): number {
  let valley = Infinity;
  for (let part = 0; part <= 1; part += QUALITY.valleyStep) {
    const temperature = peak.tm + part * (higher.tm - peak.tm);
    valley = Math.min(valley, heightAt(peak, temperature) + heightAt(higher, temperature));
  }
  return Math.max(0, 1 - valley / peak.height);
}

/** The same from the slope, whose valleys smoothing fills. */
function seenFall(curve: CurveUnderFit, peak: FoundPeak, higher: FoundPeak): number {
  const here = readingAt(curve.grid.temperature, peak.tm);
  const there = readingAt(curve.grid.temperature, higher.tm);
  let valley = at(curve.slope, here);
  let top = valley;
  for (let i = Math.min(here, there); i <= Math.max(here, there); i++)
    valley = Math.min(valley, at(curve.slope, i));
  for (const i of [here - 1, here + 1]) {
    if (i >= 0 && i < curve.slope.length) top = Math.max(top, at(curve.slope, i));
  }
  return Math.max(0, (top - valley) / peak.height);
}

/** How far a peak is separated from every higher one, by fit or slope; 1: completely, or there is none. */
export function isolation(curve: CurveUnderFit, peak: FoundPeak, others: readonly FoundPeak[]): number {
  let least = 1;
  for (const other of others) {
    // A hump under a peak is its background.
    if (other.height <= peak.height || isHumpBeside(other, peak)) continue;
    const seen = seenFall(curve, peak, other);
    if (seen < least) least = Math.min(least, Math.max(fittedFall(peak, other), seen));
  }
  return least;
}

/** How far a neighbour's flank moves the steepest point of a peak, °C. */
function pullOf(peak: FoundPeak, other: FoundPeak): number {
  const e = exp((HALF_HEIGHT * (peak.tm - other.tm)) / other.width);
  const flank = ((heightAt(other, peak.tm) / other.width) * (e - 1 / e)) / (e + 1 / e);
  return (flank * peak.width * peak.width) / (peak.height * HALF_HEIGHT);
}

/**
 * SE(Tm) with the contributions of a peak's surroundings: the uncertain shape of a wider neighbour, on whose
 * flank it lies, and a levelled jump.
 */
export function tmErrorBeside(
  { noise, steps, limits }: CurveUnderFit,
  peak: FoundPeak,
  others: readonly FoundPeak[],
): number | null {
  if (peak.tmError === null) return null;
  let square = peak.tmError * peak.tmError;
  for (const other of others) {
    // An insignificant neighbour is ignored.
    if (other.significance < limits.slopeThreshold) continue;
    if (other.width > BESIDE.wider * peak.width) square += (BESIDE.flank * pullOf(peak, other)) ** 2;
  }
  for (const { temperature } of steps) {
    const isNear = Math.abs(temperature - peak.tm) <= BESIDE.stepReach * peak.width;
    if (isNear) square += ((BESIDE.step * noise) / peak.height) ** 2;
  }
  return Math.sqrt(square);
}
