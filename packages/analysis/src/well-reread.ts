import type { CallExplanation, Peak } from '@curvewell/domain';

import { groundFlags, OF_ZONES } from './combinations/ground-flags.ts';
import type { ChannelConfiguration, PhaseConfiguration } from './configuration.ts';
import { phaseFindKey } from './phase-analyse.ts';
import type { Rejection } from './peaks/peak-reject.ts';
import { callPolicyOf } from './versions/call-policy.ts';
import { wellExplain } from './well-analyse.ts';
import { peakPlace } from './zones/zones-assign.ts';

/** A call with the grounds that it follows from. Flags that stop no call are left out: nobody has looked again. */
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
>;

/**
 * Calls a well again with other zones and rules from what its explanation says about its peaks: the same call as from its
 * readings by the same algorithm, a thousand times as fast.
 *
 * @param then - what the explanation was made with
 * @returns null when the readings are needed: peaks would be found by other limits, or others would count, on which
 *   it depends whether something melts that no peak explains, zones follow the controls of the plate, or templates are learnt from it
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

/** Where zones follow the controls, or templates explain peaks, a call depends on other wells. */
const needsPlate = ({ tmShift = null, meltTemplates = null }: ChannelConfiguration): boolean =>
  tmShift !== null || meltTemplates !== null;

/** All that the peaks of a channel were found by. */
const foundBy = ({ phases }: ChannelConfiguration): string => phases.map(phaseFindKey).sort().join();

/** The peaks in other zones; null when not the same ones count. */
function peaksReread(peaks: readonly Peak[], { zones }: PhaseConfiguration): Peak[] | null {
  const reread = peaks.map((peak) => ({ ...peak, ...peakPlace(peak, zones, rejectionByPhase(peak)) }));
  return reread.every(({ accepted }, index) => accepted === peaks[index]?.accepted) ? reread : null;
}

/** Zones ask last: what they have refused passed everything else. */
function rejectionByPhase({ reason, measured, limit }: Peak): Rejection | null {
  const isByZone = reason === 'zone-height-below-threshold' || reason === 'zone-quality-below-threshold';
  return reason === null || isByZone || measured === null || limit === null
    ? null
    : { reason, measured, limit };
}
