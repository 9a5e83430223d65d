import { memo } from 'react';

import { ConfiguredCell, ResultCell } from './cell-faces.tsx';
import type { PlateGeometry } from './plate-geometry.ts';
import classes from './plate-grid.module.css';
import { isSameFace, type WellFace } from './well-face.ts';

interface PlateCellProps {
  readonly row: number;
  readonly column: number;
  readonly face: WellFace;
  readonly geometry: PlateGeometry;
  readonly isSelected: boolean;
  readonly isFocused: boolean;
  /** Its curve is under the pointer. */
  readonly isRinged: boolean;
}

/** One well. It knows its place by data attributes; the grid listens for all of them. */
export const PlateCell = memo(
  function PlateCell({ row, column, face, geometry, isSelected, isFocused, isRinged }: PlateCellProps) {
    return (
      <div
        role="gridcell"
        className={classes['well']}
        data-row={row}
        data-column={column}
        data-kind={face.kind === 'configured' && !face.isSet ? 'not-set' : face.kind}
        data-incomplete={(face.kind === 'configured' && face.missing !== '') || undefined}
        data-selected={isSelected || undefined}
        data-focused={isFocused || undefined}
        data-ringed={isRinged || undefined}
        data-contested={face.isContested === true || undefined}
        aria-colindex={column + 2}
        aria-selected={isSelected}
        aria-disabled={face.kind === 'not-analysed' || undefined}
        tabIndex={isFocused ? 0 : -1}
      >
        <span className="visually-hidden">{face.label}</span>
        <span aria-hidden="true" className={classes['face']}>
          {face.kind === 'configured' && <ConfiguredCell face={face} geometry={geometry} />}
          {face.kind === 'result' && <ResultCell face={face} geometry={geometry} />}
          {face.kind === 'not-analysed' && <i className={classes['dot']} />}
        </span>
      </div>
    );
  },
  (before, after) =>
    before.geometry === after.geometry &&
    before.isSelected === after.isSelected &&
    before.isFocused === after.isFocused &&
    before.isRinged === after.isRinged &&
    (before.face === after.face || isSameFace(before.face, after.face)),
);
