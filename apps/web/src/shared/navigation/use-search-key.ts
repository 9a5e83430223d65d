import { type KeyboardEvent, type RefObject, useRef } from 'react';

import { shortcutsEnabled } from './shortcuts.ts';

const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement && target.type !== 'radio' && target.type !== 'checkbox';

interface SearchKey {
  /** The search field. */
  readonly search: RefObject<HTMLInputElement | null>;
  /** Handler for the part of the page in which `/` focuses the search. */
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** `/` focuses the search of the surrounding part of the page. */
export function useSearchKey(): SearchKey {
  const search = useRef<HTMLInputElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== '/' || !shortcutsEnabled() || isTyping(event.target)) return;
    event.preventDefault();
    search.current?.focus();
  };
  return { search, onKeyDown };
}
