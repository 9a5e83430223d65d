import type { CallExplanation, PhaseType, SampleType } from '@curvewell/contracts';

import { callDecide } from './combinations/call-evaluate.ts';
import { callFlags } from './combinations/call-flags.ts';
import type { ChannelConfiguration, PhaseConfiguration } from './configuration.ts';
import type { MeltCurve } from './curve/melt-curve.ts';
import { AnalysisError } from './errors.ts';
import type { LearntShape } from './peaks/shape.ts';
import { type PhaseAnalysis, phaseAnalyse } from './phase-analyse.ts';
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

export function wellCall(
  { phases, sampleType }: { readonly phases: readonly PhaseCurve[]; readonly sampleType: SampleType },
  configuration: ChannelConfiguration,
  { shapeOf, algorithmVersion }: { readonly shapeOf: ShapeOf; readonly algorithmVersion: string },
): WellCall {
  const analyses = phases.map(({ type, curve }) =>
    phaseAnalyse(curve, phaseConfiguration(configuration, type), { shape: shapeOf(type), purpose: 'call' }),
  );
  const explained = phases.map(({ type }, index) =>
    phaseExplain(phaseConfiguration(configuration, type), analyses[index]),
  );
  const call = callDecide({ phases: explained, sampleType }, configuration.rules);
  return {
    explanation: {
      algorithmVersion,
      channel: configuration.channel,
      sampleType,
      phases: explained,
      ...call,
      flags: callFlags(explained, analyses, configuration),
    },
    phases: phases.map(({ type }, index) => ({
      type,
      temperature: analyses[index]?.temperature ?? new Float64Array(0),
      slope: analyses[index]?.slope ?? new Float64Array(0),
    })),
  };
}

function phaseExplain(
  configuration: PhaseConfiguration,
  analysis: PhaseAnalysis | undefined,
): CallExplanation['phases'][number] {
  const { zones: _zones, ...settings } = configuration;
  return {
    type: configuration.phaseType,
    settings,
    noise: analysis?.noise ?? null,
    readings: analysis?.readings ?? 0,
    peaks: zonesAssign(analysis?.peaks ?? [], configuration),
  };
}
