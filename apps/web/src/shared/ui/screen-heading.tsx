import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

import { text } from '../../locale/text.ts';
import styles from './screen.module.css';

/** The address whose heading was shown last; null until the first screen is shown. */
let announced: string | null = null;

interface ScreenHeadingProps {
  readonly title: string;
  /** In the browser's tab, before the product's name: `Run 1284 – Interpretation`. */
  readonly documentTitle?: string;
  /** Beside the heading, such as a status. */
  readonly beside?: ReactNode;
}

/** The one `h1` of a screen; after a change of address it has the focus. */
export function ScreenHeading({ title, documentTitle = title, beside }: ScreenHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();

  useEffect(() => {
    document.title = `${documentTitle} – ${text.common.product}`;
  }, [documentTitle]);

  useEffect(() => {
    if (announced !== null && announced !== pathname) heading.current?.focus({ preventScroll: true });
    announced = pathname;
  }, [pathname]);

  return (
    <div className={styles['heading']}>
      <h1 ref={heading} tabIndex={-1} className={styles['title']}>
        {title}
      </h1>
      {beside}
    </div>
  );
}
