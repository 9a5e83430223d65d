import { useEffect, useRef } from 'react';

import { removeDraft, writeDraft, type DraftPlace } from './draft-storage.ts';

/** Interval between saves of a draft. */
const KEEP_MS = 2000;

/** Stores a changing draft every 2 s and when the page closes; null (unchanged or saved) removes it. */
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
    // Further changes do not restart the timer, so the draft is stored during continuous typing too.
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      writeNow(latest.current);
    }, KEEP_MS);
  });

  useEffect(() => {
    const onGo = (): void => writeNow(latest.current);
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
