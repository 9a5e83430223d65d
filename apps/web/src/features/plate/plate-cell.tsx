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
  /** Its name as it is painted. */
  readonly name: string;
  readonly isSelected: boolean;
  readonly isFocused: boolean;
  /** Its curve is under the pointer. */
  readonly isRinged: boolean;
}

/** One well. It knows its place by data attributes; the grid listens for all of them. */
export const PlateCell = memo(
  function PlateCell({ row, column, face, geometry, name, isSelected, isFocused, isRinged }: PlateCellProps) {
    return (
      <div
        role="gridcell"
        className={classes['well']}
        data-row={row}
        data-column={column}
        data-kind={face.kind === 'configured' && !face.isSet ? 'not-set' : face.kind}
        data-incomplete={(face.kind === 'configured' && face.missing !== '') || undefined}
        data-doubtful={(face.kind === 'configured' && face.doubt !== null) || undefined}
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
          {face.kind === 'configured' && <ConfiguredCell face={face} geometry={geometry} name={name} />}
          {face.kind === 'result' && <ResultCell face={face} geometry={geometry} name={name} />}
          {face.kind === 'not-analysed' && <i className={classes['dot']} />}
        </span>
      </div>
    );
  },
  (before, after) =>
    before.geometry === after.geometry &&
    before.name === after.name &&
    before.isSelected === after.isSelected &&
    before.isFocused === after.isFocused &&
    before.isRinged === after.isRinged &&
    (before.face === after.face || isSameFace(before.face, after.face)),
);
