import { Popover } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';

import styles from './full-text.module.css';

const OPEN_AFTER_MS = 150;
/** Long enough to move the pointer from the cell into the popover. */
const CLOSE_AFTER_MS = 200;

/** Opens on hover and focus, stays while the pointer is in it, closes with Escape. */
export function useHoverPopover() {
  const [opened, setOpened] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );
  const set = (next: boolean, afterMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setOpened(next);
    }, afterMs);
  };
  const enter = () => {
    set(true, OPEN_AFTER_MS);
  };
  const leave = () => {
    set(false, CLOSE_AFTER_MS);
  };
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
  /** All of it, for the popover. */
  readonly full: ReactNode;
  /** The line that may be too long; `full` if left out. */
  readonly children?: ReactNode;
  /** Something in the line takes the focus itself. */
  readonly hasOwnFocus?: boolean;
}

/** Letters at the end of a file's name that are always shown: those that distinguish runs of one day. */
const TAIL = 19;

/** One line, cut in its middle where it is too long; goes into a `FullText`. */
export function MiddleCut({ words, tail = TAIL }: { readonly words: string; readonly tail?: number }) {
  const at = Math.max(Math.ceil(words.length / 2), words.length - tail);
  return (
    <span className={styles['parts']}>
      <span className={styles['head']} data-cut>
        {words.slice(0, at)}
      </span>
      <span className={styles['tail']}>{words.slice(at)}</span>
    </span>
  );
}

/** One line, cut with an ellipsis; all of it in a popover when it is cut. */
export function FullText({ full, children = full, hasOwnFocus = false }: FullTextProps) {
  const line = useRef<HTMLSpanElement>(null);
  const [isCut, setIsCut] = useState(false);
  const { opened, target, dropdown } = useHoverPopover();

  useEffect(() => {
    const element = line.current;
    if (!element) return undefined;
    const measure = () => {
      const cut = element.querySelector('[data-cut]') ?? element;
      setIsCut(cut.scrollWidth > cut.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
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
