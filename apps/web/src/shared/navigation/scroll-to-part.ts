/** At this width the parts of a page are stacked. */
const NARROW = '(width < 75em)';

/** Moves the focus to a list's search when the selected row no longer exists. */
export function focusList(id: string): void {
  document.getElementById(id)?.querySelector('input')?.focus();
}

/** Scrolls to a part of a page in the stacked layout; does nothing side by side. */
export function scrollToPart(id: string): void {
  if (window.matchMedia(NARROW).matches) document.getElementById(id)?.scrollIntoView({ block: 'start' });
}

/** In wide windows scrolls a list to its picked row: a form that opens beside the list makes its rows higher. */
export function scrollToPicked(list: HTMLElement | null): void {
  if (window.matchMedia(NARROW).matches) return;
  list?.querySelector('[data-picked]')?.scrollIntoView({ block: 'nearest' });
}
