import type { ChannelConfiguration, Reread } from '@curvewell/analysis';
import type { CallChange, SampleComparison, Transition, WhatIfRequest } from '@curvewell/contracts';
import {
  callSentence,
  changeReason,
  comparePositions,
  isMoved,
  isSample,
  type Peak,
  peakPairs,
  phasesMoved,
  type PhaseType,
} from '@curvewell/domain';

import type { ReplayedWell } from './replayed-well.ts';

/** The call of a well, and the call with draft settings. */
export interface ComparedWell {
  readonly well: ReplayedWell;
  readonly then: ChannelConfiguration;
  readonly settings: ChannelConfiguration;
  readonly now: Reread;
  /** The call with the original settings and the current algorithm; null: the algorithm is the same. */
  readonly byAlgorithm: Reread | null;
}

/** The result of an evaluation on one run. */
export interface ComparedCalls {
  readonly versions: string[];
  readonly calls: number;
  readonly stays: { diagnostic: string | null; calls: number }[];
  readonly transitions: Transition[];
  readonly changes: CallChange[];
}

/** With the results of samples; omitted: no settings combine wells. */
export interface ComparedPlate extends ComparedCalls {
  readonly samples?: SampleComparison;
}

/** Counts unchanged and changed calls, and gives the reason of each change. */
export function comparedCalls(
  wells: readonly ComparedWell[],
  { samples, controls }: WhatIfRequest,
): ComparedCalls {
  const compared = wells.filter(({ well }) => (isSample(well.sampleType) ? samples : controls));
  const [stay, change] = [
    compared.filter(({ well, now }) => well.explanation.diagnostic === now.diagnostic),
    compared.filter(({ well, now }) => well.explanation.diagnostic !== now.diagnostic),
  ];
  return {
    versions: [...new Set(compared.map(({ well }) => well.version))].sort(),
    calls: compared.length,
    stays: [...Map.groupBy(stay, ({ now }) => now.diagnostic)].map(([diagnostic, { length }]) => ({
      diagnostic,
      calls: length,
    })),
    transitions: [...Map.groupBy(change, transitionKey).values()].map(transitionOf),
    changes: change.toSorted((a, b) => comparePositions(a.well.position, b.well.position)).map(callChange),
  };
}

const transitionKey = ({ well, now }: ComparedWell): string =>
  JSON.stringify([well.explanation.diagnostic, now.diagnostic, isSample(well.sampleType)]);

function transitionOf(alike: readonly ComparedWell[]): Transition {
  const [{ well, now }] = alike as [ComparedWell]; // a group is never empty
  return {
    then: well.explanation.diagnostic,
    now: now.diagnostic,
    isControl: !isSample(well.sampleType),
    calls: alike.length,
  };
}

function callChange({ well, then, settings, now, byAlgorithm }: ComparedWell): CallChange {
  const { wellId, position, name, sampleType, channel, version, override, explanation } = well;
  return {
    wellId,
    position,
    name,
    sampleType,
    channel,
    version,
    override,
    then: { diagnostic: explanation.diagnostic, sentence: callSentence(explanation) },
    now: { diagnostic: now.diagnostic, sentence: callSentence(now) },
    isAlgorithm: byAlgorithm !== null && byAlgorithm.diagnostic === now.diagnostic,
    reason: changeReason(
      { explanation, phases: phasesMoved(then.phases, explanation) },
      { explanation: now, phases: phasesMoved(settings.phases, now) },
    ),
    peaks: peakPairs(explanation, now).flatMap((pair) =>
      pair.now?.accepted === true ? [countedPeak(pair.phase, pair.now, isMoved(pair))] : [],
    ),
  };
}

const countedPeak = (
  phase: PhaseType,
  { tm, height, zone }: Peak,
  isNew: boolean,
): CallChange['peaks'][number] => ({ phase, tm, height, zone, isNew });
