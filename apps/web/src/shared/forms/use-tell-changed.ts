import { useEffect } from 'react';

/** Tells the page whether a form that stands on it holds unsaved changes; once it is gone it holds none. */
export function useTellChanged(isChanged: boolean, onChanged: (isChanged: boolean) => void): void {
  useEffect(() => {
    onChanged(isChanged);
    return () => {
      onChanged(false);
    };
  }, [isChanged, onChanged]);
}
