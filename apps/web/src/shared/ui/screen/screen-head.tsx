import {
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  use,
  useLayoutEffect,
} from 'react';
import { createPortal } from 'react-dom';

import { ScreenHeading } from './screen-heading.tsx';
import styles from './screen.module.css';

export interface ScreenHeadProps {
  /** The one `h1`. */
  readonly title: string;
  /** In the browser's tab, before the product's name: `Run 1284 – Interpretation`. */
  readonly documentTitle?: string;
  /** Beside the heading, such as a status. */
  readonly beside?: ReactNode;
  readonly subtitle?: ReactNode;
  /** At the right end of the head: facts, search, buttons. */
  readonly aside?: ReactNode;
}

/** The head of a screen. */
export function ScreenHead({ subtitle, aside, ...heading }: ScreenHeadProps) {
  return (
    <div className={styles['head']}>
      <div className={styles['titles']}>
        <ScreenHeading {...heading} />
        {subtitle !== undefined && <div className={styles['subtitle']}>{subtitle}</div>}
      </div>
      {aside !== undefined && <div className={styles['aside']}>{aside}</div>}
    </div>
  );
}

interface HeadPlace {
  /** Null until the screen stands. */
  readonly slot: HTMLElement | null;
  readonly count: Dispatch<SetStateAction<number>>;
}

/** Where the head of the screen around goes. */
export const HeadSlot = createContext<HeadPlace | null>(null);

/** The head of a part that takes the whole screen, such as a step within a tab: while it stands, the screen's own is away. */
export function PartHead(props: ScreenHeadProps) {
  const place = use(HeadSlot);
  const count = place?.count;
  useLayoutEffect(() => {
    count?.((before) => before + 1);
    return () => {
      count?.((before) => before - 1);
    };
  }, [count]);
  return place?.slot && createPortal(<ScreenHead {...props} />, place.slot);
}
