import { useEffect, useState } from 'react';

/** Returns the focus to an element or, if that is gone, to the main content. */
export function restoreFocus(from: Element | null): void {
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body) return;
  for (const place of [from, ...document.querySelectorAll('[role=grid] [tabindex="0"], h1')]) {
    if (place instanceof HTMLElement && place.isConnected && !place.matches(':disabled')) {
      place.focus({ preventScroll: true });
      if (document.activeElement === place) return;
    }
  }
}

/** Returns the focus to its previous element on unmount. */
export function useRestoreFocus(): void {
  const [from] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // Runs after the replacing component, which may take the focus itself.
      setTimeout(restoreFocus, 0, from);
    },
    [from],
  );
}
