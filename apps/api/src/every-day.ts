const DAY_MS = 24 * 3600 * 1000;

/** Does some work now and once a day. @returns stops it */
export function everyDay(
  works: readonly (() => Promise<unknown>)[],
  onError: (error: unknown) => void,
): () => void {
  const work = () => {
    for (const one of works) one().catch(onError);
  };
  work();
  const timer = setInterval(work, DAY_MS).unref();
  return () => {
    clearInterval(timer);
  };
}
