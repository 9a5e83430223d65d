import type { SampleType } from '@curvewell/domain';

import type { ChannelConfiguration, PhaseConfiguration } from './configuration.ts';
import { type FoundPhase, phaseFind as assayPhaseFind } from './phase-find.ts';
import type { PlateAssay, PlateCall } from './plate-analyse.ts';
import { ALGORITHM_VERSION, engineOf } from './versions/versions.ts';
import { type TaughtTemplate, templatesTeach as teach } from './templates/templates-teach.ts';
import type { MeltCurve } from './curve/melt-curve.ts';
import type { PhaseSlope, SlopeSettings } from './phase-slope.ts';
import type { PhaseCurve, WellCall } from './well-analyse.ts';

export { type AmplificationReadings, findCq, type FoundCq } from './amplification/find-cq.ts';
export { cqRead, type ReadCq } from './amplification/well-amplification.ts';
export { callEvaluate, NEGATIVE, TEST_KO, TEST_OK } from './combinations/call-evaluate.ts';
export { zoneCombinations, type ZoneCombination } from './combinations/zone-combinations.ts';
export type { ChannelConfiguration, PhaseConfiguration, RuleConfiguration } from './configuration.ts';
export { curvesNormalise } from './curve-shape/curves-normalise.ts';
export { openConfiguration } from './open-configuration.ts';
export type { MeltCurve } from './curve/melt-curve.ts';
export { phaseFindKey } from './phase-analyse.ts';
export { AnalysisError, type AnalysisErrorCode } from './errors.ts';
export type { FoundPhase } from './phase-find.ts';
export { assayRead } from './plate-analyse.ts';
export type { PlateAssay, PlateCall, PlateWell, PlateWellCall } from './plate-analyse.ts';
export { ALGORITHM_VERSION, ALGORITHM_VERSIONS } from './versions/versions.ts';
export type { PhaseSlope, SlopeSettings } from './phase-slope.ts';
export type { PhaseCurve, WellCall } from './well-analyse.ts';
export { type NearZones, nearZones } from './resolution/resolution.ts';
export { isOfPhase } from './templates/templates-learn.ts';
export type { TaughtTemplate };
export { type Reread, wellReread } from './well-reread.ts';

/** Finds the peaks of one phase of an assay with the current version: see `plate-analyse.ts`. */
export const phaseFind = (
  wells: Parameters<typeof assayPhaseFind>[0],
  settings: PhaseConfiguration,
): FoundPhase => assayPhaseFind(wells, settings, ALGORITHM_VERSION);

/** Learns templates of a channel's targets from plates with the current version: see `templates-teach.ts`. */
export const templatesTeach = (
  plates: Parameters<typeof teach>[0],
  configuration: ChannelConfiguration,
): TaughtTemplate[] => teach(plates, configuration, ALGORITHM_VERSION);

/**
 * Analyses one well in one channel: readings → slope → peaks → zones → combination → diagnostic. Without its
 * plate, the shape of its transitions and its controls are unknown.
 *
 * @throws AnalysisError `length-mismatch`, `phase-not-configured`, `algorithm-version`
 */
export function wellAnalyse({
  phases,
  configuration,
  sampleType,
  algorithmVersion = ALGORITHM_VERSION,
}: {
  readonly phases: readonly PhaseCurve[];
  readonly configuration: ChannelConfiguration;
  readonly sampleType: SampleType;
  readonly algorithmVersion?: string;
}): WellCall {
  return engineOf(algorithmVersion).wellAlone({ phases, sampleType }, configuration, algorithmVersion);
}

/**
 * Analyses a whole plate. Input and result are plain data that can be sent to a worker thread.
 *
 * @param plate.assays - wells grouped by channel, kit version and reaction buffer
 * @throws AnalysisError `length-mismatch`, `phase-not-configured`, `algorithm-version`
 */
export function plateAnalyse({
  assays,
  algorithmVersion = ALGORITHM_VERSION,
}: {
  readonly assays: readonly PlateAssay[];
  readonly algorithmVersion?: string;
}): PlateCall {
  return engineOf(algorithmVersion).plateCall(assays, algorithmVersion);
}

/**
 * The slope of one phase of a well, to the bit as its call has drawn it. It takes a fraction of the call, since no peak
 * is searched for.
 *
 * @param curve - as the call was given it, without the light of other dyes
 * @throws AnalysisError `length-mismatch`, `algorithm-version`
 */
export const slopeAgain = ({
  curve,
  settings,
  algorithmVersion,
}: {
  readonly curve: MeltCurve;
  readonly settings: SlopeSettings;
  readonly algorithmVersion: string;
}): PhaseSlope => engineOf(algorithmVersion).phaseSlope(curve, settings);
