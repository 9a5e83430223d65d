import type { Position } from '@curvewell/domain';

import type { ChartScale } from '../chart/chart-scale.ts';
import { highestPoint, type Curve } from './curve-series.ts';

/** Where the code of a curve is in the plot, px. */
export interface CodeLabel {
  readonly position: Position;
  readonly code: string;
  readonly x: number;
  /** Of the base line. */
  readonly y: number;
  /** The point of the curve that it belongs to. */
  readonly point: { readonly x: number; readonly y: number };
  /** Away from its point, to which a line leads. */
  readonly isMoved: boolean;
}

/** From one code to the next above it, px. */
const APART = 14;
/** From a curve to its code, px. */
const GAP = 5;
/** Width of a letter of 11 px and the air beside a code. */
const LETTER = 8;
/** Half of a letter's height: a code is not cut at the edge of the plot. */
const MIN_Y = 11;

/** Codes at the highest points of what is shown, moved apart where they would lie on each other. */
export function codeLabels(curves: readonly Curve[], scale: ChartScale): readonly CodeLabel[] {
  const wanted = curves.flatMap((curve) => {
    const highest = highestPoint(curve.points, scale.shown);
    if (!highest) return [];
    return [{ curve, point: { x: scale.toX(highest.x), y: scale.toY(highest.y) } }];
  });
  const placed: CodeLabel[] = [];
  // The lowest stays where it is, what lies above it gives way.
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

/** The free place nearest to the wanted one, above it if there is room. */
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

/** A place below counts as farther than the same above. */
const distance = (y: number, at: number): number => (y <= at ? at - y : 1.5 * (y - at));
