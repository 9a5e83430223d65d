import { useRef } from 'react';

import { ROW_HEIGHT } from './table-parts.tsx';
import { useRovingRow } from './use-roving-row.ts';
import { useRowWindow } from './use-row-window.ts';

/** The rows of a long table in its scrolling frame: only those in sight are rendered, and arrow keys move between all. */
export function useTableRows(count: number) {
  const frame = useRef<HTMLDivElement>(null);
  const { from, to } = useRowWindow(frame, { count, rowHeight: ROW_HEIGHT });
  const { current, onKeyDown, onFocus } = useRovingRow(frame, { count, rowHeight: ROW_HEIGHT });
  // Scrolling by the pointer may take the current row out of the rendered ones.
  const tabStop = Math.max(from, Math.min(current, to - 1));
  return { frame, from, to, tabStop, onKeyDown, onFocus };
}
