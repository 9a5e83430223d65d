import { useSyncExternalStore } from 'react';

/** A value outside React that several parts of the page share. */
export interface Observable<Value> {
  readonly get: () => Value;
  readonly set: (value: Value) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function observable<Value>(initial: Value): Observable<Value> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (value) => {
      current = value;
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useObservable<Value>({
  subscribe,
  get,
}: Pick<Observable<Value>, 'subscribe' | 'get'>): Value {
  return useSyncExternalStore(subscribe, get);
}
