import type { KeyboardEvent } from 'react';

/**
 * Enter takes the option that is seen to be picked out. Mantine counts: it takes what is at the place of the
 * last arrow key, which is another option once one was added or taken away while the list was open.
 */
export function takeHighlighted(event: KeyboardEvent<HTMLElement>): void {
  const { target: field, nativeEvent } = event;
  if (event.key !== 'Enter' || nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
  if (!(field instanceof HTMLElement) || field.ariaExpanded !== 'true') return;
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '');
  const option = list?.querySelector<HTMLElement>('[data-combobox-selected]');
  if (!option) return;
  event.preventDefault();
  event.stopPropagation();
  option.click();
}
