/** The longest delay, ms. */
const LATEST = 5_000;

/** Runs work when the browser is idle. @returns cancels it */
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
