import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

import { text } from '../../../locale/text.ts';
import styles from './screen.module.css';

/** The address whose heading was shown last; null until the first screen is shown. */
let announced: string | null = null;
/** It had the focus when it went, as one does that stands while its screen is loaded. */
let isFocusLost = false;

interface ScreenHeadingProps {
  readonly title: string;
  /** In the browser's tab, before the product's name: `Run 1284 – Interpretation`. */
  readonly documentTitle?: string;
  /** Beside the heading, such as a status. */
  readonly beside?: ReactNode;
}

/** The one `h1` of a screen; after a change of address, or of the step in it, it has the focus. */
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
