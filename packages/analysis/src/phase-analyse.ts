import { gridOf, type SlopeWindow, type TemperatureGrid } from './curve/temperature-grid.ts';
import { at } from './at.ts';
import { type CleanCurve, curveClean, type MeltCurve } from './curve/melt-curve.ts';
import { curveNoise } from './curve/noise.ts';
import { curveSlope, slopeWindow } from './curve/slope.ts';
import type { PhaseConfiguration } from './configuration.ts';
import { candidatesDetect } from './peaks/candidates.ts';
import type { FitPurpose, SplitLimits } from './peaks/cluster-fit.ts';
import { type FoundPeak, peaksFind } from './peaks/peaks-find.ts';
import type { LearntShape } from './peaks/shape.ts';
import { FEWEST_READINGS, FLAG, HIDDEN } from './settings.ts';

/** One phase of one well, analysed: peaks before thresholds, and the slope for drawing. */
export interface PhaseAnalysis {
  readonly temperature: Float64Array;
  /** −dF/dT at every temperature, RFU/°C; of an inversed phase, +dF/dT. */
  readonly slope: Float64Array;
  /** σ of a reading, RFU; null: too few readings. */
  readonly noise: number | null;
  readonly readings: number;
  readonly isSaturated: boolean;
  readonly peaks: readonly FoundPeak[];
}

interface DetectedCurve {
  readonly grid: TemperatureGrid;
  readonly noise: number;
  readonly window: SlopeWindow;
  readonly slope: Float64Array;
}

/** Noise and slope of a curve. A vendor's own slope is taken as it is, never smoothed or differentiated again. */
export function curveDetect(curve: CleanCurve, minThreshold: number): DetectedCurve {
  const grid = gridOf(curve.temperature);
  const noise = curveNoise(grid, curve.fluorescence);
  const window = slopeWindow(grid, noise, minThreshold);
  return { grid, noise, window, slope: curve.derivative ?? curveSlope(grid, window, curve.fluorescence) };
}

/** Whether a run of equal readings sits at the top or the bottom of the range, as a detector at its limit leaves. */
function isSaturated({ fluorescence }: CleanCurve): boolean {
  let low = at(fluorescence, 0);
  let high = low;
  let previous = low;
  let run = 1;
  let [lowRun, highRun] = [1, 1];
  for (let i = 1; i < fluorescence.length; i++) {
    const reading = at(fluorescence, i);
    run = reading === previous ? run + 1 : 1;
    previous = reading;
    if (reading < low) {
      low = reading;
      lowRun = 1;
    } else if (reading === low) lowRun = Math.max(lowRun, run);
    if (reading > high) {
      high = reading;
      highRun = 1;
    } else if (reading === high) highRun = Math.max(highRun, run);
  }
  return Math.max(lowRun, highRun) >= FLAG.saturatedReadings;
}

/** Whether the configuration expects two products nearer to each other than they are wide. */
function hasCloseZones({ zones }: PhaseConfiguration): boolean {
  const centres = zones.map(({ minTemp, maxTemp }) => 0.5 * (minTemp + maxTemp)).sort((a, b) => a - b);
  return centres.some(
    (centre, i) => i > 0 && centre - (centres[i - 1] ?? centre) < HIDDEN.closeZones * HIDDEN.usualWidth,
  );
}

/** How near to each other two products may be before they are taken for one. */
function splitLimits(configuration: PhaseConfiguration, shape: LearntShape | null): SplitLimits {
  if (shape !== null && shape.logWidthSd <= HIDDEN.knownWidthSd) {
    return { separation: HIDDEN.knownSeparation, leastSeparation: HIDDEN.knownLeastSeparation };
  }
  const separation = hasCloseZones(configuration) ? HIDDEN.closeSeparation : HIDDEN.separation;
  return { separation, leastSeparation: HIDDEN.leastSeparation };
}

export interface PhaseOptions {
  /** What the plate taught; null for a curve on its own. */
  readonly shape: LearntShape | null;
  readonly purpose: FitPurpose;
}

/**
 * Readings → noise, slope, and every transition found, with Tm and its error.
 *
 * @throws AnalysisError `length-mismatch`
 */
export function phaseAnalyse(
  curve: MeltCurve,
  configuration: PhaseConfiguration,
  { shape, purpose }: PhaseOptions,
): PhaseAnalysis {
  const clean = curveClean(curve, configuration.inversed);
  const { temperature, fluorescence } = clean;
  const readings = temperature.length;
  if (readings < FEWEST_READINGS) {
    const slope = new Float64Array(readings);
    return { temperature, slope, noise: null, readings, isSaturated: false, peaks: [] };
  }
  const { grid, noise, window, slope } = curveDetect(clean, configuration.minThreshold);
  const candidates = candidatesDetect({ grid, window, slope, noise }, configuration);
  const peaks = peaksFind(
    {
      grid,
      window,
      fluorescence,
      slope,
      noise,
      limits: configuration,
      split: splitLimits(configuration, shape),
      splitAlone: splitLimits(configuration, null),
      shape,
      purpose,
    },
    candidates,
  );
  return { temperature, slope, noise, readings, isSaturated: isSaturated(clean), peaks };
}
