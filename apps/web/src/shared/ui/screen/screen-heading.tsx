import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

import { text } from '../../../locale/text.ts';
import styles from './screen.module.css';

/** The address of the last heading shown; null before the first screen. */
let announced: string | null = null;
/** The previous heading was unmounted with the focus, as happens when a loading screen is replaced. */
let isFocusLost = false;

interface ScreenHeadingProps {
  readonly title: string;
  /** Shown in the browser tab before the product name: `Run 1284 – Interpretation`. */
  readonly documentTitle?: string;
  /** Beside the heading, such as a status. */
  readonly beside?: ReactNode;
}

/** An open dialog keeps the focus, whatever changes behind it. */
const isInDialog = (): boolean => (document.activeElement?.closest('[aria-modal="true"]') ?? null) !== null;
/** A dialog has closed after this time, ms. */
const CLOSED_MS = 400;

/** The only `h1` of a screen. Gets the focus when the address or the step changes. */
export function ScreenHeading({ title, documentTitle = title, beside }: ScreenHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname, search } = useLocation();
  const page = `${pathname} ${new URLSearchParams(search).get('step') ?? ''}`;

  useEffect(() => {
    document.title = `${documentTitle} – ${text.common.product}`;
  }, [documentTitle]);

  useEffect(() => {
    const isDue = isFocusLost || (announced !== null && announced !== page);
    isFocusLost = false;
    announced = page;
    if (!isDue) return undefined;
    const focus = (): void => heading.current?.focus({ preventScroll: true });
    if (!isInDialog()) {
      focus();
      return undefined;
    }
    // A dialog that was closing leaves the focus on nothing.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) focus();
    }, CLOSED_MS);
    return () => clearTimeout(timer);
  }, [page]);
  useLayoutEffect(() => {
    const { current } = heading;
    return () => {
      isFocusLost = current !== null && document.activeElement === current;
    };
  }, []);

  return (
    <div className={styles['heading']}>
      <h1 ref={heading} tabIndex={-1} className={styles['title']}>
        {title}
      </h1>
      {beside}
    </div>
  );
}
