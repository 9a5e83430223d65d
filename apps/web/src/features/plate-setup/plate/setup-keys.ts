import type { KeyboardEvent } from 'react';

import { useStable } from '../../../shared/use-stable.ts';
import { showShortcuts } from '../../../shared/shortcuts.ts';

interface CreationKeys {
  readonly selectedCount: number;
  readonly isLocked: boolean;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly copyDown: () => void;
  readonly clear: () => void;
  readonly intoPanel: () => void;
  /** Begins the name of the focused well: with a letter, or as it is. */
  readonly beginName: (typed: string | null) => void;
  /** Opens Quick fill with what was typed. */
  readonly quickFill: (typed: string) => void;
  readonly startOrShowMissing: () => void;
}

const isWritten = (key: string): boolean => /^[\p{L}\p{N}]$/u.test(key);

/** Keys of step 2: those of the whole screen, and those of its plate. */
export function useCreationKeys(keys: CreationKeys) {
  const onScreenKey = useStable((event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === 'enter') keys.startOrShowMissing();
    else if (key === 'k') keys.quickFill('');
    else return;
    event.preventDefault();
  });

  const onPlateKey = useStable((event: KeyboardEvent): boolean => {
    if (event.altKey) return false;
    const act = event.ctrlKey || event.metaKey ? withCtrl(event, keys) : alone(event, keys);
    act?.();
    return act !== null;
  });

  return { onScreenKey, onPlateKey };
}

function withCtrl({ key, shiftKey }: KeyboardEvent, keys: CreationKeys): (() => void) | null {
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

function alone({ key }: KeyboardEvent, keys: CreationKeys): (() => void) | null {
  if (key === 'Enter') return keys.intoPanel;
  if (key === '?') return showShortcuts;
  if (keys.isLocked || keys.selectedCount === 0) return null;
  if (key === 'Delete' || key === 'Backspace') return keys.clear;
  if (keys.selectedCount > 1) {
    return isWritten(key)
      ? () => {
          keys.quickFill(key);
        }
      : null;
  }
  if (key !== 'F2' && !isWritten(key)) return null;
  return () => {
    keys.beginName(key === 'F2' ? null : key);
  };
}
