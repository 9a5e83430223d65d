import { type Position, placeOf } from '@curvewell/domain';
import { useRef, type KeyboardEvent } from 'react';

import classes from './cell-input.module.css';
import type { PlateGeometry } from '../plate-geometry.ts';

/** Where to go after a cell was edited. */
export type CellStep = 'next' | 'right' | 'left' | 'stay';

interface CellInputProps {
  readonly geometry: PlateGeometry;
  readonly position: Position;
  readonly label: string;
  /** Initial text. */
  readonly text: string;
  readonly onKeep: (text: string, step: CellStep) => void;
  readonly onRevert: () => void;
}

const STEPS: Readonly<Record<string, CellStep>> = { Enter: 'next', Tab: 'right' };
/** Minimum width that keeps a name readable while typing, px. */
const MIN_WIDTH = 96;

/** A text field over a well, as in a spreadsheet. */
export function CellInput({ geometry, position, label, text, onKeep, onRevert }: CellInputProps) {
  const isDone = useRef(false);
  const { row, column } = placeOf(position);
  const { pitch, headWidth, headHeight, frameWidth } = geometry;
  const width = Math.max(pitch, MIN_WIDTH);
  const left = Math.min(headWidth + column * pitch, frameWidth - width);

  const keep = (value: string, step: CellStep): void => {
    if (isDone.current) return;
    isDone.current = true;
    onKeep(value.trim(), step);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    event.stopPropagation();
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      keep(event.currentTarget.value, step === 'right' && event.shiftKey ? 'left' : step);
    }
    if (event.key === 'Escape') {
      isDone.current = true;
      onRevert();
    }
  };

  return (
    <input
      className={classes['input']}
      style={{ left, top: headHeight + row * pitch, width, height: pitch }}
      aria-label={label}
      defaultValue={text}
      maxLength={100}
      autoComplete="off"
      spellCheck={false}
      // Opened by typing, so the next character belongs in it.
      autoFocus
      onFocus={({ currentTarget }) => currentTarget.setSelectionRange(text.length, text.length)}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget }) => keep(currentTarget.value, 'stay')}
    />
  );
}
