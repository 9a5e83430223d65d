import { useEffect, type RefObject } from 'react';

import { focusPlate } from './plate-grid.tsx';

/**
 * Focuses the plate on arrival, so that its shortcuts work at once. A live region announces the heading,
 * which would otherwise get the focus. Does nothing if another element has the focus.
 */
export function useFocusOnArrival(grid: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body || activeElement.matches('h1'))
      focusPlate(grid.current);
  }, [grid]);
}
