import type { KeyboardEvent } from 'react';

/**
 * Carries out the main step of a form or screen on Ctrl+Enter, on a Mac also ⌘ Enter. A held key does not: it may have
 * carried out the step before.
 *
 * @returns whether it was this key
 */
export function ctrlEnter(event: KeyboardEvent, act: () => unknown): boolean {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return false;
  event.preventDefault();
  if (!event.repeat) void act();
  return true;
}
