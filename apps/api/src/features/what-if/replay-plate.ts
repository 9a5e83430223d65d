import {
  ALGORITHM_VERSION,
  assayRead,
  type ChannelConfiguration,
  phaseFind,
  type Reread,
  wellReread,
} from '@curvewell/analysis';
import {
  type ChannelName,
  compensatedCurves,
  type DiagnosticColor,
  type DyeCompensation,
  usedChannelRules,
  usedReplicates,
  withCrossTalk,
  type WithCrossTalk,
  type WithPlate,
} from '@curvewell/domain';
import type { PlacedAmplification } from '@curvewell/instruments';
import { z } from 'zod';

import { phaseCurves, plateWells } from '../interpretation/chart/plate-wells.ts';
import { readStoredAmplification, type StoredAmplification, type StoredCurves } from '../../curves/index.ts';
import { comparedCalls, type ComparedPlate, type ComparedWell } from './compared-calls.ts';
import { comparedSamples, type SampleSettings } from './compared-samples.ts';
import { type ReplayedWell, replayedWellSchema } from './replayed-well.ts';
import { whatIfChannels, type WhatIfSettings } from './what-if-channels.ts';

/** An interpreted run, and the settings to call it with. */
export interface ReplayJob {
  readonly evaluation: WhatIfSettings;
  /** Of the original interpretation. */
  readonly algorithmVersion: string;
  /** The original settings, by kit version and channel. */
  readonly then: readonly (ChannelConfiguration & SampleSettings & { readonly kitVersionId: string })[];
  readonly kit: string;
  readonly diagnostics: readonly DiagnosticColor[];
  /** JSON of the wells. */
  readonly wells: string;
  /** Null: not loaded, because most evaluations need only the peaks. */
  readonly readings: {
    readonly curves: readonly StoredCurves[];
    readonly amplification: StoredAmplification | null;
  } | null;
  /** The cross-talk that was subtracted. */
  readonly compensation: DyeCompensation | undefined;
}

/** Wells of one kit version and channel, which were interpreted together. */
interface ReplayedAssay {
  readonly wells: readonly ReplayedWell[];
  readonly then: ChannelConfiguration;
  readonly now: ChannelConfiguration;
}

/**
 * Calls a run again with other settings, beside its original calls. Wells are grouped as in the original
 * interpretation, so that differences come from the settings alone. Runs in a separate thread.
 *
 * @returns null when the curves are needed, because thresholds or the algorithm differ
 */
export function replayPlate({
  evaluation,
  algorithmVersion,
  then,
  wells,
  readings,
  compensation,
  kit,
  diagnostics,
}: ReplayJob): ComparedPlate | null {
  const replayed = z.array(replayedWellSchema).parse(JSON.parse(wells));
  const nothing = (channel: ChannelName): ChannelConfiguration => ({ channel, phases: [], rules: [] });
  const assays = [
    ...Map.groupBy(replayed, ({ kitVersionId, channel }) => `${kitVersionId} ${channel}`).values(),
  ].map((ofAssay): ReplayedAssay => {
    const [{ kitVersionId, channel }] = ofAssay as [ReplayedWell]; // a group is never empty
    return {
      wells: ofAssay,
      then:
        then.find((one) => one.kitVersionId === kitVersionId && one.channel === channel) ?? nothing(channel),
      now: whatIfChannels(evaluation).find((one) => one.channel === channel) ?? nothing(channel),
    };
  });
  const phases = readings && {
    curves: compensatedCurves(phaseCurves(readings.curves), compensation),
    amplification: withCrossTalk(readStoredAmplification(readings.amplification), compensation),
  };
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
  const { replicates, channelRules } = evaluation;
  const samples = comparedSamples(compared, {
    kit,
    diagnostics,
    then: (id) => then.find(({ kitVersionId }) => kitVersionId === id) ?? {},
    now: {
      replicates: replicates === null ? undefined : usedReplicates(replicates),
      channelRules: channelRules === null ? undefined : usedChannelRules(channelRules),
    },
  });
  return { ...comparedCalls(compared, evaluation), ...(samples && { samples }) };
}

/** Calls from the stored peaks; null when they do not suffice for a well. */
function reread({ wells, then, now }: ReplayedAssay): Reread[] | null {
  const calls: Reread[] = [];
  for (const { explanation } of wells) {
    const call = wellReread(explanation, then, now);
    if (call === null) return null;
    calls.push(call);
  }
  return calls;
}

interface PlateReadings {
  readonly curves: ReturnType<typeof phaseCurves>;
  readonly amplification: readonly WithCrossTalk<WithPlate<PlacedAmplification>>[];
}

/** Calls from the curves. */
function reanalysed(
  { wells }: ReplayedAssay,
  configuration: ChannelConfiguration,
  { curves, amplification }: PlateReadings,
): Reread[] {
  const read = curves.filter(
    ({ channel, phase }) =>
      channel === configuration.channel && configuration.phases.some(({ phaseType }) => phaseType === phase),
  );
  const placed = plateWells(wells, read).map((well) => ({
    ...well,
    amplification: amplification.filter(({ position }) => position === well.position),
  }));
  const found = new Map(
    configuration.phases.map((settings) => [settings.phaseType, phaseFind(placed, settings)] as const),
  );
  return assayRead({ configuration, wells: placed }, found, ALGORITHM_VERSION).map(
    ({ explanation }) => explanation,
  );
}
