import { type KeyboardEvent, type RefObject, useEffect } from 'react';

import { rowStep } from '../../../shared/navigation/row-keys.ts';
import { shortcutsEnabled } from '../../../shared/navigation/shortcuts.ts';

const LINK = '[data-row-link]';

/** The link of the row above or below the focused one. */
function neighbour(list: HTMLElement, from: Element, step: 1 | -1): HTMLElement | null {
  const links = [...list.querySelectorAll<HTMLElement>(LINK)];
  const row = from.closest('[data-run]');
  if (!row) return step === 1 ? (links[0] ?? null) : null;
  return links[links.findIndex((link) => row.contains(link)) + step] ?? null;
}

interface ListKeys {
  readonly onSearch: () => void;
  /** null without a dashboard above the list. */
  readonly onDashboard: (() => void) | null;
  /** null if the list has no import. */
  readonly onImport: (() => void) | null;
  readonly onDelete: (runId: string) => void;
}

type ListKeyEvent = Pick<
  KeyboardEvent<HTMLElement>,
  'target' | 'currentTarget' | 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'preventDefault'
>;

/** Also handles the keys of a page on which nothing has the focus yet, or only its heading. */
export function useKeysOnArrival(list: RefObject<HTMLElement | null>, onKey: (event: ListKeyEvent) => void) {
  useEffect(() => {
    const handle = (event: globalThis.KeyboardEvent): void => {
      const { target } = event;
      const isFree = target === document.body || (target instanceof Element && target.matches('h1'));
      if (!isFree || list.current === null) return;
      const { key, ctrlKey, metaKey, altKey } = event;
      const preventDefault = event.preventDefault.bind(event);
      onKey({
        key,
        ctrlKey,
        metaKey,
        altKey,
        preventDefault,
        target: list.current,
        currentTarget: list.current,
      });
    };
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, [list, onKey]);
}

/** Keyboard shortcuts of a list. Enter needs none, because it follows the link of the row. */
export function handleListKey(event: ListKeyEvent, keys: ListKeys): void {
  const { target, currentTarget, key } = event;
  if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.altKey) return;
  // Events from dialogs bubble here through React, although they are elsewhere in the DOM.
  if (!currentTarget.contains(target)) return;
  const step = rowStep(key);
  if (step !== null) {
    const link = neighbour(currentTarget, target, step);
    if (!link) return;
    event.preventDefault();
    link.focus();
  } else if (key === 'Delete') {
    const runId = target.closest<HTMLElement>('[data-run]')?.dataset['run'];
    if (runId !== undefined) keys.onDelete(runId);
  } else if (shortcutsEnabled()) {
    const act = letterOf(key, currentTarget, keys);
    if (!act) return;
    event.preventDefault();
    act();
  }
}

function letterOf(key: string, list: HTMLElement, keys: ListKeys): (() => void) | null {
  if (key === '/') return keys.onSearch;
  if (key === 'i') return keys.onImport;
  if (key === 'm') return keys.onDashboard;
  const filter = list.querySelector<HTMLElement>('[data-filters] [aria-pressed="true"]');
  return key === 'f' && filter ? () => filter.focus() : null;
}
