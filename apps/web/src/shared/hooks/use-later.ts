import { startTransition, useEffect, useState } from 'react';

import type { Observable } from './observable.ts';

/**
 * A value as it was when the last picture had been painted: for what may follow what answers a key at once.
 * Of many changes in a row only the last is followed.
 */
export function useLater<Value>({ get, subscribe }: Pick<Observable<Value>, 'get' | 'subscribe'>): Value {
  const [value, setValue] = useState(get);
  useEffect(() => {
    let frame = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = (): void => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      frame = requestAnimationFrame(() => {
        // The frame is painted after this function; what is requested now runs when it is.
        timer = setTimeout(() => {
          startTransition(() => {
            setValue(get);
          });
        });
      });
    };
    // What changed before this listened.
    follow();
    const end = subscribe(follow);
    return () => {
      end();
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [get, subscribe]);
  return value;
}
