import { type JudgedWell, type PhaseType, type Position, unpackPoints } from '@curvewell/domain';

/** °C, and −dF/dT in RFU/°C. */
interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Line {
  readonly position: Position;
  readonly points: readonly Point[];
}

type Range = readonly [number, number];

/** The curves of a run in one phase, and what part of the plane they take. */
export interface PhaseLines {
  readonly lines: ReadonlyMap<string, Line>;
  readonly domain: { readonly x: Range; readonly y: Range };
}

/** Room above the curves, for what is written there. */
const ABOVE = 0.12;
const BELOW = 0.04;
/** What is shown when no run is there: where kits have their zones. */
export const EMPTY_X: Range = [45, 75];
export const EMPTY_Y: Range = [-10, 200];

/** The curves of judged wells by phase. */
export function linesOf(wells: readonly JudgedWell[]): ReadonlyMap<PhaseType, PhaseLines> {
  const found = new Map<PhaseType, Map<string, Line>>();
  for (const { position, phases } of wells) {
    for (const { type, chartPoints } of phases) {
      if (chartPoints === undefined) continue;
      const lines = found.get(type) ?? new Map<string, Line>();
      lines.set(position, { position, points: unpackPoints(chartPoints) });
      found.set(type, lines);
    }
  }
  return new Map(Array.from(found, ([type, lines]) => [type, { lines, domain: domainOf(lines) }]));
}

function domainOf(lines: ReadonlyMap<string, Line>): PhaseLines['domain'] {
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { points } of lines.values()) {
    for (const { x, y } of points) {
      left = Math.min(left, x);
      right = Math.max(right, x);
      low = Math.min(low, y);
      high = Math.max(high, y);
    }
  }
  if (left > right) return { x: EMPTY_X, y: EMPTY_Y };
  const height = high - low || 1;
  return { x: [left, right], y: [low - BELOW * height, high + ABOVE * height] };
}
