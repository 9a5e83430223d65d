import { idSchema, type Run } from '@curvewell/domain';
import { useMemo, useState } from 'react';
import { z } from 'zod';

import { type DraftPlace, readDraft } from '../../../shared/forms/draft-storage.ts';
import { useStoredDraft } from '../../../shared/forms/use-stored-draft.ts';
import { type OtherEdit, UNKNOWN_USER } from '../../../shared/ui/alerts/stale-alert.tsx';
import { type Metadata, metadataDifferences, metadataOf } from '../compare/compare-metadata.ts';
import { useKitRowState } from '../rows/use-kit-row-state.ts';

const metadataSchema = z.object({
  analyserId: idSchema.nullable(),
  plateId: z.string(),
  rows: z.array(
    z.object({
      key: z.int(),
      kitId: idSchema.nullable(),
      versionId: idSchema.nullable(),
      bufferId: idSchema.nullable(),
      lotIds: z.array(idSchema).nullable(),
    }),
  ),
});
/** Includes the base, to detect another user's save. */
const keptSchema = z.object({ at: z.string(), base: metadataSchema, mine: metadataSchema });
type StoredMetadataDraft = z.infer<typeof keptSchema>;

const metadataDraftPlace = (runId: string, userId: string): DraftPlace => ({
  what: 'run',
  userId,
  runId,
});

/** The stored draft of step 1; null if there is none. */
function readMetadataDraft(runId: string, userId: string): StoredMetadataDraft | null {
  return keptSchema.safeParse(readDraft(metadataDraftPlace(runId, userId))).data ?? null;
}

/** Another user has saved the run meanwhile. */
interface MetadataConflict {
  readonly other: OtherEdit;
  /** The common base. */
  readonly base: Metadata;
  readonly theirs: Run;
}

/** The form of step 1, with a stored draft. */
export function useRunForm(run: Run, { userId, day }: { readonly userId: string; readonly day: string }) {
  const [kept] = useState(() => readMetadataDraft(run.id, userId));
  const [restoredAt, setRestoredAt] = useState(kept?.at ?? null);
  const [began] = useState(() => metadataOf(run));
  const [conflict, setConflict] = useState(() => conflictOfDraft(run, kept));
  const first: Metadata = kept?.mine ?? began;
  const [analyserId, setAnalyserId] = useState(first.analyserId);
  const [plateId, setPlateId] = useState(first.plateId);
  const rows = useKitRowState(first.rows, { run, analyserId, day });
  /** Without kits step 1 was never saved, so these values come from the import. */
  const [isOpen, setOpen] = useState({ analyser: run.kits.length === 0, plateId: run.kits.length === 0 });
  /** Saved or cancelled, so there is no draft to store. */
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
          ? // oxlint-disable-next-line react/purity -- the time of the change is stored with it
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
    /** Set by the import, and neither changed nor confirmed since. */
    fromImport: {
      analyser: isOpen.analyser && analyserId !== null && analyserId === began.analyserId,
      plateId: isOpen.plateId && plateId !== '' && plateId === began.plateId,
    },
    passRun: (field: 'analyser' | 'plateId'): void =>
      setOpen((previous) => ({ ...previous, [field]: false })),
    isChanged,
    restoredAt,
    conflict,
    /** Handles a save that failed because of a newer version. */
    reportConflict: (theirs: Run, other: OtherEdit): void => setConflict({ other, base, theirs }),
    discard: (): void => {
      setRestoredAt(null);
      setConflict(null);
      setAnalyserId(began.analyserId);
      setPlateId(began.plateId);
      rows.reset(began.rows);
    },
    finish: (): void => setDone(true),
  };
}

/** The conflict of a draft whose base is not the server's current version. */
function conflictOfDraft(run: Run, kept: StoredMetadataDraft | null): MetadataConflict | null {
  if (kept === null || metadataDifferences(kept.base, metadataOf(run)).length === 0) return null;
  return { other: UNKNOWN_USER, base: kept.base, theirs: run };
}
