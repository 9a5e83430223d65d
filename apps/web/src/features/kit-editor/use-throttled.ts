import { useEffect, useState } from 'react';

/** A throttled copy of a value, which always ends at the latest value. */
export function useThrottled<Value>(value: Value, everyMs: number): Value {
  const [followed, setFollowed] = useState({ value, at: 0 });
  useEffect(() => {
    if (followed.value === value) return undefined;
    const timer = setTimeout(
      () => setFollowed({ value, at: Date.now() }),
      Math.max(0, followed.at + everyMs - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [value, followed, everyMs]);
  return followed.value;
}
