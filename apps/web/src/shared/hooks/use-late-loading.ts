import { useEffect, useState } from 'react';

const SHOWN_AFTER_MS = 150;
const SHOWN_AT_LEAST_MS = 300;

/** Whether to show a loading indicator: after a delay and for a minimum time, to avoid flicker. */
export function useLateLoading(isLoading: boolean): boolean {
  const [shownAt, setShownAt] = useState<number | null>(null);
  useEffect(() => {
    if (isLoading === (shownAt !== null)) return undefined;
    const wait = shownAt === null ? SHOWN_AFTER_MS : Math.max(0, shownAt + SHOWN_AT_LEAST_MS - Date.now());
    const timer = setTimeout(() => setShownAt(isLoading ? Date.now() : null), wait);
    return () => clearTimeout(timer);
  }, [isLoading, shownAt]);
  return shownAt !== null;
}
