import { type EvaluatedWell, type PhaseType, unpackPoints } from '@curvewell/domain';

import type { Domain, Point, Range } from '../../chart/chart-scale.ts';
import { extentOf } from '../../chart/extent.ts';

/** The curves of a run in one phase by well position, and their extent. */
export interface PhaseLines {
  readonly lines: ReadonlyMap<string, readonly Point[]>;
  readonly domain: Domain;
}

/** Room for labels above the curves, as a fraction of their range. */
const ABOVE = 0.12;
const BELOW = 0.04;
/** The range shown without a run; covers the usual zones. */
export const EMPTY_X: Range = [45, 75];
export const EMPTY_Y: Range = [-10, 200];

export function linesOf(wells: readonly EvaluatedWell[]): ReadonlyMap<PhaseType, PhaseLines> {
  const found = new Map<PhaseType, Map<string, readonly Point[]>>();
  for (const { position, phases } of wells) {
    for (const { type, chartPoints } of phases) {
      if (chartPoints === undefined) continue;
      const lines = found.get(type) ?? new Map<string, readonly Point[]>();
      lines.set(position, unpackPoints(chartPoints));
      found.set(type, lines);
    }
  }
  return new Map(Array.from(found, ([type, lines]) => [type, { lines, domain: domainOf(lines) }]));
}

function domainOf(lines: ReadonlyMap<string, readonly Point[]>): Domain {
  const {
    x,
    y: [low, high],
  } = extentOf(lines.values());
  if (low > high) return { x: EMPTY_X, y: EMPTY_Y };
  const height = high - low || 1;
  return { x, y: [low - BELOW * height, high + ABOVE * height] };
}
