import { INITIAL_PAGE_SIZE, LIST_ROW_HEIGHT, MAX_PAGE_SIZE } from '@curvewell/contracts';
import { type RefObject, useLayoutEffect, useState } from 'react';

const MIN_ROWS = 5;

/** Number of rows that fit into a height in px; the default page size before the height is measured. */
export function fittingRowCount(height: number, rowHeight = LIST_ROW_HEIGHT): number {
  if (height <= 0) return INITIAL_PAGE_SIZE;
  return Math.min(MAX_PAGE_SIZE, Math.max(MIN_ROWS, Math.floor(height / rowHeight)));
}

/** Number of rows that fit into an element below `reserved` px of headers; null before it is measured. */
export function usePageSize(
  element: RefObject<HTMLElement | null>,
  reserved: number,
  rowHeight?: number,
): number | null {
  const [size, setSize] = useState<number | null>(null);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return undefined;
    const measure = () => {
      // On a phone the list grows with its rows, so its height does not limit them.
      const isBounded = getComputedStyle(measured).overflowY !== 'visible';
      setSize(fittingRowCount(isBounded ? measured.clientHeight - reserved : 0, rowHeight));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element, reserved, rowHeight]);
  return size;
}
