import type { Position, Run } from '@curvewell/contracts';
import { useCallback, useEffect, useMemo, useState } from 'react';

import { sampleTypeTexts } from '../../locale/en-GB/plate.ts';
import { wellsTexts } from '../../locale/en-GB/wells.ts';
import { confirm } from '../../shared/ui/confirm.tsx';
import { dropDraft, keepDraft, keptDraft } from './kept-draft.ts';
import {
  EMPTY_WELL,
  plateDraftOf,
  plateWith,
  replacedValues,
  wellChanged,
  type PlateDraft,
  type WellChange,
  type WellDraft,
} from './plate-draft.ts';
import { historyOf, historyWith, redone, undone } from './plate-history.ts';

/** After how long a change is kept in the browser. */
const KEEP_MS = 2000;

export interface PlateEditor {
  readonly plate: PlateDraft;
  /** When the draft that this began with was kept; null: it began as saved. */
  readonly restoredAt: string | null;
  readonly discard: () => void;
  /** Sets a value on wells; asks first when it replaces differing ones. */
  readonly change: (positions: readonly Position[], change: WellChange) => Promise<boolean>;
  /** One named step that can be undone. */
  readonly put: (plate: PlateDraft, name: string) => void;
  readonly putOn: (positions: readonly Position[], to: (well: WellDraft) => WellDraft, name: string) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** What happened last, in words. */
  readonly said: string;
  /** The draft was saved: nothing is kept any more. */
  readonly forget: () => void;
}

/** The plate as it is being set, with undo, redo and a draft that outlives the page. */
export function usePlateEditor(run: Run, userId: string): PlateEditor {
  const [kept] = useState(() => keptDraft(run, userId));
  const [restoredAt, setRestoredAt] = useState(kept?.at ?? null);
  const [history, setHistory] = useState(() => historyOf(kept?.plate ?? plateDraftOf(run)));
  const [said, say] = useState('');
  const { plate, past, future } = history;

  useEffect(() => {
    if (past.length === 0 && future.length === 0) return undefined;
    const timer = setTimeout(() => {
      keepDraft(run, { userId, plate });
    }, KEEP_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [run, userId, plate, past.length, future.length]);

  const put = useCallback((next: PlateDraft, name: string) => {
    setHistory((before) => historyWith(before, { plate: next, name }));
    say('');
  }, []);
  const putOn = useCallback<PlateEditor['putOn']>((positions, to, name) => {
    setHistory((before) => historyWith(before, { plate: plateWith(before.plate, { positions, to }), name }));
    say('');
  }, []);

  const change = useCallback<PlateEditor['change']>(
    async (positions, wanted) => {
      const wells = positions.map((position) => plate.get(position) ?? EMPTY_WELL);
      if (!(await mayReplace(wells, wanted))) return false;
      const name = wellsTexts.on(wellsTexts.changes[wanted.field], positions.length);
      putOn(positions, (well) => wellChanged(well, wanted), name);
      return true;
    },
    [plate, putOn],
  );

  return useMemo(
    () => ({
      plate,
      restoredAt,
      discard: () => {
        dropDraft(run, userId);
        setRestoredAt(null);
        setHistory(historyOf(plateDraftOf(run)));
      },
      change,
      put,
      putOn,
      undo: () => {
        const last = past.at(-1);
        if (last) say(wellsTexts.undone(last.name));
        setHistory(undone);
      },
      redo: () => {
        const [next] = future;
        if (next) say(wellsTexts.redone(next.name));
        setHistory(redone);
      },
      canUndo: past.length > 0,
      canRedo: future.length > 0,
      said,
      forget: () => {
        dropDraft(run, userId);
      },
    }),
    [plate, restoredAt, change, put, putOn, past, future, said, run, userId],
  );
}

/** Asks when differing values would be replaced; true when there is nothing to ask. */
async function mayReplace(wells: readonly WellDraft[], wanted: WellChange): Promise<boolean> {
  const values = replacedValues(wells, wanted);
  if (values.length === 0) return true;
  const words = values.map((value) =>
    wanted.field === 'sampleType'
      ? (Object.entries(sampleTypeTexts).find(([type]) => type === value)?.[1] ?? value)
      : value,
  );
  const list =
    words.length < 2
      ? words.join('')
      : `${words.slice(0, -1).join(', ')}${wellsTexts.and}${words.at(-1) ?? ''}`;
  const clears =
    wanted.field === 'kitVersion' || wanted.field === 'reactionBuffer' ? wellsTexts.clears[wanted.field] : '';
  return confirm({
    title: wellsTexts.replace(wellsTexts.changes[wanted.field], wells.length),
    text: `${wellsTexts.theyHave(list)}${clears}`,
    answers: 'yes-no',
    destroys: false,
  });
}
