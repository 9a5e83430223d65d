import { INITIAL_PAGE_SIZE, LIST_ROW_HEIGHT, MAX_PAGE_SIZE } from '@curvewell/contracts';
import { type RefObject, useLayoutEffect, useState } from 'react';

const MIN_ROWS = 5;

/** How many rows fit into a height in px; the first page's size while nothing is measured. */
export function fittingRowCount(height: number, rowHeight = LIST_ROW_HEIGHT): number {
  if (height <= 0) return INITIAL_PAGE_SIZE;
  return Math.min(MAX_PAGE_SIZE, Math.max(MIN_ROWS, Math.floor(height / rowHeight)));
}

/** Rows that fit into an element below `reserved` px of heads; null until it is measured. */
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
      // On a phone the list grows with its rows, so that its height says nothing about how many fit.
      const isBounded = getComputedStyle(measured).overflowY !== 'visible';
      setSize(fittingRowCount(isBounded ? measured.clientHeight - reserved : 0, rowHeight));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => {
      observer.disconnect();
    };
  }, [element, reserved, rowHeight]);
  return size;
}
