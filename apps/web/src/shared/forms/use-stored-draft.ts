import { useEffect, useRef } from 'react';

import { removeDraft, writeDraft, type DraftPlace } from './kept-draft.ts';

/** How often a draft is kept. */
const KEEP_MS = 2000;

/**
 * Keeps a draft every 2 s while it changes, and at once when the page goes.
 * null takes it away: nothing is changed, or it was saved.
 */
export function useStoredDraft(place: DraftPlace, draft: object | null): void {
  const latest = useRef({ place, draft, isWritten: true });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    if (latest.current.draft === draft) return;
    latest.current = { place, draft, isWritten: false };
    if (draft === null) {
      removeDraft(place);
      latest.current.isWritten = true;
      return;
    }
    // Not put off by further changes: while somebody types it is kept all the same.
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      writeNow(latest.current);
    }, KEEP_MS);
  });

  useEffect(() => {
    const onGo = (): void => {
      writeNow(latest.current);
    };
    window.addEventListener('pagehide', onGo);
    return () => {
      window.removeEventListener('pagehide', onGo);
      clearTimeout(timer.current);
      timer.current = undefined;
      onGo();
    };
  }, []);
}

function writeNow(latest: { place: DraftPlace; draft: object | null; isWritten: boolean }): void {
  if (latest.isWritten || latest.draft === null) return;
  writeDraft(latest.place, latest.draft);
  latest.isWritten = true;
}
