import { isOnPlate, PLATE_SIZE, placeOf, positionAt } from '@curvewell/domain/reading';
import type { PlateType, Position } from '@curvewell/domain';

const WELL = /^([A-Pa-p])0?([1-9]|1\d|2[0-4])$/;

/** Parses the position of a well as instruments write it: `A1`, `A01`, `a1`; null: invalid. */
export function parsePosition(text: string): Position | null {
  const match = WELL.exec(text.trim());
  return match === null ? null : `${(match[1] ?? '').toUpperCase()}${match[2] ?? ''}`;
}

/** The position of a well counted from 1, row by row; null: outside the plate. */
export function positionOfIndex(index: number, plateType: PlateType): Position | null {
  const { rowCount, columnCount } = PLATE_SIZE[plateType];
  if (!Number.isInteger(index) || index < 1 || index > rowCount * columnCount) return null;
  return positionAt(Math.floor((index - 1) / columnCount), (index - 1) % columnCount);
}

/** The plate with this number of wells; null: not supported. */
export function plateTypeOfSize(wellCount: number): PlateType | null {
  if (wellCount === 96) return 'RECTANGULAR_96';
  return wellCount === 384 ? 'RECTANGULAR_384' : null;
}

/** The smallest plate with all these wells. */
export function plateTypeOfPositions(positions: Iterable<Position>): PlateType {
  for (const position of positions) if (!isOnPlate(position, 'RECTANGULAR_96')) return 'RECTANGULAR_384';
  return 'RECTANGULAR_96';
}

/** Sort key for reading order: row by row. */
export function readingOrder(position: Position): number {
  const { row, column } = placeOf(position);
  return row * 24 + column;
}
