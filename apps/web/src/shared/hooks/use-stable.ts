import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function that stays the same and does what the latest render says. For events, never while rendering. */
export function useStable<Args extends readonly unknown[], Result>(
  act: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
