import { useEffect, useState, type RefObject } from 'react';

import { rowWindow, type RowsInSight, type RowWindow } from './row-window.ts';

interface RowsOf {
  readonly count: number;
  /** px. */
  readonly rowHeight: number;
}

/** The rows of a long table that are in sight of its scrolling frame. */
export function useRowWindow(frame: RefObject<HTMLElement | null>, { count, rowHeight }: RowsOf): RowWindow {
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
