import type { Run } from '@curvewell/contracts';

import type { PlateDraft, WellDraft } from './plate-draft.ts';

interface KeptDraft {
  readonly at: string;
  readonly plate: PlateDraft;
}

const keyOf = (run: Run, userId: string): string => `curvewell.draft.${userId}.${run.id}`;

/** Keeps what was set on a plate in this browser until it is saved. */
export function keepDraft(run: Run, { userId, plate }: { userId: string; plate: PlateDraft }): void {
  const kept = { at: new Date().toISOString(), revision: run.revision, wells: [...plate] };
  try {
    localStorage.setItem(keyOf(run, userId), JSON.stringify(kept));
  } catch {
    // A full or forbidden storage: the plate itself still has everything.
  }
}

export function dropDraft(run: Run, userId: string): void {
  localStorage.removeItem(keyOf(run, userId));
}

/** What was kept for this state of the run; null: nothing, or the run has changed since. */
export function keptDraft(run: Run, userId: string): KeptDraft | null {
  try {
    // Written by keepDraft above; another shape fails here or has another revision.
    const kept = JSON.parse(localStorage.getItem(keyOf(run, userId)) ?? 'null') as {
      at: string;
      revision: number;
      wells: [string, WellDraft][];
    } | null;
    return kept?.revision === run.revision ? { at: kept.at, plate: new Map(kept.wells) } : null;
  } catch {
    return null;
  }
}
