import { useEffect, type RefObject } from 'react';

import { focusPlate } from './plate-grid.tsx';

/**
 * Puts the focus on the plate once it is there, so that the keys of the screen work at once. The heading, which has it
 * after a change of address, is read out by an announcer. Whatever else has the focus keeps it.
 */
export function useFocusOnArrival(grid: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body || activeElement.matches('h1'))
      focusPlate(grid.current);
  }, [grid]);
}
