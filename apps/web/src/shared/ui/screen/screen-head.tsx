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
  /** The page's only `h1`. */
  readonly title: string;
  /** Shown in the browser tab before the product name: `Run 1284 – Interpretation`. */
  readonly documentTitle?: string;
  /** Beside the heading, such as a status. */
  readonly beside?: ReactNode;
  readonly subtitle?: ReactNode;
  /** At the right end of the header: facts, search, buttons. */
  readonly aside?: ReactNode;
}

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
  /** Null until the screen is mounted. */
  readonly slot: HTMLElement | null;
  readonly count: Dispatch<SetStateAction<number>>;
}

export const HeadSlot = createContext<HeadPlace | null>(null);

/**
 * The header of a part that fills the whole screen, such as a step within a tab. Replaces the screen's own
 * header while mounted.
 */
export function PartHead(props: ScreenHeadProps) {
  const place = use(HeadSlot);
  const count = place?.count;
  useLayoutEffect(() => {
    count?.((before) => before + 1);
    return () => count?.((before) => before - 1);
  }, [count]);
  return place?.slot && createPortal(<ScreenHead {...props} />, place.slot);
}
