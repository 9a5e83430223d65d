import { useEffect, useState } from 'react';

const SECOND_MS = 1_000;

/** Now, in ms, to the second, while somebody counts. */
export function useNow(isCounting: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isCounting) return undefined;
    const timer = setInterval(() => {
      setNow(Date.now());
    }, SECOND_MS);
    return () => {
      clearInterval(timer);
    };
  }, [isCounting]);
  return now;
}
