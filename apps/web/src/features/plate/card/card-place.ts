import { PLATE_SIZE } from '@curvewell/domain';

import type { PlateGeometry } from '../plate-geometry.ts';
import type { GridPlace } from '../selection/well-selection.ts';

/** In pixels of the window. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface CardSurroundings {
  /** The well of the card. */
  readonly cell: Box;
  readonly card: Pick<Box, 'width' | 'height'>;
  readonly window: Pick<Box, 'width' | 'height'>;
  /** Areas to avoid: where the user is working. */
  readonly avoid: readonly Box[];
}

const GAP = 8;

/** The first of below, above, right and left of the well that covers none of the areas to avoid. */
export function cardPlace({ cell, card, window, avoid }: CardSurroundings): Pick<Box, 'left' | 'top'> {
  const below = cell.top + cell.height + GAP;
  const above = cell.top - card.height - GAP;
  const right = cell.left + cell.width + GAP;
  const left = cell.left - card.width - GAP;
  const wanted = [
    { left: cell.left, top: below },
    { left: cell.left, top: above },
    { left: right, top: below },
    { left: right, top: above },
    { left, top: below },
    { left, top: above },
    { left: right, top: cell.top },
    { left, top: cell.top },
  ];
  const costs = wanted.map((spot) => {
    const place = inside(spot, { card, window });
    const box = { ...card, ...place };
    return { place, cost: [cell, ...avoid].reduce((sum, other) => sum + overlap(box, other), 0) };
  });
  return costs.reduce((best, next) => (next.cost < best.cost ? next : best)).place;
}

function inside(
  { left, top }: Pick<Box, 'left' | 'top'>,
  { card, window }: Pick<CardSurroundings, 'card' | 'window'>,
): Pick<Box, 'left' | 'top'> {
  return {
    left: Math.max(GAP, Math.min(left, window.width - card.width - GAP)),
    top: Math.max(GAP, Math.min(top, window.height - card.height - GAP)),
  };
}

function overlap(a: Box, b: Box): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return Math.max(0, width) * Math.max(0, height);
}

/** Number of wells kept visible after the focused one. */
const AHEAD = 3;

interface WorkingPlate {
  readonly geometry: PlateGeometry;
  /** Position of the plate in the window. */
  readonly plate: Pick<Box, 'left' | 'top'>;
  readonly focus: GridPlace;
  readonly fillOrder: 'row' | 'column';
}

/** The focused row and the next wells. */
export function workingArea({ geometry, plate, focus, fillOrder }: WorkingPlate): readonly Box[] {
  const { pitch, headWidth, headHeight, frameWidth, plateType } = geometry;
  const { rowCount, columnCount } = PLATE_SIZE[plateType];
  if (focus.row < 0 || focus.column < 0) return [];
  const cells = (row: number, column: number, span: Partial<Box> = {}): Box => ({
    left: plate.left + headWidth + column * pitch,
    top: plate.top + headHeight + row * pitch,
    width: AHEAD * pitch,
    height: pitch,
    ...span,
  });
  const row = cells(focus.row, 0, { left: plate.left, width: frameWidth });
  if (fillOrder === 'row') {
    const isAtEnd = focus.column + AHEAD >= columnCount && focus.row + 1 < rowCount;
    return isAtEnd ? [row, cells(focus.row + 1, 0)] : [row];
  }
  const isAtEnd = focus.row + AHEAD >= rowCount && focus.column + 1 < columnCount;
  const under = cells(focus.row + 1, focus.column, { width: pitch, height: AHEAD * pitch });
  return isAtEnd
    ? [row, under, cells(0, focus.column + 1, { width: pitch, height: AHEAD * pitch })]
    : [row, under];
}
