import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

import { type RowsInSight, rowWindow, type RowWindow, tabStopIn } from './row-window.ts';
import { ROW_HEIGHT, type RowHeight } from './table-parts.tsx';

const KEYS: Readonly<Record<string, (row: number, last: number) => number>> = {
  ArrowUp: (row) => row - 1,
  ArrowDown: (row) => row + 1,
  PageUp: (row) => row - 10,
  PageDown: (row) => row + 10,
  Home: () => 0,
  End: (_, last) => last,
};

/** The rows of a long table in its scrolling frame: only those in sight are rendered, and arrow keys move between all. */
export function useTableRows(count: number, rowHeight: RowHeight = ROW_HEIGHT.one) {
  const frame = useRef<HTMLDivElement>(null);
  const rendered = useRowWindow(frame, { count, rowHeight });
  const { current, onKeyDown, onFocus } = useRovingRow(frame, { count, rowHeight });
  return { frame, ...rendered, tabStop: tabStopIn(rendered, current), onKeyDown, onFocus };
}

interface RowsOf {
  readonly count: number;
  /** px. */
  readonly rowHeight: number;
}

/** The rows of a long table that are in sight of its scrolling frame. */
function useRowWindow(frame: RefObject<HTMLElement | null>, { count, rowHeight }: RowsOf): RowWindow {
  const [seen, setSeen] = useState<RowsInSight>({ first: 0, rows: 0 });
  useEffect(() => {
    const { current: element } = frame;
    if (element === null) return undefined;
    const measure = (): void => {
      const first = Math.floor(element.scrollTop / rowHeight);
      const rows = Math.ceil(element.clientHeight / rowHeight);
      setSeen((before) => (before.first === first && before.rows === rows ? before : { first, rows }));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [frame, rowHeight]);
  return rowWindow(seen, count);
}

/** One row is reached by Tab; arrow keys move between rows, also to those out of sight. */
function useRovingRow(
  frame: RefObject<HTMLElement | null>,
  { count, rowHeight }: { readonly count: number; readonly rowHeight: number },
) {
  const [row, setRow] = useState(0);
  const isMoved = useRef(false);
  const current = Math.min(row, count - 1);
  useEffect(() => {
    const { current: room } = frame;
    if (!isMoved.current || room === null) return;
    const button = room.querySelector<HTMLElement>(`[data-index="${current}"] [data-well]`);
    if (button === null) {
      room.scrollTo({ top: current * rowHeight }); // Renders the row; the next effect focuses it.
      return;
    }
    isMoved.current = false;
    button.focus();
  });
  return {
    current,
    onKeyDown: (event: KeyboardEvent): void => {
      const move = KEYS[event.key];
      const inBody = event.target instanceof Element && event.target.closest('tbody') !== null;
      if (move === undefined || !inBody || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      isMoved.current = true;
      setRow(Math.max(0, Math.min(count - 1, move(current, count - 1))));
    },
    onFocus: (event: { readonly target: EventTarget }): void => {
      const index =
        event.target instanceof Element ? event.target.closest('tr')?.dataset['index'] : undefined;
      if (index !== undefined) setRow(Number(index));
    },
  };
}
