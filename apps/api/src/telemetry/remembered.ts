const HOLDS_MS = 30_000;
/** A scrape waits ten seconds at most. */
const WAIT_MS = 3_000;

/** Caches a read for half a minute, for any number of readers. Null: failed or too late. */
export function remembered<T>(
  read: () => Promise<T>,
  { holdsMs = HOLDS_MS, waitMs = WAIT_MS }: { readonly holdsMs?: number; readonly waitMs?: number } = {},
): () => Promise<T | null> {
  let last: { readonly at: number; readonly value: Promise<T | null> } | undefined;
  return () => {
    const at = performance.now();
    if (last === undefined || at - last.at >= holdsMs) last = { at, value: inTime(read, waitMs) };
    return last.value;
  };
}

function inTime<T>(read: () => Promise<T>, waitMs: number): Promise<T | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, waitMs, null).unref());
  const value = Promise.resolve()
    .then(read)
    .catch(() => null);
  return Promise.race([value, late]);
}
