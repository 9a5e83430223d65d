import { useEffect, useState, type RefObject } from 'react';

/** A shorter table is rendered whole. */
const WHOLE = 60;
/** Rows rendered above and below those in sight. */
const AROUND = 10;

interface RowWindow {
  /** The first rendered row, and the one after the last. */
  readonly from: number;
  readonly to: number;
}

interface RowsOf {
  readonly count: number;
  /** px. */
  readonly rowHeight: number;
}

/** The rows of a long table that are in sight of its scrolling frame. */
export function useRowWindow(frame: RefObject<HTMLElement | null>, { count, rowHeight }: RowsOf): RowWindow {
  const [seen, setSeen] = useState({ first: 0, rows: 0 });
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
  if (count < WHOLE) return { from: 0, to: count };
  const from = Math.max(0, Math.min(seen.first, count) - AROUND);
  return { from, to: Math.min(count, seen.first + seen.rows + AROUND) };
}
