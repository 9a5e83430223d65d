import { lotDay } from '@curvewell/domain';
import { useMemo, useState } from 'react';

import { plateOnRun } from '../draft/read-plate-draft.ts';
import { plateDraftOf, type PlateDraft } from '../draft/plate-draft.ts';
import type { PlateConflict, PlateEditor } from '../draft/use-plate-editor.ts';
import { conflictingWells, differencesOf, resolvedPlate, type PlateDifference } from './compare-plates.ts';

export interface Comparison {
  /** The merged plate, as it would be saved. */
  readonly plate: PlateDraft;
  readonly revision: number;
  readonly contested: ReadonlySet<string>;
  readonly differences: readonly PlateDifference[];
  readonly resolvedAsTheirs: ReadonlySet<string>;
  readonly turn: (resolvedAsTheirs: ReadonlySet<string>) => void;
}

const NOTHING: ReadonlySet<string> = new Set();

/** The comparison of my plate with another user's, once requested; null if there is nothing to compare. */
export function useComparison({ conflict, plate }: PlateEditor) {
  // Each conflict is compared only on request, so a new one asks again.
  const [compared, compare] = useState<PlateConflict | null>(null);
  const [resolvedAsTheirs, turn] = useState(NOTHING);
  const isComparing = conflict !== null && conflict === compared;

  const comparison = useMemo<Comparison | null>(() => {
    if (!isComparing) return null;
    const { base, theirs } = conflict;
    const plates = { base, mine: plate, theirs: plateDraftOf(theirs) };
    return {
      plate: plateOnRun(resolvedPlate(plates, { resolvedAsTheirs }), { run: theirs, day: lotDay(theirs) }),
      revision: theirs.revision,
      contested: new Set(conflictingWells(plates)),
      differences: differencesOf(plates),
      resolvedAsTheirs,
      turn,
    };
  }, [isComparing, conflict, plate, resolvedAsTheirs]);

  return {
    comparison,
    begin: (): void => {
      turn(NOTHING);
      compare(conflict);
    },
  };
}
