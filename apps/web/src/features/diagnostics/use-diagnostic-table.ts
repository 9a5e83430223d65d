import type { DiagnosticRow } from '@curvewell/domain';
import { useState } from 'react';

import { useFetchDiagnostics, useSaveDiagnostics } from '../../data/diagnostics.ts';
import { hasCode } from '../../shared/api/api-problem.ts';
import { otherEditOf, type OtherEdit } from '../../shared/ui/alerts/stale-alert.tsx';
import { rowConflicts, resolvedRows } from './diagnostic-conflicts.ts';
import { changedRows, draftRows, sentRows } from './diagnostic-rows.ts';
import type { DraftRow } from './draft-row.ts';

interface Conflict {
  readonly other: OtherEdit;
  /** The stored table; null until the user compares both versions. */
  readonly theirs: readonly DiagnosticRow[] | null;
  readonly resolvedAsTheirs: ReadonlySet<string>;
}

/** The table being edited. The second user to save resolves each field that both changed. */
export function useDiagnosticTable(saved: readonly DiagnosticRow[]) {
  const { mutateAsync, isPending } = useSaveDiagnostics();
  const loadNow = useFetchDiagnostics();
  const [edited, setRows] = useState(() => draftRows(saved));
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const theirs = conflict?.theirs ?? null;
  const rows: readonly DraftRow[] =
    conflict === null || theirs === null ? edited : resolvedRows(edited, theirs, conflict.resolvedAsTheirs);
  const begin = (stored: readonly DiagnosticRow[]): void => {
    setRows(draftRows(stored));
    setConflict(null);
  };

  return {
    rows,
    setRows,
    isPending,
    isChanged: changedRows(rows).length > 0,
    reset: (): void => begin(theirs ?? saved),
    conflict: conflict && {
      other: conflict.other,
      comparisons: theirs && rowConflicts(edited, theirs),
      resolvedAsTheirs: conflict.resolvedAsTheirs,
      settle: (resolvedAsTheirs: ReadonlySet<string>): void => setConflict({ ...conflict, resolvedAsTheirs }),
      loadTheirs: async (): Promise<void> => {
        begin(await loadNow());
      },
      compare: async (): Promise<void> => {
        setConflict({ ...conflict, theirs: await loadNow() });
      },
    },
    /**
     * Saves the table.
     *
     * @returns false if another user saved first
     * @throws any other error
     */
    save: async (): Promise<boolean> => {
      try {
        begin(await mutateAsync(sentRows(rows)));
        return true;
      } catch (error) {
        if (!hasCode(error, 'stale')) throw error;
        setConflict({ other: otherEditOf(error), theirs: null, resolvedAsTheirs: new Set() });
        return false;
      }
    },
  };
}
