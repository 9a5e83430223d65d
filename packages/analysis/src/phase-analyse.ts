import type { ZoneSettings } from '@curvewell/domain';

import { curvePrepare } from './curve/curve-prepare.ts';
import { curveDetect, type CurveSlope } from './curve/curve-slope.ts';
import type { CleanCurve, MeltCurve } from './curve/melt-curve.ts';
import type { ReadingFaults } from './curve/reading-faults.ts';
import type { PhaseConfiguration } from './configuration.ts';
import { type Candidates, candidatesDetect } from './peaks/candidates.ts';
import type { FitPurpose, SplitLimits } from './peaks/cluster-fit.ts';
import type { FoundPeak } from './peaks/found-peak.ts';
import { peakSeen } from './peaks/cluster-peaks.ts';
import { peaksFind } from './peaks/peaks-find.ts';
import { isSkewed, type LearntShape, type UsualShape } from './peaks/shape.ts';
import { HIDDEN } from './settings.ts';
import type { PeakPolicy } from './versions/peak-policy.ts';

/** One phase of one well before any fit; independent of the plate. */
export interface DetectedPhase {
  readonly clean: CleanCurve;
  /** Faults of the readings. */
  readonly faults: ReadingFaults;
  /** Null: too few readings. */
  readonly detected: CurveSlope | null;
  readonly candidates: Candidates;
}

/** A detected phase and its settings. */
export interface ConfiguredPhase {
  readonly settings: PhaseConfiguration;
  readonly phase: DetectedPhase;
}

const NONE: Candidates = { fitted: [], strongest: null };

/** Readings → noise, slope, and candidate maxima. @throws AnalysisError `length-mismatch` */
export function phaseDetect(curve: MeltCurve, configuration: PhaseConfiguration): DetectedPhase {
  const prepared = curvePrepare(curve, configuration.inversed);
  const detected = curveDetect(prepared, configuration.minThreshold);
  const candidates = detected === null ? NONE : candidatesDetect(detected, configuration);
  return { clean: prepared.clean, faults: prepared.faults, detected, candidates };
}

/** Whether the settings expect two products closer to each other than they are wide. */
function hasCloseZones({ zones }: PhaseConfiguration): boolean {
  const centre = ({ minTemp, maxTemp }: ZoneSettings): number => 0.5 * (minTemp + maxTemp);
  return zones.some((zone, i) =>
    zones.some(
      (other, j) => j < i && Math.abs(centre(zone) - centre(other)) < HIDDEN.closeZones * HIDDEN.usualWidth,
    ),
  );
}

const KNOWN_SHAPE: SplitLimits = {
  separation: HIDDEN.knownSeparation,
  leastSeparation: HIDDEN.knownLeastSeparation,
};
const CLOSE_ZONES: SplitLimits = {
  separation: HIDDEN.closeSeparation,
  leastSeparation: HIDDEN.leastSeparation,
};
const ELSEWHERE: SplitLimits = {
  separation: HIDDEN.separation,
  leastSeparation: HIDDEN.leastSeparation,
};

export interface PhaseOptions {
  /** The shape learnt from the plate; null for a curve on its own. */
  readonly shape: LearntShape | null;
  readonly usual: UsualShape;
  readonly purpose: FitPurpose;
  readonly policy: PeakPolicy;
  /** Whether a product found hidden in a peak is known to be that product's own shoulder, and so a doubt. */
  readonly doubtsHidden?: boolean;
}

/** Every transition in a phase, with Tm and its error, before thresholds. */
export function phasePeaks(
  { clean, faults, detected, candidates: { fitted, strongest } }: DetectedPhase,
  configuration: PhaseConfiguration,
  { shape, usual, purpose, policy, doubtsHidden = false }: PhaseOptions,
): readonly FoundPeak[] {
  if (detected === null) return [];
  const { grid, window, slope, noise } = detected;
  if (fitted.length === 0) return strongest === null ? [] : [peakSeen(strongest)];
  const splitAlone = hasCloseZones(configuration) ? CLOSE_ZONES : ELSEWHERE;
  const curve = {
    grid,
    window,
    fluorescence: clean.fluorescence,
    slope,
    noise,
    limits: configuration,
    split: shape !== null && shape.logWidthSd <= HIDDEN.knownWidthSd ? KNOWN_SHAPE : splitAlone,
    splitAlone,
    shape,
    usual,
    purpose,
    policy,
    doubtsHidden,
    doubtsSmall: isSkewed(usual) || (policy.knowsModelError && configuration.zones.length > 0),
    isClipped: faults.clipped > 0,
    steps: faults.steps,
  };
  return peaksFind(curve, fitted);
}

/**
 * The settings that the peaks of a phase depend on, as text. Peaks with an equal key can be reused, whatever
 * the zones and rules.
 */
export const phaseFindKey = (configuration: PhaseConfiguration): string => {
  const { phaseType, minThreshold, slopeThreshold, minQuality, inversed } = configuration;
  return JSON.stringify([
    phaseType,
    minThreshold,
    slopeThreshold,
    minQuality,
    inversed,
    hasCloseZones(configuration),
    configuration.zones.length > 0,
  ]);
};
