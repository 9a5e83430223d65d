import type { CallExplanation, Peak } from '@curvewell/domain';

import { groundFlags, OF_ZONES } from './combinations/ground-flags.ts';
import type { ChannelConfiguration, PhaseConfiguration } from './configuration.ts';
import { phaseFindKey } from './phase-analyse.ts';
import type { Rejection } from './peaks/peak-reject.ts';
import { callPolicyOf } from './versions/call-policy.ts';
import { wellExplain } from './well-analyse.ts';
import { peakPlace } from './zones/zones-assign.ts';

/**
 * A call with its explanation. Excludes flags that do not prevent a call, because they were not evaluated
 * again.
 */
export type Reread = Pick<
  CallExplanation,
  | 'channel'
  | 'sampleType'
  | 'phases'
  | 'zonesHit'
  | 'combination'
  | 'triedRules'
  | 'diagnostic'
  | 'score'
  | 'flags'
  | 'tmShift'
  | 'shape'
>;

/**
 * Calls a well again with other zones and rules from the peaks in its explanation: the same call as from its
 * readings with the same algorithm, a thousand times as fast.
 *
 * @param then - the settings of the explanation
 * @returns null when the readings are needed: the limits of peak detection differ, or other peaks would count, which
 *   affects unexplained melts, Tm shift correction or learnt templates
 */
export function wellReread(
  explanation: CallExplanation,
  then: ChannelConfiguration,
  now: ChannelConfiguration,
): Reread | null {
  if (foundBy(then) !== foundBy(now)) return null;
  if (needsPlate(then) || needsPlate(now)) return null;
  const phases = explanation.phases.flatMap((phase) => {
    const settings = now.phases.find(({ phaseType }) => phaseType === phase.type);
    const peaks = settings && peaksReread(phase.peaks, settings);
    return peaks ? [{ ...phase, peaks }] : [];
  });
  if (phases.length < explanation.phases.length) return null;
  const { algorithmVersion, sampleType } = explanation;
  const { stops, needsGrounds } = callPolicyOf(algorithmVersion);
  const flags = [
    ...(needsGrounds ? groundFlags(phases, now) : []).filter(
      ({ code }) => stops.has(code) || code === 'outside-peak',
    ),
    ...explanation.flags.filter(({ code }) => stops.has(code) && !OF_ZONES.has(code)),
  ];
  return wellExplain({ algorithmVersion, sampleType, phases, flags }, now);
}

/** With Tm shift correction, templates or references of shapes, a call depends on other wells. */
const needsPlate = ({
  tmShift = null,
  meltTemplates = null,
  curveShape = null,
}: ChannelConfiguration): boolean =>
  tmShift !== null || meltTemplates !== null || (curveShape !== null && curveShape.references.length > 0);

/** All settings that the peaks of a channel depend on. */
const foundBy = ({ phases }: ChannelConfiguration): string => phases.map(phaseFindKey).sort().join();

/** The peaks in other zones; null when a different set counts. */
function peaksReread(peaks: readonly Peak[], { zones }: PhaseConfiguration): Peak[] | null {
  const reread = peaks.map((peak) => ({ ...peak, ...peakPlace(peak, zones, rejectionByPhase(peak)) }));
  return reread.every(({ accepted }, index) => accepted === peaks[index]?.accepted) ? reread : null;
}

/** Zones are tested last, so peaks rejected by a zone passed every other test. */
function rejectionByPhase({ reason, measured, limit }: Peak): Rejection | null {
  const isByZone = reason === 'zone-height-below-threshold' || reason === 'zone-quality-below-threshold';
  return reason === null || isByZone || measured === null || limit === null
    ? null
    : { reason, measured, limit };
}
