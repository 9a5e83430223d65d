import { PLATE_SIZE, placeOf, positionAt, type PlateType, type Position } from '@curvewell/contracts';

/** Row by row, or column by column. */
export type FillOrder = 'row' | 'column';

/** The well after this one; null after the last. */
export function nextInOrder(
  position: Position,
  { plateType, order }: { readonly plateType: PlateType; readonly order: FillOrder },
): Position | null {
  const { rowCount, columnCount } = PLATE_SIZE[plateType];
  const { row, column } = placeOf(position);
  if (order === 'row') {
    if (column + 1 < columnCount) return positionAt(row, column + 1);
    return row + 1 < rowCount ? positionAt(row + 1, 0) : null;
  }
  if (row + 1 < rowCount) return positionAt(row + 1, column);
  return column + 1 < columnCount ? positionAt(0, column + 1) : null;
}
