import { useRef } from 'react';

import { tabStopIn } from './row-window.ts';
import { ROW_HEIGHT, type RowHeight } from './table-parts.tsx';
import { useRovingRow } from './use-roving-row.ts';
import { useRowWindow } from './use-row-window.ts';

/** The rows of a long table in its scrolling frame: only those in sight are rendered, and arrow keys move between all. */
export function useTableRows(count: number, rowHeight: RowHeight = ROW_HEIGHT.one) {
  const frame = useRef<HTMLDivElement>(null);
  const rendered = useRowWindow(frame, { count, rowHeight });
  const { current, onKeyDown, onFocus } = useRovingRow(frame, { count, rowHeight });
  return { frame, ...rendered, tabStop: tabStopIn(rendered, current), onKeyDown, onFocus };
}
