import type { Position } from '@curvewell/domain';
import { memo, useSyncExternalStore } from 'react';

import type { Observable } from '../../../shared/hooks/observable.ts';
import { ConfiguredCell, ResultCell } from './cell-faces.tsx';
import type { PlateGeometry } from '../plate-geometry.ts';
import classes from './plate-grid.module.css';
import type { SelectionStore } from '../selection/selection-store.ts';
import { isSameFace, type WellFace } from './well-face.ts';

interface PlateCellProps {
  readonly position: Position;
  readonly row: number;
  readonly column: number;
  readonly face: WellFace;
  readonly geometry: PlateGeometry;
  /** Name and lot as shown. */
  readonly name: string;
  readonly lot: string;
  readonly selection: SelectionStore;
  /** The well whose curve is under the pointer. */
  readonly ringed: Observable<Position | null>;
}

/** One well. Events are handled by the grid, which finds the well by its data attributes. */
export const PlateCell = memo(
  function PlateCell({ position, row, column, face, selection, ringed, ...look }: PlateCellProps) {
    const isSelected = useSyncExternalStore(selection.subscribe, () =>
      selection.get().selected.has(position),
    );
    const isFocused = useSyncExternalStore(selection.subscribe, () => {
      const { focus } = selection.get();
      return focus.row === row && focus.column === column;
    });
    const isRinged = useSyncExternalStore(ringed.subscribe, () => ringed.get() === position);
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
        <FaceOfCell face={face} {...look} />
      </div>
    );
  },
  (before, after) =>
    before.geometry === after.geometry &&
    before.name === after.name &&
    before.lot === after.lot &&
    (before.face === after.face || isSameFace(before.face, after.face)),
);

/** The part of a cell that does not depend on the selection. */
const FaceOfCell = memo(function FaceOfCell({
  face,
  geometry,
  name,
  lot,
}: Pick<PlateCellProps, 'face' | 'geometry' | 'name' | 'lot'>) {
  return (
    <span aria-hidden="true" className={classes['face']}>
      {face.kind === 'configured' && <ConfiguredCell face={face} geometry={geometry} name={name} lot={lot} />}
      {face.kind === 'result' && <ResultCell face={face} geometry={geometry} name={name} />}
      {face.kind === 'not-analysed' && <i className={classes['dot']} />}
    </span>
  );
});
