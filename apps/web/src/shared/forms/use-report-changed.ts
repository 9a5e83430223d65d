import { useEffect } from 'react';

/** Reports to the page whether its form has unsaved changes; false on unmount. */
export function useReportChanged(isChanged: boolean, onChanged: (isChanged: boolean) => void): void {
  useEffect(() => {
    onChanged(isChanged);
    return () => onChanged(false);
  }, [isChanged, onChanged]);
}
