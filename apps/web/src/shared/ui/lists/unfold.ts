import { flushSync } from 'react-dom';

const ANSWERS = 'a[href], button:not(:disabled), input:not(:disabled)';

/** Unfolds the rest of a list behind its last row. The button that asked for it is gone then: the first new row has the focus. */
export function unfoldAfter(last: Element | null | undefined, unfold: () => void): void {
  flushSync(unfold);
  const first = last?.nextElementSibling;
  if (!(first instanceof HTMLElement)) return;
  const target = first.matches(ANSWERS) ? first : first.querySelector<HTMLElement>(ANSWERS);
  if (target === null) first.tabIndex = -1;
  (target ?? first).focus();
}
