import type { Position } from '@curvewell/domain';

import type { ChartScale } from '../chart/chart-scale.ts';
import { highestPoint, type Curve } from './curve-series.ts';

/** The position of a curve's code in the plot, px. */
export interface CodeLabel {
  readonly position: Position;
  readonly code: string;
  readonly x: number;
  /** The baseline of the text. */
  readonly y: number;
  /** The point of the curve that the code labels. */
  readonly point: { readonly x: number; readonly y: number };
  /** Moved away from its point, so it needs a leader line. */
  readonly isMoved: boolean;
}

/** Vertical distance between two codes, px. */
const APART = 14;
/** Distance from a curve to its code, px. */
const GAP = 5;
/** Width of a character at 11 px plus space beside the code. */
const LETTER = 8;
/** Half the height of a character, so that no code is cut off at the edge of the plot. */
const MIN_Y = 11;

/** Places each code at the highest visible point of its curve, and moves overlapping codes apart. */
export function codeLabels(curves: readonly Curve[], scale: ChartScale): readonly CodeLabel[] {
  const wanted = curves.flatMap((curve) => {
    const highest = highestPoint(curve.points, scale.shown);
    if (!highest) return [];
    return [{ curve, point: { x: scale.toX(highest.x), y: scale.toY(highest.y) } }];
  });
  const placed: CodeLabel[] = [];
  // Lower codes are placed first; higher ones are moved.
  for (const { curve, point } of wanted.sort((first, second) => second.point.y - first.point.y)) {
    const half = (curve.code.length * LETTER) / 2;
    const x = Math.max(half, Math.min(scale.plotWidth - half, point.x));
    const beside = placed.filter((other) => Math.abs(other.x - x) < half + (other.code.length * LETTER) / 2);
    const at = Math.max(MIN_Y, point.y - GAP);
    const y = freePlace(at, { taken: beside.map((other) => other.y), most: scale.plotHeight });
    placed.push({ position: curve.position, code: curve.code, x, y, point, isMoved: y !== at });
  }
  return placed;
}

/** The nearest free position, above the wanted one if possible. */
function freePlace(
  at: number,
  { taken, most }: { readonly taken: readonly number[]; readonly most: number },
): number {
  const isFree = (y: number): boolean =>
    y >= MIN_Y && y <= most && taken.every((other) => Math.abs(other - y) >= APART);
  const beside = taken.flatMap((other) => [other - APART, other + APART]);
  const free = [at, ...beside.sort((first, second) => distance(first, at) - distance(second, at))].find(
    isFree,
  );
  return free ?? at;
}

/** Positions below count as farther away than those above. */
const distance = (y: number, at: number): number => (y <= at ? at - y : 1.5 * (y - at));
