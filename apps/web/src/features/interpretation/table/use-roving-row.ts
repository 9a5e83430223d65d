import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

const KEYS: Readonly<Record<string, (row: number, last: number) => number>> = {
  ArrowUp: (row) => row - 1,
  ArrowDown: (row) => row + 1,
  PageUp: (row) => row - 10,
  PageDown: (row) => row + 10,
  Home: () => 0,
  End: (_, last) => last,
};

/** One row is reached by Tab; arrow keys move between rows, also to those out of sight. */
export function useRovingRow(
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
