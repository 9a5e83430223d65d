import { type Position, type Run, lotDay } from '@curvewell/domain';
import { useCallback, useMemo, useState } from 'react';

import { text } from '../../../locale/text.ts';
import { UNKNOWN_USER, type OtherEdit } from '../../../shared/ui/alerts/stale-alert.tsx';
import { useStoredDraft } from '../../../shared/forms/use-stored-draft.ts';
import { confirmRename, confirmReplace } from './ask-replace.ts';
import { type FillSource, fillPlate, fillWell, confirmFilled } from './fill-in.ts';
import { readPlateDraft, plateDraftPlace, plateOnRun, type StoredPlateDraft } from './read-plate-draft.ts';
import {
  changedWells,
  EMPTY_WELL,
  plateDraftOf,
  updatePlate,
  changeWell,
  type FilledPart,
  type PlateDraft,
  type WellChange,
  type WellDraft,
} from './plate-draft.ts';
import { historyOf, pushHistory, redone, undone } from './plate-history.ts';

/** Another user has saved the plate meanwhile. */
export interface PlateConflict {
  readonly other: OtherEdit;
  /** The common base. */
  readonly base: PlateDraft;
  readonly theirs: Run;
}

/** A text for the status line about the last action. */
export interface Announcement {
  readonly text: string;
  /** The wells concerned, offered for selection. */
  readonly wells?: readonly Position[];
}

export interface PlateEditor {
  readonly plate: PlateDraft;
  /** The revision that this plate is based on. */
  readonly revision: number;
  readonly isChanged: boolean;
  /** When the restored draft was stored; null if none was restored. */
  readonly restoredAt: string | null;
  readonly discard: () => void;
  /** Sets a value on wells. Asks before replacing different values. */
  readonly change: (positions: readonly Position[], change: WellChange) => Promise<boolean>;
  /** Sets the names of wells; null keeps a name. Asks before replacing names. */
  readonly rename: (positions: readonly Position[], names: readonly (string | null)[]) => Promise<boolean>;
  /** Replaces the plate as one undo step. */
  readonly put: (plate: PlateDraft, name: string) => void;
  readonly updateWells: (
    positions: readonly Position[],
    to: (well: WellDraft) => WellDraft,
    name: string,
  ) => void;
  /** Confirms a filled-in value. Not an undo step. */
  readonly pass: (positions: readonly Position[], part: FilledPart) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly announcement: Announcement | null;
  readonly announce: (what: Announcement | null) => void;
  readonly conflict: PlateConflict | null;
  /** Handles a save that failed because of a newer version. */
  readonly reportConflict: (theirs: Run, other: OtherEdit) => void;
  /** Continues after another part of the run was saved. */
  readonly continueFrom: (run: Run) => void;
  /** Starts over from the server's version. */
  readonly adopt: (run: Run) => void;
}

interface Opened {
  readonly base: PlateDraft;
  /** The base with single choices filled in. Not worth storing as a draft. */
  readonly first: PlateDraft;
  readonly revision: number;
}

function openedOf(run: Run): Opened {
  const base = plateDraftOf(run);
  return { base, first: fillPlate(base, { run, day: lotDay(run) }), revision: run.revision };
}

/** The plate being edited, with undo, redo and a stored draft. */
export function usePlateEditor(run: Run, userId: string): PlateEditor {
  const [kept] = useState(() => readPlateDraft(run, userId));
  const [restoredAt, setRestoredAt] = useState(kept?.at ?? null);
  const [opened, open] = useState(() => openedOf(run));
  const source = useMemo<FillSource>(() => ({ run, day: lotDay(run) }), [run]);
  const [history, setHistory] = useState(() => historyOf(plateOnRun(kept?.plate ?? opened.first, source)));
  const [conflict, setConflict] = useState(() => conflictOfDraft(run, kept));
  const [announcement, announce] = useState<Announcement | null>(null);
  const { plate, past, future } = history;

  const isChanged = useMemo(() => changedWells(opened.first, plate).length > 0, [opened, plate]);
  useStoredDraft(
    useMemo(() => plateDraftPlace(run.id, userId), [run.id, userId]),
    useMemo<StoredPlateDraft | null>(
      () =>
        isChanged
          ? // oxlint-disable-next-line react/purity -- the time of the change is stored with it
            { at: new Date().toISOString(), base: [...(conflict ?? opened).base], wells: [...plate] }
          : null,
      [isChanged, conflict, opened, plate],
    ),
  );

  const put = useCallback((next: PlateDraft, name: string) => {
    setHistory((before) => pushHistory(before, { plate: next, name }));
    announce(null);
  }, []);
  const updateWells = useCallback<PlateEditor['updateWells']>((positions, to, name) => {
    setHistory((before) =>
      pushHistory(before, { plate: updatePlate(before.plate, { positions, to }), name }),
    );
    announce(null);
  }, []);
  const change = useCallback<PlateEditor['change']>(
    async (positions, wanted) => {
      const wells = positions.map((position) => plate.get(position) ?? EMPTY_WELL);
      if (!(await confirmReplace(wells, wanted))) return false;
      const name = text.wells.on(text.wells.changes[wanted.field], positions.length);
      const isKit = wanted.field === 'kitVersion' && wanted.value !== null;
      updateWells(
        positions,
        (well) => (isKit ? fillWell(changeWell(well, wanted), source) : changeWell(well, wanted)),
        name,
      );
      return true;
    },
    [plate, updateWells, source],
  );
  const rename = useCallback<PlateEditor['rename']>(
    async (positions, names) => {
      const wells = positions.map((position) => plate.get(position) ?? EMPTY_WELL);
      if (!(await confirmRename(wells, names))) return false;
      const next = new Map(plate);
      for (const [index, position] of positions.entries()) {
        const well = plate.get(position);
        if (well) next.set(position, { ...well, name: names[index] ?? well.name });
      }
      const count = names.filter((name) => name !== null).length;
      put(next, text.wells.on(text.wells.changes.name, count));
      return true;
    },
    [plate, put],
  );
  const pass = useCallback<PlateEditor['pass']>(
    (positions, part) =>
      setHistory((now) => ({
        ...now,
        plate: updatePlate(now.plate, { positions, to: (well) => confirmFilled(well, part) }),
      })),
    [],
  );
  const adopt = useCallback((saved: Run) => {
    const now = openedOf(saved);
    open(now);
    setHistory(historyOf(now.first));
    setConflict(null);
    setRestoredAt(null);
  }, []);

  return useMemo(
    () => ({
      plate,
      revision: opened.revision,
      isChanged,
      restoredAt,
      discard: () => {
        setRestoredAt(null);
        setConflict(null);
        setHistory(historyOf(plateOnRun(opened.first, source)));
      },
      change,
      rename,
      put,
      updateWells,
      pass,
      undo: () => {
        const last = past.at(-1);
        if (last) announce({ text: text.wells.undone(last.name) });
        setHistory(undone);
      },
      redo: () => {
        const [next] = future;
        if (next) announce({ text: text.wells.redone(next.name) });
        setHistory(redone);
      },
      canUndo: past.length > 0,
      canRedo: future.length > 0,
      announcement,
      announce,
      conflict,
      reportConflict: (theirs, other) => setConflict({ other, base: opened.base, theirs }),
      continueFrom: (saved) => open(openedOf(saved)),
      adopt,
    }),
    [
      plate,
      opened,
      isChanged,
      restoredAt,
      source,
      change,
      rename,
      put,
      updateWells,
      pass,
      past,
      future,
      announcement,
      conflict,
      adopt,
    ],
  );
}

/** The conflict of a draft whose base is not the server's current plate. */
function conflictOfDraft(run: Run, kept: ReturnType<typeof readPlateDraft>): PlateConflict | null {
  if (kept === null || changedWells(kept.base, plateDraftOf(run)).length === 0) return null;
  return { other: UNKNOWN_USER, base: kept.base, theirs: run };
}
