import { useEffect, useState } from 'react';

/** To where it was, or, if that has gone, to what is worked on: the focus is never lost to the page. */
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

/** Gives the focus back when this goes to where it was before. */
export function useRestoreFocus(): void {
  const [from] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // After what comes in its place, which may take the focus itself.
      setTimeout(restoreFocus, 0, from);
    },
    [from],
  );
}
