import type { Run } from '@curvewell/domain';
import { useMemo, useState } from 'react';

import { SOMEBODY, type OtherEdit } from '../../../shared/ui/alerts/stale-alert.tsx';
import { useStoredDraft } from '../../../shared/forms/use-stored-draft.ts';
import { metadataDifferences, metadataOf, type Metadata } from '../compare/compare-metadata.ts';
import { readMetadataDraft, metadataDraftPlace, type StoredMetadataDraft } from './read-metadata-draft.ts';
import { useKitRowState } from '../rows/use-kit-row-state.ts';

/** Someone else has saved the run meanwhile. */
interface MetadataConflict {
  readonly other: OtherEdit;
  /** What mine began with. */
  readonly base: Metadata;
  readonly theirs: Run;
}

/** Step 1 as it is being filled in, with a draft that outlives the page. */
export function useRunForm(run: Run, { userId, day }: { readonly userId: string; readonly day: string }) {
  const [kept] = useState(() => readMetadataDraft(run.id, userId));
  const [restoredAt, setRestoredAt] = useState(kept?.at ?? null);
  const [began] = useState(() => metadataOf(run));
  const [conflict, setConflict] = useState(() => conflictOfDraft(run, kept));
  const first: Metadata = kept?.mine ?? began;
  const [analyserId, setAnalyserId] = useState(first.analyserId);
  const [plateId, setPlateId] = useState(first.plateId);
  const rows = useKitRowState(first.rows, { run, analyserId, day });
  /** Of the run itself: step 1 was never saved, so that only the import can have set it. */
  const [isOpen, setOpen] = useState({ analyser: run.kits.length === 0, plateId: run.kits.length === 0 });
  /** Saved or given up: there is nothing left to keep or to ask about. */
  const [isDone, setDone] = useState(false);

  const { chosen } = rows;
  const isChanged = useMemo(() => {
    const now: Metadata = { analyserId, plateId, rows: chosen };
    return !isDone && JSON.stringify(now) !== JSON.stringify(began);
  }, [analyserId, plateId, chosen, began, isDone]);
  const base = conflict?.base ?? began;
  useStoredDraft(
    useMemo(() => metadataDraftPlace(run.id, userId), [run.id, userId]),
    useMemo(
      () =>
        isChanged
          ? // oxlint-disable-next-line react/purity -- when it was changed, kept with the change
            { at: new Date().toISOString(), base, mine: { analyserId, plateId, rows: chosen } }
          : null,
      [isChanged, base, analyserId, plateId, chosen],
    ),
  );

  return {
    analyserId,
    setAnalyserId,
    plateId,
    setPlateId,
    rows,
    /** Set by the import, and not changed or confirmed since. */
    fromImport: {
      analyser: isOpen.analyser && analyserId !== null && analyserId === began.analyserId,
      plateId: isOpen.plateId && plateId !== '' && plateId === began.plateId,
    },
    passRun: (field: 'analyser' | 'plateId'): void => {
      setOpen((former) => ({ ...former, [field]: false }));
    },
    isChanged,
    restoredAt,
    conflict,
    /** The server has another version than this began with. */
    meet: (theirs: Run, other: OtherEdit): void => {
      setConflict({ other, base, theirs });
    },
    discard: (): void => {
      setRestoredAt(null);
      setConflict(null);
      setAnalyserId(began.analyserId);
      setPlateId(began.plateId);
      rows.reset(began.rows);
    },
    finish: (): void => {
      setDone(true);
    },
  };
}

/** A draft that began with something else than the server has now. */
function conflictOfDraft(run: Run, kept: StoredMetadataDraft | null): MetadataConflict | null {
  if (kept === null || metadataDifferences(kept.base, metadataOf(run)).length === 0) return null;
  return { other: SOMEBODY, base: kept.base, theirs: run };
}
