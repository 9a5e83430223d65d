import { useCallback, useLayoutEffect, useRef } from 'react';

/** A stable function that runs the latest callback. For event handlers only, not during render. */
export function useStable<Args extends readonly unknown[], Result>(
  act: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
