import { type KeyboardEvent, type RefObject, useRef } from 'react';

import { shortcutsEnabled } from './shortcuts.ts';

const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement && target.type !== 'radio' && target.type !== 'checkbox';

interface SearchKey {
  /** The search. */
  readonly search: RefObject<HTMLInputElement | null>;
  /** Of the part of the page in which `/` leads into it. */
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** `/` anywhere in a part of the page leads into its search. */
export function useSearchKey(): SearchKey {
  const search = useRef<HTMLInputElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== '/' || !shortcutsEnabled() || isTyping(event.target)) return;
    event.preventDefault();
    search.current?.focus();
  };
  return { search, onKeyDown };
}
