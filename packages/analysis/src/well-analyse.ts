import type { CallExplanation, PhaseType, SampleType, WellAmplification, WellShape } from '@curvewell/domain';

import { callDecide } from './combinations/call-evaluate.ts';
import { phaseFlags } from './combinations/call-flags.ts';
import { groundFlags } from './combinations/ground-flags.ts';
import type { ChannelConfiguration, PhaseConfiguration } from './configuration.ts';
import type { MeltCurve } from './curve/melt-curve.ts';
import { AnalysisError } from './errors.ts';
import type { FoundPeak } from './peaks/found-peak.ts';
import { UNKNOWN_SHAPE } from './peaks/shape.ts';
import {
  templateFlags,
  templatesUsed,
  type WellTemplates,
  withTemplates,
} from './templates/template-filter.ts';
import { detectedSlope, type PhaseSlope } from './phase-slope.ts';
import { type ConfiguredPhase, type DetectedPhase, phaseDetect, phasePeaks } from './phase-analyse.ts';
import { nearZoneFlags } from './resolution/two-product-flags.ts';
import { callPolicyOf, type CallPolicy } from './versions/call-policy.ts';
import { peakPolicyOf } from './versions/peak-policy.ts';
import { shiftedBy, shiftFlags, type WellShift } from './zones/tm-shift.ts';
import { gridSpan, readSpan } from './zones/zone-coverage.ts';
import { zonesAssign } from './zones/zones-assign.ts';

/** One phase of a well as read. */
export interface PhaseCurve {
  readonly type: PhaseType;
  readonly curve: MeltCurve;
}

/** A well's call in one channel: the explanation, which is the result, and the curves to draw. */
export interface WellCall {
  readonly explanation: CallExplanation;
  readonly phases: readonly PhaseSlope[];
}

/** The settings of a phase of a channel. @throws AnalysisError `phase-not-configured` */
export function phaseConfiguration(configuration: ChannelConfiguration, type: PhaseType): PhaseConfiguration {
  const found = configuration.phases.find(({ phaseType }) => phaseType === type);
  if (found === undefined) {
    throw new AnalysisError('phase-not-configured', `channel ${configuration.channel} has no phase ${type}`);
  }
  return found;
}

/** A phase of a well with its transitions, before thresholds and zones. */
export interface FoundCurve {
  readonly phase: DetectedPhase;
  readonly peaks: readonly FoundPeak[];
}

/**
 * The slow half of a call: readings → slope → peaks. @throws AnalysisError `length-mismatch`,
 * `phase-not-configured`
 */
const wellFind = (
  phases: readonly PhaseCurve[],
  configuration: ChannelConfiguration,
  algorithmVersion: string,
): readonly (FoundCurve & Pick<PhaseCurve, 'type'>)[] =>
  phases.map(({ type, curve }) => {
    const settings = phaseConfiguration(configuration, type);
    const phase = phaseDetect(curve, settings);
    const policy = peakPolicyOf(algorithmVersion);
    const alone = { shape: null, usual: UNKNOWN_SHAPE, purpose: 'call', policy } as const;
    return { type, phase, peaks: phasePeaks(phase, settings, alone) };
  });

/** The fast half: thresholds, zones, combination, diagnostic. @throws AnalysisError `phase-not-configured` */
export function wellRead(
  {
    phases,
    sampleType,
    shift = null,
    templates = null,
    shape = null,
    amplification = null,
  }: {
    readonly phases: readonly (FoundCurve & Pick<PhaseCurve, 'type'>)[];
    readonly sampleType: SampleType;
    /** The Tm shift; null: no correction in the kit version. */
    readonly shift?: WellShift | null;
    /** The templates of the plate; null: not used by the kit version. */
    readonly templates?: WellTemplates | null;
    /** The shape of the curve beside the plate's references; null: not compared by the kit version. */
    readonly shape?: WellShape | null;
    /** Whether the channels that rules use have amplified; null: they use none. */
    readonly amplification?: readonly WellAmplification[] | null;
  },
  asConfigured: ChannelConfiguration,
  algorithmVersion: string,
): WellCall {
  const policy = callPolicyOf(algorithmVersion);
  const configuration = shift === null ? asConfigured : shiftedBy(asConfigured, shift.tmShift);
  const found = phases.map(({ type, phase, peaks }) => {
    const configured = { settings: phaseConfiguration(configuration, type), phase };
    return { configured, peaks, explained: phaseExplain(configured, peaks, { policy, templates }) };
  });
  // Not by `map`, as in `zonesAssign`.
  const explained: CallExplanation['phases'][number][] = [];
  for (const one of found) explained.push(one.explained);
  const used =
    templates &&
    found.flatMap(({ configured: { phase }, explained: { type, peaks } }) =>
      templatesUsed(peaks, { phase, type, templates }),
    );
  const flags = shiftFlags(shift).concat(
    policy.needsGrounds ? groundFlags(explained, configuration) : [],
    found.flatMap(({ configured, explained: { peaks }, peaks: asFound }) =>
      phaseFlags(configured, { peaks, found: asFound }, policy),
    ),
    policy.doubtsSingles ? nearZoneFlags(explained, configuration) : [],
    templates === null ? [] : templateFlags(explained),
  );
  const grounds = { algorithmVersion, sampleType, phases: explained, flags };
  return {
    explanation: wellExplain(
      {
        ...grounds,
        ...(shift && { tmShift: shift.tmShift }),
        ...(used && { templates: used }),
        ...(shape && { shape }),
        ...(amplification && { amplification: [...amplification] }),
      },
      configuration,
    ),
    phases: phases.map(({ type, phase }) => detectedSlope(type, phase)),
  };
}

/** The call that follows from the found peaks, with its explanation. */
export function wellExplain(
  grounds: Pick<
    CallExplanation,
    | 'algorithmVersion'
    | 'sampleType'
    | 'phases'
    | 'flags'
    | 'tmShift'
    | 'templates'
    | 'shape'
    | 'amplification'
  >,
  { channel, rules, outsideDiagnostic = null }: ChannelConfiguration,
): CallExplanation {
  const { algorithmVersion, sampleType, phases, flags, tmShift, templates, shape, amplification } = grounds;
  const call = callDecide(grounds, { rules, outsideDiagnostic, policy: callPolicyOf(algorithmVersion) });
  return {
    algorithmVersion,
    channel,
    sampleType,
    phases,
    ...call,
    ...(tmShift && { tmShift }),
    ...(templates && { templates }),
    ...(shape && { shape }),
    ...(amplification && { amplification }),
    flags,
  };
}

function phaseExplain(
  { settings, phase }: ConfiguredPhase,
  peaks: readonly FoundPeak[],
  {
    policy: { needsGrounds },
    templates,
  }: { readonly policy: CallPolicy; readonly templates: WellTemplates | null },
): CallExplanation['phases'][number] {
  const { phaseType, minThreshold, slopeThreshold, minQuality, inversed } = settings;
  const { temperature, grid } = phase.clean;
  const assigned = zonesAssign(peaks, settings);
  return {
    type: phaseType,
    settings: { phaseType, minThreshold, slopeThreshold, minQuality, inversed },
    noise: phase.detected?.noise ?? null,
    readings: temperature.length,
    ...(needsGrounds && (grid === null ? readSpan(temperature) : gridSpan(grid))),
    peaks: templates === null ? assigned : withTemplates(assigned, { phase, type: phaseType, templates }),
  };
}

/** The call of a well without its plate, so that the shape of its transitions is unknown. */
export const wellAlone = (
  { phases, sampleType }: { readonly phases: readonly PhaseCurve[]; readonly sampleType: SampleType },
  configuration: ChannelConfiguration,
  algorithmVersion: string,
): WellCall =>
  wellRead(
    { phases: wellFind(phases, configuration, algorithmVersion), sampleType },
    configuration,
    algorithmVersion,
  );
