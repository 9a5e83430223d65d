import { useEffect } from 'react';

/** Reports to the page whether its form holds unsaved changes; none once the form is gone. */
export function useReportChanged(isChanged: boolean, onChanged: (isChanged: boolean) => void): void {
  useEffect(() => {
    onChanged(isChanged);
    return () => {
      onChanged(false);
    };
  }, [isChanged, onChanged]);
}
