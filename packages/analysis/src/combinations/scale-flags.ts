import type { CallExplanation, CallFlag, Peak, PhaseSettings } from '@curvewell/domain';

import type { ChannelConfiguration } from '../configuration.ts';
import { FLAG } from '../settings.ts';
import { callPolicyOf } from '../versions/call-policy.ts';
import { wellExplain } from '../well-analyse.ts';

interface Called {
  readonly explanation: CallExplanation;
}

/** Whether a peak is rejected for its height alone. */
const isClear = (peak: Peak, { slopeThreshold, minQuality }: PhaseSettings): boolean =>
  peak.reason === 'height-below-threshold' &&
  peak.significance >= slopeThreshold &&
  peak.quality >= minQuality;

/** Flags a phase without counted peaks on the plate, whose clear peaks are far below the minimum height. */
function scaleFlag(calls: readonly Called[], type: PhaseSettings['phaseType']): CallFlag | null {
  let highest = 0;
  let limit = 0;
  for (const { explanation } of calls) {
    for (const { type: other, peaks, settings } of explanation.phases) {
      if (other !== type) continue;
      limit = settings.minThreshold;
      for (const peak of peaks) {
        if (peak.accepted) return null;
        if (isClear(peak, settings)) highest = Math.max(highest, peak.height);
      }
    }
  }
  if (highest === 0 || highest >= FLAG.scale * limit) return null;
  return { code: 'threshold-scale', phase: type, zone: null, temperature: null, measured: highest, limit };
}

/**
 * Removes the calls of an assay whose minimum height is meant for another fluorescence scale, because no peak
 * could have counted.
 */
export function withScaleFlags<Call extends Called>(
  calls: readonly Call[],
  configuration: ChannelConfiguration,
  algorithmVersion: string,
): Call[] {
  if (!callPolicyOf(algorithmVersion).needsGrounds) return [...calls];
  const flags = configuration.phases.flatMap(({ phaseType }) => scaleFlag(calls, phaseType) ?? []);
  if (flags.length === 0) return [...calls];
  return calls.map((call) => {
    const explanation = { ...call.explanation, flags: [...flags, ...call.explanation.flags] };
    return { ...call, explanation: wellExplain(explanation, configuration) };
  });
}
