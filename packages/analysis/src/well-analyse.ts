import type { CallExplanation, PhaseType, SampleType } from '@curvewell/contracts';

import { callDecide } from './combinations/call-evaluate.ts';
import { phaseFlags } from './combinations/call-flags.ts';
import type { ChannelConfiguration, PhaseConfiguration } from './configuration.ts';
import type { MeltCurve } from './curve/melt-curve.ts';
import { AnalysisError } from './errors.ts';
import type { LearntShape } from './peaks/shape.ts';
import type { FoundPeak } from './peaks/found-peak.ts';
import { type ConfiguredPhase, phaseDetect, phasePeaks } from './phase-analyse.ts';
import { zonesAssign } from './zones/zones-assign.ts';

/** One phase of a well as it was read. */
export interface PhaseCurve {
  readonly type: PhaseType;
  readonly curve: MeltCurve;
}

/** The slope of a phase for drawing: −dF/dT over temperature, as many values as readings. */
export interface PhaseSlope {
  readonly type: PhaseType;
  readonly temperature: Float64Array;
  readonly slope: Float64Array;
}

/** A well's call in one channel: the explanation, which is the result, and what is drawn beside it. */
export interface WellCall {
  readonly explanation: CallExplanation;
  readonly phases: readonly PhaseSlope[];
}

/** What the plate taught about a phase's transitions; null: nothing. */
export type ShapeOf = (type: PhaseType) => LearntShape | null;

/** The configuration of a phase of a channel. @throws AnalysisError `phase-not-configured` */
function phaseConfiguration(configuration: ChannelConfiguration, type: PhaseType): PhaseConfiguration {
  const found = configuration.phases.find(({ phaseType }) => phaseType === type);
  if (found === undefined) {
    throw new AnalysisError('phase-not-configured', `channel ${configuration.channel} has no phase ${type}`);
  }
  return found;
}

/** The first half of a call, which needs no plate. @throws AnalysisError `length-mismatch`, `phase-not-configured` */
export const wellDetect = (
  phases: readonly PhaseCurve[],
  configuration: ChannelConfiguration,
): readonly ConfiguredPhase[] =>
  phases.map(({ type, curve }) => {
    const settings = phaseConfiguration(configuration, type);
    return { settings, phase: phaseDetect(curve, settings) };
  });

/** The second half: peaks, zones, combination, diagnostic. */
export function wellCall(
  { phases, sampleType }: { readonly phases: readonly ConfiguredPhase[]; readonly sampleType: SampleType },
  configuration: ChannelConfiguration,
  { shapeOf, algorithmVersion }: { readonly shapeOf: ShapeOf; readonly algorithmVersion: string },
): WellCall {
  const explained = phases.map((phase) => {
    const options = { shape: shapeOf(phase.settings.phaseType), purpose: 'call' } as const;
    return phaseExplain(phase, phasePeaks(phase.phase, phase.settings, options));
  });
  const flags = phases.flatMap((phase, index) => phaseFlags(phase, explained[index]?.peaks ?? []));
  const call = callDecide({ phases: explained, sampleType, flags }, configuration.rules);
  return {
    explanation: {
      algorithmVersion,
      channel: configuration.channel,
      sampleType,
      phases: explained,
      ...call,
      flags,
    },
    phases: phases.map(({ settings, phase: { clean, detected } }) => ({
      type: settings.phaseType,
      temperature: clean.temperature,
      slope: detected?.slope ?? new Float64Array(clean.temperature.length),
    })),
  };
}

function phaseExplain(
  { settings, phase }: ConfiguredPhase,
  peaks: readonly FoundPeak[],
): CallExplanation['phases'][number] {
  const { phaseType, minThreshold, slopeThreshold, minQuality, inversed } = settings;
  return {
    type: phaseType,
    settings: { phaseType, minThreshold, slopeThreshold, minQuality, inversed },
    noise: phase.detected?.noise ?? null,
    readings: phase.clean.temperature.length,
    peaks: zonesAssign(peaks, settings),
  };
}

/** The call of a well without its plate: nothing is known of the shape of its transitions. */
export const wellAlone = (
  { phases, sampleType }: { readonly phases: readonly PhaseCurve[]; readonly sampleType: SampleType },
  configuration: ChannelConfiguration,
  algorithmVersion: string,
): WellCall =>
  wellCall({ phases: wellDetect(phases, configuration), sampleType }, configuration, {
    shapeOf: () => null,
    algorithmVersion,
  });
