/** Not later than this, ms. */
const LATEST = 5_000;

/** Does something once the browser has nothing else to do. @returns how to forget it */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 1_000);
    return () => {
      clearTimeout(timer);
    };
  }
  const handle = requestIdleCallback(work, { timeout: LATEST });
  return () => {
    cancelIdleCallback(handle);
  };
}
