import {
  PLATE_SIZE,
  placeOf,
  platePositions,
  positionAt,
  type PlateType,
  type Position,
} from '@curvewell/domain';

export type FillOrder = 'row' | 'column';

interface Filled {
  readonly plateType: PlateType;
  readonly order: FillOrder;
}

/** The next well in fill order; null after the last. */
export function nextInOrder(position: Position, { plateType, order }: Filled): Position | null {
  const { rowCount, columnCount } = PLATE_SIZE[plateType];
  const { row, column } = placeOf(position);
  if (order === 'row') {
    if (column + 1 < columnCount) return positionAt(row, column + 1);
    return row + 1 < rowCount ? positionAt(row + 1, 0) : null;
  }
  if (row + 1 < rowCount) return positionAt(row + 1, column);
  return column + 1 < columnCount ? positionAt(0, column + 1) : null;
}

/** The well to the right (+1) or left (−1) in the same row; null at the edge. */
export function besideInRow(
  position: Position,
  { plateType, by }: { readonly plateType: PlateType; readonly by: 1 | -1 },
): Position | null {
  const { row, column } = placeOf(position);
  const next = column + by;
  return next >= 0 && next < PLATE_SIZE[plateType].columnCount ? positionAt(row, next) : null;
}

export function inFillOrder(
  positions: Iterable<Position>,
  { plateType, order }: Filled,
): readonly Position[] {
  const wanted = new Set(positions);
  const byRow = platePositions(plateType).filter((position) => wanted.has(position));
  if (order === 'row') return byRow;
  return [...byRow].sort((first, second) => {
    const a = placeOf(first);
    const b = placeOf(second);
    return a.column - b.column || a.row - b.row;
  });
}
