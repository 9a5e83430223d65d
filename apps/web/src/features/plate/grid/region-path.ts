import { PLATE_SIZE, placeOf, positionAt, type Position } from '@curvewell/domain';

import type { PlateGeometry } from '../plate-geometry.ts';

/** A corner between wells, in wells from the upper left corner of the plate. */
interface Corner {
  readonly x: number;
  readonly y: number;
}

/** An edge of a region, with the region at its right: right, down, left or up. */
interface Edge {
  readonly from: Corner;
  readonly direction: Direction;
}

const DIRECTIONS = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
  { x: 0, y: -1 },
] as const;
type Direction = 0 | 1 | 2 | 3;

type PathGeometry = Pick<PlateGeometry, 'plateType' | 'pitch' | 'headWidth' | 'headHeight'>;

interface RegionOf extends PathGeometry {
  /** Radius of the corners, px. */
  readonly radius: number;
}

/**
 * The outline of a set of wells as an SVG path in px of the plate: one closed line around each connected
 * region, and one around each hole. Wells that touch only at a corner are separate regions.
 */
export function regionPath(wells: ReadonlySet<Position>, { radius, ...geometry }: RegionOf): string {
  return loopsOf(wells, geometry)
    .map((corners) => roundedPath(corners, { radius, ...geometry }))
    .join('');
}

/** The corners of each closed line, without those on straight parts. */
function loopsOf(wells: ReadonlySet<Position>, geometry: PathGeometry): readonly (readonly Corner[])[] {
  const edges = new Map(edgesOf(wells, geometry).map((edge) => [keyOf(edge), edge]));
  const loops: Corner[][] = [];
  for (const first of edges.values()) {
    const corners: Corner[] = [];
    let edge = first;
    do {
      const next = nextEdge(edge, edges) ?? first; // Every line is closed, so there is one.
      if (next.direction !== edge.direction) corners.push(next.from);
      edges.delete(keyOf(next));
      edge = next;
    } while (edge !== first);
    loops.push(corners);
  }
  return loops;
}

const keyOf = ({ from, direction }: Edge): string => `${from.x} ${from.y} ${direction}`;

const endOf = ({ from, direction }: Edge): Corner => ({
  x: from.x + DIRECTIONS[direction].x,
  y: from.y + DIRECTIONS[direction].y,
});

/** The edge that follows: a turn to the right first, which stays with the same well. */
function nextEdge(edge: Edge, edges: ReadonlyMap<string, Edge>): Edge | undefined {
  const from = endOf(edge);
  return ([1, 0, 3] as const)
    .map((turn) => edges.get(keyOf({ from, direction: ((edge.direction + turn) % 4) as Direction })))
    .find((next) => next !== undefined);
}

/** The edges between wells inside and outside the set. */
function edgesOf(wells: ReadonlySet<Position>, { plateType }: PathGeometry): readonly Edge[] {
  const { rowCount, columnCount } = PLATE_SIZE[plateType];
  const has = (row: number, column: number): boolean =>
    row >= 0 && row < rowCount && column >= 0 && column < columnCount && wells.has(positionAt(row, column));
  return [...wells].flatMap((position): readonly Edge[] => {
    const { row, column } = placeOf(position);
    const sides: readonly (readonly [boolean, Edge])[] = [
      [has(row - 1, column), { from: { x: column, y: row }, direction: 0 }],
      [has(row, column + 1), { from: { x: column + 1, y: row }, direction: 1 }],
      [has(row + 1, column), { from: { x: column + 1, y: row + 1 }, direction: 2 }],
      [has(row, column - 1), { from: { x: column, y: row + 1 }, direction: 3 }],
    ];
    return sides.filter(([isInside]) => !isInside).map(([, edge]) => edge);
  });
}

function roundedPath(corners: readonly Corner[], { radius, pitch, headWidth, headHeight }: RegionOf): string {
  const at = ({ x, y }: Corner) => ({ x: headWidth + x * pitch, y: headHeight + y * pitch });
  const towards = (from: Corner, to: Corner): string => {
    const { x, y } = at(from);
    return `${x + Math.sign(to.x - from.x) * radius} ${y + Math.sign(to.y - from.y) * radius}`;
  };
  const parts = corners.map((corner, index) => {
    const before = corners.at(index - 1) ?? corner;
    const after = corners[(index + 1) % corners.length] ?? corner;
    const { x, y } = at(corner);
    return `${index === 0 ? 'M' : 'L'}${towards(corner, before)}Q${x} ${y} ${towards(corner, after)}`;
  });
  return `${parts.join('')}Z`;
}
