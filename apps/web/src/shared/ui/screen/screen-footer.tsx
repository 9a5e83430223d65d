import { createContext, type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';

import styles from './screen.module.css';

/** Where the footer of the screen around goes; null until the screen stands. */
export const FooterSlot = createContext<HTMLElement | null>(null);

interface ScreenFooterProps {
  /** Left: the way back and what destroys. */
  readonly start?: ReactNode;
  /** Right: the main action last. */
  readonly end?: ReactNode;
}

/** The footer of a part that lies deep in its screen, such as a tab. */
export function ScreenFooter({ start, end }: ScreenFooterProps) {
  const slot = use(FooterSlot);
  return (
    slot &&
    createPortal(
      <footer className={styles['footer']}>
        {start}
        <div className={styles['footerEnd']}>{end}</div>
      </footer>,
      slot,
    )
  );
}
