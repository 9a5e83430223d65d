import type { SelectionAction, Step } from './well-selection.ts';

const STEPS: Readonly<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  PageUp: 'column-start',
  PageDown: 'column-end',
};

interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** The selection action of a key press on the plate; null if there is none. */
export function selectionActionOfKey(press: KeyPress): SelectionAction | null {
  if (press.altKey) return null;
  const ctrl = press.ctrlKey || press.metaKey;
  const shift = press.shiftKey;
  const step = STEPS[press.key];
  if (step !== undefined) return { type: 'step', step, ctrl, shift };
  switch (press.key) {
    case 'Home':
      return { type: 'step', step: ctrl ? 'first' : 'row-start', ctrl: false, shift };
    case 'End':
      return { type: 'step', step: ctrl ? 'last' : 'row-end', ctrl: false, shift };
    case ' ':
      return { type: 'space', ctrl, shift };
    case 'a':
    case 'A':
      return ctrl && !shift ? { type: 'all' } : null;
    case 'Escape':
      return { type: 'none' };
    default:
      return null;
  }
}
