import type { KitDraft } from './kit-draft.ts';

/** A draft with undo and redo. */
export interface DraftHistory {
  readonly draft: KitDraft;
  readonly past: readonly KitDraft[];
  readonly future: readonly KitDraft[];
  /** The subject of the last change. Further changes of the same subject join its undo step. */
  readonly about: string | null;
}

const MAX_STEPS = 100;

export const historyOf = (draft: KitDraft): DraftHistory => ({ draft, past: [], future: [], about: null });

export function pushHistory(history: DraftHistory, draft: KitDraft, about: string | null): DraftHistory {
  if (draft === history.draft) return history;
  const isSameStep = about !== null && about === history.about;
  const past = isSameStep ? history.past : [...history.past, history.draft].slice(-MAX_STEPS);
  return { draft, past, future: [], about };
}

export function undone(history: DraftHistory): DraftHistory {
  const last = history.past.at(-1);
  if (last === undefined) return history;
  return {
    draft: last,
    past: history.past.slice(0, -1),
    future: [history.draft, ...history.future],
    about: null,
  };
}

export function redone(history: DraftHistory): DraftHistory {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { draft: next, past: [...history.past, history.draft], future, about: null };
}
