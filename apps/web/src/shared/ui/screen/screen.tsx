import { type ReactNode, useMemo, useState } from 'react';

import { FooterSlot, ScreenFooter } from './screen-footer.tsx';
import { HeadSlot, ScreenHead, type ScreenHeadProps } from './screen-head.tsx';
import styles from './screen.module.css';

interface ScreenProps extends ScreenHeadProps {
  readonly children: ReactNode;
  /** Footer, left: the way back and what destroys. */
  readonly footerStart?: ReactNode;
  /** Footer, right: the main action last. */
  readonly footerEnd?: ReactNode;
  /** Head and footer keep one height, so that their content moves nothing between them. */
  readonly isFixed?: boolean;
}

/** The frame of every screen: heading, content, footer. */
export function Screen({ children, footerStart, footerEnd, isFixed = false, ...head }: ScreenProps) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const [headSlot, setHeadSlot] = useState<HTMLElement | null>(null);
  /** Parts of the screen that say what it is in its place. */
  const [heads, setHeads] = useState(0);
  const headPlace = useMemo(() => ({ slot: headSlot, count: setHeads }), [headSlot]);
  return (
    <FooterSlot value={slot}>
      <div className={styles['screen']} data-fixed={isFixed || undefined}>
        <main id="content" tabIndex={-1} className={styles['main']}>
          <div ref={setHeadSlot} className={styles['headSlot']}>
            {heads === 0 && <ScreenHead {...head} />}
          </div>
          <HeadSlot value={headPlace}>
            <div className={styles['body']}>{children}</div>
          </HeadSlot>
        </main>
        <div ref={setSlot} className={styles['footerSlot']} />
        {(footerStart !== undefined || footerEnd !== undefined) && (
          <ScreenFooter start={footerStart} end={footerEnd} />
        )}
      </div>
    </FooterSlot>
  );
}
