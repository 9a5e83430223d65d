import type { ChannelName } from '@curvewell/domain';
import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';

import { ctrlEnter } from '../../../shared/navigation/ctrl-enter.ts';
import { shortcutsEnabled, showShortcuts } from '../../../shared/navigation/shortcuts.ts';
import { hasOpenList } from '../../../shared/ui/fields/open-list.ts';
import type { ChartKeys } from '../../curves/chart-keys.ts';
import { focusPlate } from '../../plate/grid/plate-grid.tsx';
import type { PanelTab } from './review-context.ts';

interface ReviewKeys {
  readonly channels: readonly ChannelName[];
  readonly onChannel: (channel: ChannelName) => void;
  readonly onPhase: () => void;
  readonly onTab: (tab: PanelTab) => void;
  /** Switches between large plate and large chart. */
  readonly onLarge: () => void;
  readonly onUpdate: () => void;
  readonly onUnresolved: (backwards: boolean) => void;
  readonly onBorder: (backwards: boolean) => void;
  /** Clears an overlay on the plate; returns whether there was one. */
  readonly onEscape: () => boolean;
  /** Whether the panel shows the current selection. */
  readonly isSettled: () => boolean;
  readonly panel: RefObject<HTMLElement | null>;
  readonly grid: RefObject<HTMLElement | null>;
  readonly chart: RefObject<ChartKeys | null>;
}

/** Shortcuts of the review: letters in plate and chart, Enter to the panel, Escape back to the well. */
export function useReviewKeys(screen: ReviewKeys) {
  const focusIn = (selector: string): void =>
    screen.panel.current?.querySelector<HTMLElement>(selector)?.focus();
  // Cards lag behind the plate, so the focus waits until the card belongs to the selected well.
  const awaited = useRef<string | null>(null);
  useEffect(() => {
    if (awaited.current === null || !screen.isSettled()) return;
    focusIn(awaited.current);
    awaited.current = null;
  });
  const focusFirst = (selector: string): void => {
    if (screen.isSettled()) focusIn(selector);
    else awaited.current = selector;
  };
  /** Opens a tab and focuses its first field. */
  const open = (tab: PanelTab, selector: string): void => {
    flushSync(() => screen.onTab(tab));
    focusFirst(selector);
  };
  const keys: Readonly<Record<string, () => void>> = {
    n: () => screen.onUnresolved(false),
    N: () => screen.onUnresolved(true),
    v: () => screen.onBorder(false),
    V: () => screen.onBorder(true),
    p: screen.onPhase,
    f: screen.onLarge,
    u: screen.onUpdate,
    c: () => open('wells', 'textarea'),
    r: () => open('comments', 'textarea'),
    e: () => open('export', 'form input'),
    '?': showShortcuts,
  };

  const onKey = (event: KeyboardEvent): boolean => {
    if (event.key === 'Escape' && screen.onEscape()) return true;
    // The check is only opened; its own Ctrl+Enter decides.
    if (ctrlEnter(event, () => document.querySelector<HTMLElement>('[data-opens-check]')?.click()))
      return true;
    if (event.key === 'Enter') {
      focusFirst(':is([role=tabpanel], [data-beside-chart]) :is(input, textarea, button):not(:disabled)');
      return true;
    }
    // While the focus is on its way to a field, keys are meant for that field and are no shortcuts.
    if (awaited.current !== null && !screen.isSettled() && event.key.length === 1) return true;
    if (!shortcutsEnabled() || event.ctrlKey || event.metaKey || event.altKey) return false;
    const channel = screen.channels[['1', '2'].indexOf(event.key)];
    if (channel) screen.onChannel(channel);
    keys[event.key]?.();
    return (
      channel !== undefined ||
      keys[event.key] !== undefined ||
      screen.chart.current?.press(event.key) === true
    );
  };

  return {
    /** For plate and chart. */
    onKey,
    /** For focused buttons that show a letter. Keys that press a button keep that function. */
    onButtonKey: (event: KeyboardEvent): void => {
      if (event.key.length === 1 && event.key !== ' ' && onKey(event)) event.preventDefault();
    },
    onPanelKey: (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || hasOpenList(event.target)) return;
      if (!screen.onEscape()) focusPlate(screen.grid.current);
    },
  };
}
