import type { ConstantPhaseInfo } from '@curvewell/domain';

import type { Range } from '../chart/chart-scale.ts';

/** Where to find a zone that is out of view. */
export interface ZoneElsewhere {
  readonly name: string;
  /** The nearer edge, °C. */
  readonly edge: number;
  /** The zone is above the visible range; otherwise below. */
  readonly isAbove: boolean;
}

/** Where the zones of a phase are if none is in view; null if one is, or if there are none. */
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
