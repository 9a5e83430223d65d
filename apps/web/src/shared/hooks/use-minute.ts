import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;

/** Now, in ms, to the minute: shown ages stay true while a page is open. */
export function useMinute(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, MINUTE_MS);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return now;
}
