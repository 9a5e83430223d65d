import {
  type EvaluatedSettings,
  type EvaluatedWell,
  type PhaseType,
  searchedThreshold,
  SUGGESTION_LIMITS,
  type SuggestionWell,
  unpackPoints,
} from '@curvewell/domain';

import type { PhaseLines } from '../charts/phase-lines.ts';

/** The wells of a run without a threshold, by phase. */
export type SearchedWells = ReadonlyMap<PhaseType, readonly SuggestionWell[]>;

/** The request for the peaks of all heights; null: a phase has no curves. It does not depend on the thresholds that are set. */
export function searchSettings(
  curveSettings: EvaluatedSettings,
  curves: ReadonlyMap<PhaseType, PhaseLines>,
): EvaluatedSettings | null {
  const phases = curveSettings.phases.flatMap((phase) => {
    const lines = curves.get(phase.phaseType)?.lines;
    if (lines === undefined) return [];
    const highest = [...lines.values()].reduce(
      (most, points) => points.reduce((own, { y }) => Math.max(own, y), most),
      0,
    );
    return [{ ...phase, ...SUGGESTION_LIMITS, minThreshold: searchedThreshold(highest) }];
  });
  return phases.length === 0 ? null : { ...curveSettings, phases };
}

export function searchedWells(wells: readonly EvaluatedWell[]): SearchedWells {
  const found = new Map<PhaseType, SuggestionWell[]>();
  for (const { position, sampleType, phases } of wells)
    for (const { type, peaks, chartPoints } of phases) {
      const ofPhase = found.get(type) ?? [];
      const slope = chartPoints === undefined ? [] : unpackPoints(chartPoints);
      ofPhase.push({ position, sampleType, peaks, slope });
      found.set(type, ofPhase);
    }
  return found;
}
