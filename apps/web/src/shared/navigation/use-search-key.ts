import { type KeyboardEvent, type RefObject, useRef } from 'react';

import { shortcutsEnabled } from './shortcuts.ts';

const isTyping = (target: Element): boolean =>
  target.closest('input:not([type=radio], [type=checkbox]), textarea') !== null;

interface SearchKey {
  /** The search field. */
  readonly search: RefObject<HTMLInputElement | null>;
  /** Handler for the part of the page in which the keys work. */
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** `/` focuses the search of the surrounding part of the page, `f` its chosen filter. */
export function useSearchKey(): SearchKey {
  const search = useRef<HTMLInputElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, currentTarget, key } = event;
    const found =
      key === '/'
        ? search.current
        : key === 'f' && currentTarget.querySelector<HTMLElement>('[data-filters] [aria-pressed="true"]');
    if (!found || event.ctrlKey || event.metaKey || event.altKey || !shortcutsEnabled()) return;
    // Events of dialogs bubble here through React.
    if (!(target instanceof Element) || !currentTarget.contains(target) || isTyping(target)) return;
    event.preventDefault();
    found.focus();
  };
  return { search, onKeyDown };
}
