import type { KeyboardEvent } from 'react';

/**
 * Makes Enter choose the highlighted option. Mantine chooses by the index of the last arrow key, which is
 * another option if the list has changed while open.
 */
export function chooseHighlighted(event: KeyboardEvent<HTMLElement>): void {
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
