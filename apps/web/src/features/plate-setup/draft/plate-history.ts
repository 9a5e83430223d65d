import type { PlateDraft } from './plate-draft.ts';

interface Step {
  readonly plate: PlateDraft;
  /** The step after this plate: “lot on 12 wells”. */
  readonly name: string;
}

/** The plate with undo and redo. */
export interface PlateHistory {
  readonly plate: PlateDraft;
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

const MAX_STEPS = 100;

export const historyOf = (plate: PlateDraft): PlateHistory => ({ plate, past: [], future: [] });

export function pushHistory(history: PlateHistory, { plate, name }: Step): PlateHistory {
  if (plate === history.plate) return history;
  return { plate, past: [...history.past, { plate: history.plate, name }].slice(-MAX_STEPS), future: [] };
}

export function undone(history: PlateHistory): PlateHistory {
  const last = history.past.at(-1);
  if (!last) return history;
  return {
    plate: last.plate,
    past: history.past.slice(0, -1),
    future: [{ plate: history.plate, name: last.name }, ...history.future],
  };
}

export function redone(history: PlateHistory): PlateHistory {
  const [next, ...future] = history.future;
  if (!next) return history;
  return { plate: next.plate, past: [...history.past, { plate: history.plate, name: next.name }], future };
}
