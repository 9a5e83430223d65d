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
