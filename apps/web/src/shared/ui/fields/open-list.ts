/** Whether a key went to a field with an open list, which takes Escape for itself. */
export function hasOpenList(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.ariaExpanded === 'true';
}
