import type { KeyboardEvent } from 'react';

import { shortcutsEnabled } from './shortcuts.ts';

const isTyping = (target: Element): boolean => target.closest('input:not([type=radio]), textarea') !== null;

/** Keys that move the focus among the links of rows, marked with `data-row-link`. @returns whether it was one */
export function moveByRow(event: KeyboardEvent<HTMLElement>): boolean {
  const { target, currentTarget, key } = event;
  if (!(target instanceof Element) || isTyping(target) || event.ctrlKey || event.metaKey || event.altKey)
    return false;
  const step = rowStep(key);
  if (step === null) return false;
  const links = [...currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')];
  const row = target.closest('tr');
  const at = row === null ? -1 : links.findIndex((link) => row.contains(link));
  const next = links[at === -1 ? 0 : at + step];
  if (next === undefined) return false;
  event.preventDefault();
  next.focus();
  return true;
}

/** 1 for the next row, -1 for the one before; null for other keys. Letters count while shortcuts are on. */
export function rowStep(key: string): 1 | -1 | null {
  if (key === 'ArrowDown' || (key === 'j' && shortcutsEnabled())) return 1;
  if (key === 'ArrowUp' || (key === 'k' && shortcutsEnabled())) return -1;
  return null;
}
