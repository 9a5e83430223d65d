/** Where the parts of a page stand one below the other. */
const NARROW = '(width < 75em)';

/** Gives the focus to a list, at its search, when what was chosen in it is no more. */
export function focusList(id: string): void {
  document.getElementById(id)?.querySelector('input')?.focus();
}

/** Shows a part of a page that has to be scrolled to; where all stand side by side it does nothing. */
export function scrollToPart(id: string): void {
  if (window.matchMedia(NARROW).matches) document.getElementById(id)?.scrollIntoView({ block: 'start' });
}
