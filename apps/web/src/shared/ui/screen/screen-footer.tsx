import { createContext, type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';

import styles from './screen.module.css';

/** The footer element of the surrounding screen; null until mounted. */
export const FooterSlot = createContext<HTMLElement | null>(null);

interface ScreenFooterProps {
  /** Left side: Back and destructive actions. */
  readonly start?: ReactNode;
  /** Right side: other actions, the main one last. */
  readonly end?: ReactNode;
}

/** Fills the screen's footer from a nested part, such as a tab. */
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
