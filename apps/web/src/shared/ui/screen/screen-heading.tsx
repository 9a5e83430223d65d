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

/** The only `h1` of a screen. Gets the focus when the address or the step changes. */
export function ScreenHeading({ title, documentTitle = title, beside }: ScreenHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname, search } = useLocation();
  const page = `${pathname} ${new URLSearchParams(search).get('step') ?? ''}`;

  useEffect(() => {
    document.title = `${documentTitle} – ${text.common.product}`;
  }, [documentTitle]);

  useEffect(() => {
    if (isFocusLost || (announced !== null && announced !== page))
      heading.current?.focus({ preventScroll: true });
    isFocusLost = false;
    announced = page;
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
