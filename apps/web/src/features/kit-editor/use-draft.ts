import { useState } from 'react';

import type { Configured } from '../../data/kits.ts';
import { historyOf, historyWith, redone, undone, type DraftHistory } from './draft/draft-history.ts';
import { channelDraft, type KitDraft } from './draft/kit-draft.ts';

/** What is stored, as a draft. */
export const draftOf = ({ channels }: Configured): KitDraft => ({
  FAM: channelDraft(channels.FAM.phases, channels.FAM.rules),
  TEXAS_RED: channelDraft(channels.TEXAS_RED.phases, channels.TEXAS_RED.rules),
});

interface Work {
  /** What the draft began with: what it is compared with, and whose revision a save names. */
  readonly base: Configured;
  readonly saved: KitDraft;
  readonly history: DraftHistory;
}

const workOn = (base: Configured): Work => {
  const saved = draftOf(base);
  return { base, saved, history: historyOf(saved) };
};

/** A draft of one place: what is stored stays what it was when the work began, whoever saves meanwhile. */
export function useDraft(configured: Configured) {
  const [work, setWork] = useState(() => workOn(configured));
  const onHistory = (change: (history: DraftHistory) => DraftHistory): void => {
    setWork((before) => ({ ...before, history: change(before.history) }));
  };
  return {
    ...work,
    draft: work.history.draft,
    edit: (change: (draft: KitDraft) => KitDraft, about: string | null): void => {
      onHistory((history) => historyWith(history, change(history.draft), about));
    },
    undo: (): void => {
      onHistory(undone);
    },
    redo: (): void => {
      onHistory(redone);
    },
    /** Begins anew with what is stored. */
    restart: (base: Configured): void => {
      setWork(workOn(base));
    },
    /** The same work on what somebody else has stored meanwhile. */
    rebase: (base: Configured): void => {
      setWork((before) => ({ ...before, base, saved: draftOf(base) }));
    },
  };
}
