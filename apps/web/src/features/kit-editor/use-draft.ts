import { ofEachChannel } from '@curvewell/domain';
import { useMemo, useState } from 'react';

import type { Configured } from '../../data/kits.ts';
import type { DraftPlace } from '../../shared/forms/draft-storage.ts';
import { useStoredDraft } from '../../shared/forms/use-stored-draft.ts';
import { changedChannels, isVersionChanged } from './draft/draft-changes.ts';
import { historyOf, pushHistory, redone, undone, type DraftHistory } from './draft/draft-history.ts';
import { toStoredKitDraft, readKitDraft } from './draft/read-kit-draft.ts';
import { channelDraft, type KitDraft, versionDraft } from './draft/kit-draft.ts';

/** The stored settings as a draft. */
export const draftOf = ({ kitVersion, channels }: Configured): KitDraft => ({
  version: versionDraft(kitVersion),
  ...ofEachChannel((name) => channelDraft(channels[name].phases, channels[name].rules)),
});

interface Work {
  /** The stored settings that the draft is based on: the base of comparisons, and the revision for saving. */
  readonly base: Configured;
  readonly saved: KitDraft;
  readonly history: DraftHistory;
}

const workOn = (base: Configured): Work => {
  const saved = draftOf(base);
  return { base, saved, history: historyOf(saved) };
};

/** Restores a draft with the revision it is based on, so that saving detects other users' changes. */
function restoreWork(configured: Configured, kept: ReturnType<typeof readKitDraft>): Work {
  if (kept === null) return workOn(configured);
  const base = { ...configured, kitVersion: { ...configured.kitVersion, revision: kept.revision } };
  const work = workOn(base);
  const draft = { ...kept.draft, version: kept.draft.version ?? work.saved.version };
  return { ...work, history: { ...work.history, draft, past: [work.saved] } };
}

interface Kept {
  readonly place: DraftPlace;
  /** False for a locked version, whose draft is not stored. */
  readonly isKept: boolean;
}

/** A draft of one configuration. Its base does not change when others save. It survives leaving the page. */
export function useDraft(configured: Configured, { place, isKept }: Kept) {
  const [kept] = useState(() => (isKept ? readKitDraft(place) : null));
  const [restoredAt, setRestoredAt] = useState(kept?.at ?? null);
  const [work, setWork] = useState(() => restoreWork(configured, kept));
  const { draft } = work.history;
  const { revision } = work.base.kitVersion;
  const changed = useMemo(() => changedChannels(work.saved, draft), [work.saved, draft]);
  const isChanged = changed.length > 0 || isVersionChanged(work.saved, draft);
  const isWorthKeeping = isKept && isChanged;
  useStoredDraft(
    place,
    useMemo(
      // oxlint-disable-next-line react/purity -- the time of the change is stored with it
      () => (isWorthKeeping ? toStoredKitDraft({ at: new Date().toISOString(), revision, draft }) : null),
      [isWorthKeeping, revision, draft],
    ),
  );
  const onHistory = (change: (history: DraftHistory) => DraftHistory): void =>
    setWork((before) => ({ ...before, history: change(before.history) }));
  return {
    ...work,
    draft,
    changed,
    isChanged,
    /** Null if not restored. */
    restoredAt,
    edit: (change: (draft: KitDraft) => KitDraft, about: string | null): void =>
      onHistory((history) => pushHistory(history, change(history.draft), about)),
    undo: (): void => onHistory(undone),
    redo: (): void => onHistory(redone),
    /** Starts over from stored settings. */
    restart: (base: Configured): void => {
      setWork(workOn(base));
      setRestoredAt(null);
    },
    /** Keeps the draft but changes its base to what another user stored. */
    rebase: (base: Configured): void => setWork((before) => ({ ...before, base, saved: draftOf(base) })),
  };
}
