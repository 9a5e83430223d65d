import { PLATE_SIZE, positionAt, type Position } from '@curvewell/domain';

import type { PlateGeometry } from '../plate-geometry.ts';
import classes from './plate-grid.module.css';

interface PlateOutlineProps {
  readonly geometry: PlateGeometry;
  readonly positions: readonly Position[];
}

/** A dashed outline around a group of wells. */
export function PlateOutline({ geometry, positions }: PlateOutlineProps) {
  const { frameWidth, frameHeight } = geometry;
  return (
    <svg
      className={classes['outline']}
      width={frameWidth}
      height={frameHeight}
      data-outline
      aria-hidden="true"
    >
      <path d={outlinePath(new Set(positions), geometry)} />
    </svg>
  );
}

/** The edges between wells inside and outside a set, with straight edges joined. */
export function outlinePath(
  wells: ReadonlySet<Position>,
  {
    plateType,
    pitch,
    headWidth,
    headHeight,
  }: Pick<PlateGeometry, 'plateType' | 'pitch' | 'headWidth' | 'headHeight'>,
): string {
  const { rowCount, columnCount } = PLATE_SIZE[plateType];
  const has = (row: number, column: number): boolean =>
    row >= 0 && row < rowCount && column >= 0 && column < columnCount && wells.has(positionAt(row, column));
  const x = (column: number): number => headWidth + column * pitch;
  const y = (row: number): number => headHeight + row * pitch;
  const across = range(rowCount + 1).flatMap((row) =>
    runsOf(columnCount, (column) => has(row - 1, column) !== has(row, column)).map(
      ([from, to]) => `M${x(from)} ${y(row)}H${x(to)}`,
    ),
  );
  const down = range(columnCount + 1).flatMap((column) =>
    runsOf(rowCount, (row) => has(row, column - 1) !== has(row, column)).map(
      ([from, to]) => `M${x(column)} ${y(from)}V${y(to)}`,
    ),
  );
  return [...across, ...down].join('');
}

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** Consecutive indices for which `holds` is true, as [start, end). */
function runsOf(count: number, holds: (place: number) => boolean): readonly (readonly [number, number])[] {
  const runs: [number, number][] = [];
  for (const place of range(count)) {
    if (!holds(place)) continue;
    const last = runs.at(-1);
    if (last?.[1] === place) last[1] = place + 1;
    else runs.push([place, place + 1]);
  }
  return runs;
}
