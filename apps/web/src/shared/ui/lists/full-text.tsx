import { Popover } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';

import { halves, type NameParts } from '../../format/name-parts.ts';
import styles from './full-text.module.css';

const OPEN_AFTER_MS = 150;
/** Time to move the pointer from the cell into the popover, ms. */
const CLOSE_AFTER_MS = 200;

/** Opens on hover and focus, stays while the pointer is inside, closes with Escape. */
export function useHoverPopover() {
  const [opened, setOpened] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const set = (next: boolean, afterMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpened(next), afterMs);
  };
  const enter = () => set(true, OPEN_AFTER_MS);
  const leave = () => set(false, CLOSE_AFTER_MS);
  return {
    opened,
    target: {
      onMouseEnter: enter,
      onMouseLeave: leave,
      onFocus: enter,
      onBlur: leave,
      onKeyDown: (event: { readonly key: string; readonly stopPropagation: () => void }) => {
        if (event.key !== 'Escape' || !opened) return;
        event.stopPropagation();
        clearTimeout(timer.current);
        setOpened(false);
      },
    },
    dropdown: { onMouseEnter: enter, onMouseLeave: leave },
  };
}

interface FullTextProps {
  /** The full text, for the popover. */
  readonly full: ReactNode;
  /** The line that may be cut; `full` by default. */
  readonly children?: ReactNode;
  /** The line contains a focusable element. */
  readonly hasOwnFocus?: boolean;
  /** The line stands for the full text, so that there is always more to show. */
  readonly isAlways?: boolean;
}

/** Characters at the end of a file name that are always shown: they distinguish runs of one day. */
const TAIL = 19;
/** A longer beginning keeps the room of its first letters and the ellipsis. */
const SHORT_HEAD = 8;

/** A line that is cut in the middle if too long, for use inside `FullText`. */
export function MiddleCut({ words, tail = TAIL }: { readonly words: string; readonly tail?: number }) {
  const at = Math.max(Math.ceil(words.length / 2), words.length - tail);
  return (
    <span className={styles['parts']}>
      <span className={styles['head']} data-cut data-long={at > SHORT_HEAD || undefined}>
        {words.slice(0, at)}
      </span>
      <span className={styles['tail']}>{words.slice(at)}</span>
    </span>
  );
}

/**
 * A name whose common parts are two ellipses, so that its own part has the room: one line, or two that part at a space
 * or `_`. If two lines are too short, the first is cut at its end, which is the middle of the name.
 */
export function OwnPart({ before, own, after }: NameParts) {
  const [beginning, end] = halves(own);
  return (
    <span className={styles['two-lines']}>
      <span className={styles['parts']}>
        {before !== '' && <span className={styles['common']}>{before}</span>}
        <span className={styles['half']} data-cut>
          {beginning}
        </span>
      </span>
      <span className={styles['parts']}>
        <span className={styles['half']} data-cut>
          {end}
        </span>
        {after !== '' && <span className={styles['common']}>{after}</span>}
      </span>
    </span>
  );
}

/** A line that is cut with an ellipsis if too long; a popover then shows all of it. */
export function FullText({ full, children = full, hasOwnFocus = false, isAlways = false }: FullTextProps) {
  const line = useRef<HTMLSpanElement>(null);
  const [isMeasuredCut, setIsCut] = useState(false);
  const isCut = isAlways || isMeasuredCut;
  const { opened, target, dropdown } = useHoverPopover();

  useEffect(() => {
    const element = line.current;
    if (!element) return undefined;
    const measure = () => {
      const cuts = element.querySelectorAll('[data-cut]');
      setIsCut([...(cuts.length > 0 ? cuts : [element])].some((cut) => cut.scrollWidth > cut.clientWidth));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [full]);

  return (
    <Popover opened={opened && isCut} position="bottom-start" shadow="md" withRoles={false}>
      <Popover.Target>
        <span
          ref={line}
          className={styles['line']}
          {...target}
          {...(isCut && !hasOwnFocus && { tabIndex: 0 })}
        >
          {children}
        </span>
      </Popover.Target>
      <Popover.Dropdown {...dropdown} aria-hidden className={styles['full'] ?? ''}>
        {full}
      </Popover.Dropdown>
    </Popover>
  );
}
