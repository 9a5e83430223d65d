import { type ThresholdSuggestion, thresholdSuggest } from '@curvewell/domain';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { interpretationQueries } from '../../../data/interpretation.ts';
import { changedWells } from '../charts/peak-counts.ts';
import type { PhaseDraft } from '../draft/kit-draft.ts';
import { useKitEditing } from '../kit-editor-context.ts';

/** The suggested threshold of a phase on the run that is open; null without one, or while it is loaded. */
export function useSuggestion({ phaseType, zones }: PhaseDraft): ThresholdSuggestion | null {
  const { searched } = useKitEditing();
  const wells = searched?.get(phaseType);
  return useMemo(() => {
    if (wells === undefined) return null;
    const ranges = zones.flatMap(({ minTemp, maxTemp }) =>
      minTemp === null || maxTemp === null || maxTemp <= minTemp ? [] : [{ minTemp, maxTemp }],
    );
    return thresholdSuggest(wells, ranges);
  }, [wells, zones]);
}

/** The draft must be unchanged this long before the effect is computed, ms. */
const SETTLED_MS = 400;

/** The wells whose result the suggested threshold would change; null: not known yet. */
export function useSuggestionEffect(
  { phaseType }: PhaseDraft,
  value: number | null,
): readonly string[] | null {
  const { evaluated, trial } = useKitEditing();
  const [settled] = useDebouncedValue(trial, SETTLED_MS);
  const isAsked = settled !== null && settled === trial && value !== null;
  const { data } = useQuery(
    interpretationQueries.evaluated(
      isAsked
        ? {
            runId: settled.runId,
            settings: {
              ...settled.settings,
              phases: settled.settings.phases.map((phase) =>
                phase.phaseType === phaseType ? { ...phase, minThreshold: value } : phase,
              ),
            },
          }
        : null,
    ),
  );
  return useMemo(() => {
    if (!isAsked || data === undefined || evaluated === null || evaluated.isOld) return null;
    const now = new Map(evaluated.wells.map((well) => [well.position, well]));
    return changedWells(data, now).map(({ position }) => position);
  }, [isAsked, data, evaluated]);
}
