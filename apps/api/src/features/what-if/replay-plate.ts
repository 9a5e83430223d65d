import {
  ALGORITHM_VERSION,
  assayRead,
  type ChannelConfiguration,
  phaseFind,
  type Reread,
  wellReread,
} from '@curvewell/analysis';
import { type ChannelName, compensatedCurves, type DyeCompensation } from '@curvewell/domain';
import { z } from 'zod';

import { phaseCurves, plateWells } from '../interpretation/chart/plate-wells.ts';
import type { StoredCurves } from '../plate/index.ts';
import { type ComparedCalls, comparedCalls, type ComparedWell } from './compared-calls.ts';
import { type ReplayedWell, replayedWellSchema } from './replayed-well.ts';
import { whatIfChannels, type WhatIfSettings } from './what-if-channels.ts';

/** A run as it was interpreted, and what it is to be called by now. */
export interface ReplayJob {
  readonly evaluation: WhatIfSettings;
  /** That the run was interpreted with. */
  readonly algorithmVersion: string;
  /** The settings of then, by version of the kit and channel. */
  readonly then: readonly (ChannelConfiguration & { readonly kitVersionId: string })[];
  /** JSON of the wells. */
  readonly wells: string;
  /** Null: not read yet, since peaks suffice for most. */
  readonly curves: readonly StoredCurves[] | null;
  /** What was taken out of them. */
  readonly compensation: DyeCompensation | undefined;
}

/** Wells that were found among one another: of one version and channel. */
interface ReplayedAssay {
  readonly wells: readonly ReplayedWell[];
  readonly then: ChannelConfiguration;
  readonly now: ChannelConfiguration;
}

/**
 * Calls a run again by other settings, beside how it was called. Wells stay among those with which they were
 * interpreted, so that nothing but the settings makes a difference. Runs in a thread of its own.
 *
 * @returns null when the curves are needed: thresholds are others, or the algorithm is
 */
export function replayPlate({
  evaluation,
  algorithmVersion,
  then,
  wells,
  curves,
  compensation,
}: ReplayJob): ComparedCalls | null {
  const replayed = z.array(replayedWellSchema).parse(JSON.parse(wells));
  const nothing = (channel: ChannelName): ChannelConfiguration => ({ channel, phases: [], rules: [] });
  const assays = [
    ...Map.groupBy(replayed, ({ kitVersionId, channel }) => `${kitVersionId} ${channel}`).values(),
  ].map((ofAssay): ReplayedAssay => {
    const [{ kitVersionId, channel }] = ofAssay as [ReplayedWell]; // a group has one at least
    return {
      wells: ofAssay,
      then:
        then.find((one) => one.kitVersionId === kitVersionId && one.channel === channel) ?? nothing(channel),
      now: whatIfChannels(evaluation).find((one) => one.channel === channel) ?? nothing(channel),
    };
  });
  const phases = curves && compensatedCurves(phaseCurves(curves), compensation);
  const compared: ComparedWell[] = [];
  for (const assay of assays) {
    const isSameAlgorithm = algorithmVersion === ALGORITHM_VERSION;
    const now = (isSameAlgorithm ? reread(assay) : null) ?? (phases && reanalysed(assay, assay.now, phases));
    if (now === null) return null;
    const byAlgorithm = isSameAlgorithm || phases === null ? null : reanalysed(assay, assay.then, phases);
    assay.wells.forEach((well, index) => {
      const call = now[index];
      if (call === undefined) throw new Error('the analysis answered fewer wells than it was given');
      compared.push({
        well,
        then: assay.then,
        settings: assay.now,
        now: call,
        byAlgorithm: byAlgorithm?.[index] ?? null,
      });
    });
  }
  return comparedCalls(compared, evaluation);
}

/** From the peaks that were found then; null when one well’s do not suffice. */
function reread({ wells, then, now }: ReplayedAssay): Reread[] | null {
  const calls: Reread[] = [];
  for (const { explanation } of wells) {
    const call = wellReread(explanation, then, now);
    if (call === null) return null;
    calls.push(call);
  }
  return calls;
}

/** From the curves. */
function reanalysed(
  { wells }: ReplayedAssay,
  configuration: ChannelConfiguration,
  curves: ReturnType<typeof phaseCurves>,
): Reread[] {
  const read = curves.filter(
    ({ channel, phase }) =>
      channel === configuration.channel && configuration.phases.some(({ phaseType }) => phaseType === phase),
  );
  const placed = plateWells(wells, read);
  const found = new Map(
    configuration.phases.map((settings) => [settings.phaseType, phaseFind(placed, settings)] as const),
  );
  return assayRead({ configuration, wells: placed }, found, ALGORITHM_VERSION).map(
    ({ explanation }) => explanation,
  );
}
