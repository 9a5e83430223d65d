import { type ReactNode, useMemo, useState } from 'react';

import { FooterSlot, ScreenFooter } from './screen-footer.tsx';
import { HeadSlot, ScreenHead, type ScreenHeadProps } from './screen-head.tsx';
import styles from './screen.module.css';

interface ScreenProps extends ScreenHeadProps {
  readonly children: ReactNode;
  /** Left side of the footer: Back and destructive actions. */
  readonly footerStart?: ReactNode;
  /** Right side of the footer: other actions, the main one last. */
  readonly footerEnd?: ReactNode;
  /** Gives header and footer a fixed height, so that their content does not move the page. */
  readonly isFixed?: boolean;
}

/** The frame of every screen: header, content, footer. */
export function Screen({ children, footerStart, footerEnd, isFixed = false, ...head }: ScreenProps) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const [headSlot, setHeadSlot] = useState<HTMLElement | null>(null);
  /** Number of nested parts that replace the header. */
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
