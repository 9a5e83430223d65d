/** What somebody began and has not saved, kept in this browser: `curvewell.draft.<what>.<person>.<run>`. */
export interface DraftPlace {
  readonly what: string;
  readonly userId: string;
  readonly runId: string;
}

const keyOf = ({ what, userId, runId }: DraftPlace): string => `curvewell.draft.${what}.${userId}.${runId}`;

export function writeDraft(place: DraftPlace, draft: unknown): void {
  try {
    localStorage.setItem(keyOf(place), JSON.stringify(draft));
  } catch {
    // A full or forbidden storage: the page itself still has everything.
  }
}

export function removeDraft(place: DraftPlace): void {
  localStorage.removeItem(keyOf(place));
}

/** What was written under this place, unchecked; null: nothing, or something broken. */
export function readDraft(place: DraftPlace): unknown {
  try {
    return JSON.parse(localStorage.getItem(keyOf(place)) ?? 'null');
  } catch {
    return null;
  }
}
