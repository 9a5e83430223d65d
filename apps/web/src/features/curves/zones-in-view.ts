import type { ConstantPhaseInfo } from '@curvewell/domain';

import type { Range } from '../chart/chart-scale.ts';

/** Where a zone that is not in view begins or ends. */
export interface ZoneElsewhere {
  readonly name: string;
  /** The nearer edge, °C. */
  readonly edge: number;
  /** It begins beyond what is shown; else it ends before. */
  readonly isAbove: boolean;
}

/** Where the zones of a phase lie when none of them is in view; null: one is, or there is none at all. */
export function zonesElsewhere(
  { constantZoneInfos: zones }: Pick<ConstantPhaseInfo, 'constantZoneInfos'>,
  [from, to]: Range,
): readonly ZoneElsewhere[] | null {
  const isInView = zones.some(({ minTemp, maxTemp }) => maxTemp >= from && minTemp <= to);
  if (zones.length === 0 || isInView) return null;
  return zones.map(({ name, minTemp, maxTemp }) => {
    const isAbove = minTemp > to;
    return { name, edge: isAbove ? minTemp : maxTemp, isAbove };
  });
}
