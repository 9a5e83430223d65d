import { type ReactNode, useState } from 'react';

import { FooterSlot, ScreenFooter } from './screen-footer.tsx';
import { ScreenHeading } from './screen-heading.tsx';
import styles from './screen.module.css';

interface ScreenProps {
  /** The one `h1`. */
  readonly title: string;
  /** In the browser's tab, before the product's name: `Run 1284 – Interpretation`. */
  readonly documentTitle?: string;
  /** Beside the heading, such as a status. */
  readonly beside?: ReactNode;
  readonly subtitle?: ReactNode;
  /** At the right end of the head: facts, search, buttons. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  /** Footer, left: the way back and what destroys. */
  readonly footerStart?: ReactNode;
  /** Footer, right: the main action last. */
  readonly footerEnd?: ReactNode;
  /** Head and footer keep one height, so that what is said there moves nothing between them. */
  readonly isFixed?: boolean;
}

/** The frame of every screen: heading, content, footer. */
export function Screen({
  children,
  subtitle,
  aside,
  footerStart,
  footerEnd,
  isFixed = false,
  ...heading
}: ScreenProps) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <FooterSlot value={slot}>
      <div className={styles['screen']} data-fixed={isFixed || undefined}>
        <main id="content" tabIndex={-1} className={styles['main']}>
          <div className={styles['head']}>
            <div className={styles['titles']}>
              <ScreenHeading {...heading} />
              {subtitle !== undefined && <div className={styles['subtitle']}>{subtitle}</div>}
            </div>
            {aside !== undefined && <div className={styles['aside']}>{aside}</div>}
          </div>
          <div className={styles['body']}>{children}</div>
        </main>
        <div ref={setSlot} className={styles['footerSlot']} />
        {(footerStart !== undefined || footerEnd !== undefined) && (
          <ScreenFooter start={footerStart} end={footerEnd} />
        )}
      </div>
    </FooterSlot>
  );
}
