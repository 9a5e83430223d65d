import type { Peak, ZoneSettings } from '@curvewell/domain';

import type { PhaseConfiguration } from '../configuration.ts';
import type { FoundPeak } from '../peaks/found-peak.ts';
import { scaleOf, peakReject, type Rejection } from '../peaks/peak-reject.ts';

const NOWHERE: readonly ZoneSettings[] = [];

const isInside = (tm: number, { minTemp, maxTemp }: ZoneSettings): boolean => tm >= minTemp && tm <= maxTemp;

/** The zones that contain a Tm. Where one ends and the next begins, the next: a zone is [min, max) there. */
function zonesAt(tm: number, zones: readonly ZoneSettings[]): readonly ZoneSettings[] {
  const inside = zones.filter((zone) => isInside(tm, zone));
  if (inside.length < 2) return inside;
  const beginsHere = inside.some(({ minTemp }) => minTemp === tm);
  return beginsHere ? inside.filter(({ maxTemp }) => maxTemp !== tm) : inside;
}

/** A zone's limits beyond its phase's; the stricter of both applies. */
function zoneReject(
  peak: Pick<FoundPeak, 'height' | 'quality'>,
  { minThreshold, minQuality }: ZoneSettings,
): Rejection | null {
  if (minThreshold !== null && peak.height < minThreshold) {
    return { reason: 'zone-height-below-threshold', measured: peak.height, limit: minThreshold };
  }
  if (minQuality !== null && peak.quality < minQuality) {
    return { reason: 'zone-quality-below-threshold', measured: peak.quality, limit: minQuality };
  }
  return null;
}

/** The zone of a peak, and whether it counts there. */
type PeakPlace = Pick<Peak, 'zone' | 'accepted' | 'reason' | 'measured' | 'limit'>;

/**
 * The zone that contains a Tm, limits included; where two zones touch, the one that begins there; where they overlap,
 * the first whose own limits the peak passes.
 *
 * @param byPhase - why the peak does not count in any zone; null: it passes
 */
export function peakPlace(
  peak: Pick<FoundPeak, 'tm' | 'height' | 'quality'>,
  zones: readonly ZoneSettings[],
  byPhase: Rejection | null,
): PeakPlace {
  const inside = zones.length === 0 ? NOWHERE : zonesAt(peak.tm, zones);
  const zone = inside.find((each) => zoneReject(peak, each) === null) ?? inside[0];
  const rejection = byPhase ?? (zone === undefined ? null : zoneReject(peak, zone));
  return {
    zone: zone?.name ?? null,
    accepted: rejection === null,
    reason: rejection?.reason ?? null,
    measured: rejection?.measured ?? null,
    limit: rejection?.limit ?? null,
  };
}

/**
 * A product's own part is a doubt if it would count as another target. Outside all zones it stays an
 * unexplained melt.
 */
function asPlaced(peak: FoundPeak, zones: readonly ZoneSettings[]): FoundPeak {
  if (peak.leastBeside === undefined || zones.length === 0) return peak;
  return zones.some((zone) => isInside(peak.tm, zone)) ? peak : { ...peak, leastBeside: 0 };
}

/** Decides for every transition of a phase whether it counts, and in which zone. */
export function zonesAssign(peaks: readonly FoundPeak[], configuration: PhaseConfiguration): Peak[] {
  const scale = scaleOf(peaks, configuration);
  // Not by `map`: its lists are of another kind once it is compiled, and all that reads them is then compiled again.
  const assigned: Peak[] = [];
  for (const peak of peaks) {
    const rejection = peakReject(asPlaced(peak, configuration.zones), configuration, scale);
    const { zone, accepted, reason, measured, limit } = peakPlace(peak, configuration.zones, rejection);
    const { tm, tmError, height, width, area, significance, quality } = peak;
    // Field by field: to spread one object after others takes longer than all the rest.
    assigned.push({
      tm,
      tmError,
      height,
      width,
      area,
      significance,
      quality,
      zone,
      accepted,
      reason,
      measured,
      limit,
    });
  }
  return assigned;
}
