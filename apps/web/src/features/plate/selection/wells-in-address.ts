import {
  comparePositions,
  isOnPlate,
  placeOf,
  positionAt,
  positionSchema,
  type PlateType,
  type Position,
} from '@curvewell/domain';

import { wellRanges } from '../../../shared/format/well-ranges.ts';

/** A selection as a query parameter: `A1-A12,H7`; `A1-B12` is a rectangle. */
export function wellsToAddress(positions: Iterable<Position>): string {
  return wellRanges(positions)
    .map(({ first, last }) => (first === last ? first : `${first}-${last}`))
    .join(',');
}

/** The wells of a query parameter. Skips positions that are not on this plate. */
export function wellsFromAddress(text: string | null, plateType: PlateType): ReadonlySet<Position> {
  const wells = (text ?? '').split(',').flatMap((part) => {
    const [first, last = first, ...rest] = part.split('-');
    if (first === undefined || last === undefined || rest.length > 0) return [];
    if (!positionSchema.safeParse(first).success || !positionSchema.safeParse(last).success) return [];
    return wellsBetween(first, last);
  });
  return new Set(wells.filter((position) => isOnPlate(position, plateType)).sort(comparePositions));
}

/** All wells of the rectangle between two corners. */
export function wellsBetween(corner: Position, opposite: Position): readonly Position[] {
  const a = placeOf(corner);
  const b = placeOf(opposite);
  const top = Math.min(a.row, b.row);
  const left = Math.min(a.column, b.column);
  const columns = Math.abs(a.column - b.column) + 1;
  const count = (Math.abs(a.row - b.row) + 1) * columns;
  return Array.from({ length: count }, (_, index) =>
    positionAt(top + Math.floor(index / columns), left + (index % columns)),
  );
}
