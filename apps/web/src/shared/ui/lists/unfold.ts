import { flushSync } from 'react-dom';

const ANSWERS = 'a[href], button:not(:disabled), input:not(:disabled)';

/** Shows the rest of a list. The button disappears, so the first new row gets the focus. */
export function unfoldAfter(last: Element | null | undefined, unfold: () => void): void {
  flushSync(unfold);
  const first = last?.nextElementSibling;
  if (!(first instanceof HTMLElement)) return;
  const target = first.matches(ANSWERS) ? first : first.querySelector<HTMLElement>(ANSWERS);
  if (target === null) first.tabIndex = -1;
  (target ?? first).focus();
}
