import type { DiagnosticRow } from '@curvewell/domain';
import { useState } from 'react';

import { useFetchDiagnostics, useSaveDiagnostics } from '../../data/diagnostics.ts';
import { hasCode } from '../../shared/api/api-problem.ts';
import { otherEditOf, type OtherEdit } from '../../shared/ui/alerts/stale-alert.tsx';
import { rowConflicts, resolvedRows } from './diagnostic-conflicts.ts';
import { changedRows, type DraftRow, draftRows, sentRows } from './diagnostic-rows.ts';

interface Conflict {
  readonly other: OtherEdit;
  /** The table as it is stored by now; null until mine is compared with it. */
  readonly theirs: readonly DiagnosticRow[] | null;
  readonly theirWay: ReadonlySet<string>;
}

/** The table while it is edited. The second to save sees a conflict, and settles each field that both have changed. */
export function useDiagnosticTable(saved: readonly DiagnosticRow[]) {
  const { mutateAsync, isPending } = useSaveDiagnostics();
  const loadNow = useFetchDiagnostics();
  const [edited, setRows] = useState(() => draftRows(saved));
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const theirs = conflict?.theirs ?? null;
  const rows: readonly DraftRow[] =
    conflict === null || theirs === null ? edited : resolvedRows(edited, theirs, conflict.theirWay);
  const begin = (stored: readonly DiagnosticRow[]): void => {
    setRows(draftRows(stored));
    setConflict(null);
  };

  return {
    rows,
    setRows,
    isPending,
    isChanged: changedRows(rows).length > 0,
    reset: (): void => {
      begin(theirs ?? saved);
    },
    conflict: conflict && {
      other: conflict.other,
      comparisons: theirs && rowConflicts(edited, theirs),
      theirWay: conflict.theirWay,
      settle: (theirWay: ReadonlySet<string>): void => {
        setConflict({ ...conflict, theirWay });
      },
      loadTheirs: async (): Promise<void> => {
        begin(await loadNow());
      },
      compare: async (): Promise<void> => {
        setConflict({ ...conflict, theirs: await loadNow() });
      },
    },
    /** @returns whether it was saved; not, when somebody else came first. @throws whatever else went wrong */
    save: async (): Promise<boolean> => {
      try {
        begin(await mutateAsync(sentRows(rows)));
        return true;
      } catch (error) {
        if (!hasCode(error, 'stale')) throw error;
        setConflict({ other: otherEditOf(error), theirs: null, theirWay: new Set() });
        return false;
      }
    },
  };
}
