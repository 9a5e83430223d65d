import type { KeyboardEvent } from 'react';

import { showShortcuts } from '../../../shared/navigation/shortcuts.ts';
import type { PlateSetup } from '../plate-setup-context.ts';

/** The action of a screen-wide shortcut; null if the key is none. */
export function screenActOf(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  {
    canStart,
    start,
    state,
    showMissing,
    openQuickFill,
  }: Pick<PlateSetup, 'canStart' | 'start' | 'state' | 'showMissing' | 'openQuickFill'>,
): (() => void) | null {
  if (!(ctrlKey || metaKey) || altKey) return null;
  switch (key.toLowerCase()) {
    case 'enter':
      return () => {
        const [row] = state.rows;
        if (canStart) start();
        else if (row) showMissing(row.positions, row.item);
      };
    case 'k':
      return () => openQuickFill('');
    default:
      return null;
  }
}

interface PlateKeys {
  readonly selectedCount: number;
  readonly isLocked: boolean;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly copyDown: () => void;
  readonly clear: () => void;
  readonly intoPanel: () => void;
  /** Starts naming the focused well, with a typed letter or the current name. */
  readonly beginName: (typed: string | null) => void;
  /** Opens Quick fill with the typed text. */
  readonly quickFill: (typed: string) => void;
}

const isWritten = (key: string): boolean => /^[\p{L}\p{N}]$/u.test(key);

/** The action of a key on the plate; null if the key has none. */
export function plateActOf(event: KeyboardEvent, keys: PlateKeys): (() => void) | null {
  if (event.altKey) return null;
  return event.ctrlKey || event.metaKey ? withCtrl(event, keys) : alone(event, keys);
}

function withCtrl({ key, shiftKey }: KeyboardEvent, keys: PlateKeys): (() => void) | null {
  if (keys.isLocked) return null;
  switch (key.toLowerCase()) {
    case 'z':
      return shiftKey ? keys.redo : keys.undo;
    case 'y':
      return keys.redo;
    case 'd':
      return keys.copyDown;
    default:
      return null;
  }
}

function alone({ key }: KeyboardEvent, keys: PlateKeys): (() => void) | null {
  if (key === 'Enter') return keys.intoPanel;
  if (key === '?') return showShortcuts;
  if (keys.isLocked || keys.selectedCount === 0) return null;
  if (key === 'Delete' || key === 'Backspace') return keys.clear;
  if (keys.selectedCount > 1) {
    return isWritten(key) ? () => keys.quickFill(key) : null;
  }
  if (key !== 'F2' && !isWritten(key)) return null;
  return () => keys.beginName(key === 'F2' ? null : key);
}
