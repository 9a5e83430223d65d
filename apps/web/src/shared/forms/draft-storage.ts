import { z } from 'zod';

/** Key of an unsaved draft in local storage: `curvewell.draft.<what>.<user>.<run>`. */
export interface DraftPlace {
  readonly what: string;
  readonly userId: string;
  readonly runId: string;
}

const PREFIX = 'curvewell.draft.';
/** Older drafts are deleted. */
const MAX_AGE_MS = 7 * 24 * 3600 * 1000;

const keyOf = ({ what, userId, runId }: DraftPlace): string => `${PREFIX}${what}.${userId}.${runId}`;

let isStopped = false;

/** Stops storing drafts, for sign-out: they contain sample names. */
export function discardDrafts(): void {
  isStopped = true;
}

const datedSchema = z.object({ at: z.string() });

/** Removes old drafts and those of other users. */
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
    // Storage is full or disabled; the page still holds the draft.
  }
}

export function removeDraft(place: DraftPlace): void {
  localStorage.removeItem(keyOf(place));
}

/** The stored draft, not validated; null if there is none or it is corrupt. */
export const readDraft = (place: DraftPlace): unknown => parsed(keyOf(place));
