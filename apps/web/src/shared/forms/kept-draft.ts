import { z } from 'zod';

/** What somebody began and has not saved, kept in this browser: `curvewell.draft.<what>.<person>.<run>`. */
export interface DraftPlace {
  readonly what: string;
  readonly userId: string;
  readonly runId: string;
}

const PREFIX = 'curvewell.draft.';
/** Nobody continues with an older one. */
const MAX_AGE_MS = 7 * 24 * 3600 * 1000;

const keyOf = ({ what, userId, runId }: DraftPlace): string => `${PREFIX}${what}.${userId}.${runId}`;

let isStopped = false;

/** From now on nothing is kept: the person signs out, and leaves no names of samples behind. */
export function discardDrafts(): void {
  isStopped = true;
}

const datedSchema = z.object({ at: z.string() });

/** Removes what other persons have left in this browser, and what is too old to continue with. */
export function tidyDrafts(userId: string, now: number): void {
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(PREFIX)) continue;
    const [, ...personAndRun] = key.slice(PREFIX.length).split('.');
    const isOwn = personAndRun.slice(0, -1).join('.') === userId;
    const writtenAt = Date.parse(datedSchema.safeParse(parsed(key)).data?.at ?? '');
    if (!isOwn || !(now - writtenAt < MAX_AGE_MS)) localStorage.removeItem(key);
  }
}

function parsed(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

export function writeDraft(place: DraftPlace, draft: unknown): void {
  if (isStopped) return;
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
export const readDraft = (place: DraftPlace): unknown => parsed(keyOf(place));
