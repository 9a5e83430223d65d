import { startTransition, useCallback, useEffect, useState } from 'react';

import type { Observable } from './observable.ts';

type Followed<Value> = Pick<Observable<Value>, 'get' | 'subscribe'>;

/** Follows a value after the next paint, skipping intermediate values, to keep key presses fast. */
export function useLater<Value>(followed: Followed<Value>): Value {
  return useLaterOrNow(followed)[0];
}

/** As `useLater`, with a function that takes the value at once. */
export function useLaterOrNow<Value>({ get, subscribe }: Followed<Value>): [Value, () => void] {
  const [value, setValue] = useState(get);
  useEffect(() => {
    let frame = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = (): void => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      frame = requestAnimationFrame(() => {
        // A timer set in this callback runs after the frame is painted.
        timer = setTimeout(() => startTransition(() => setValue(get)));
      });
    };
    // Catch up with changes before the subscription.
    follow();
    const end = subscribe(follow);
    return () => {
      end();
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [get, subscribe]);
  const catchUp = useCallback(() => setValue(get), [get]);
  return [value, catchUp];
}
