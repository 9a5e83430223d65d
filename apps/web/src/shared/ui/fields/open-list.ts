/** Whether a key event is in a field with an open list, which handles Escape itself. */
export function hasOpenList(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.ariaExpanded === 'true';
}
