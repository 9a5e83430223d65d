import type { CallFlag, Peak } from '@curvewell/contracts';

import { at } from '../at.ts';
import type { PhaseConfiguration } from '../configuration.ts';
import type { ConfiguredPhase } from '../phase-analyse.ts';
import { FEWEST_READINGS, FLAG } from '../settings.ts';

const wholeWell = { phase: null, zone: null, measured: null, limit: null } as const;

/** Zone edges that a peak lies within two standard errors of, on either side. */
function zoneEdgeFlags(peak: Peak, { phaseType, zones }: PhaseConfiguration): CallFlag[] {
  const reach = FLAG.zoneErrors * (peak.tmError ?? 0);
  return zones.flatMap(({ name, minTemp, maxTemp }) =>
    [minTemp, maxTemp]
      .filter((edge) => Math.abs(peak.tm - edge) <= reach)
      .map((limit) => ({ code: 'borderline-zone', phase: phaseType, zone: name, measured: peak.tm, limit })),
  );
}

/** A height within a tenth of the threshold that decided, on either side. */
function thresholdFlags(peak: Peak, configuration: PhaseConfiguration): CallFlag[] {
  const zone = configuration.zones.find(({ name }) => name === peak.zone);
  const limit = Math.max(configuration.minThreshold, zone?.minThreshold ?? 0);
  const isDecidedByHeight =
    peak.accepted ||
    peak.reason === 'height-below-threshold' ||
    peak.reason === 'zone-height-below-threshold';
  return isDecidedByHeight && Math.abs(peak.height - limit) <= FLAG.threshold * limit
    ? [
        {
          code: 'borderline-threshold',
          phase: configuration.phaseType,
          zone: peak.zone,
          measured: peak.height,
          limit,
        },
      ]
    : [];
}

function acceptedFlags(peak: Peak, { phaseType, zones, minQuality }: PhaseConfiguration): CallFlag[] {
  if (!peak.accepted) return [];
  const flags: CallFlag[] = [];
  if (peak.zone === null && zones.length > 0) {
    flags.push({ code: 'unexpected-peak', phase: phaseType, zone: null, measured: peak.tm, limit: null });
  }
  const limit = minQuality + FLAG.quality;
  if (peak.quality < limit) {
    flags.push({ code: 'low-quality', phase: phaseType, zone: peak.zone, measured: peak.quality, limit });
  }
  return flags;
}

/** What the readings themselves lack. */
function readingFlags({ phase, settings: { phaseType, zones } }: ConfiguredPhase): CallFlag[] {
  const about = { ...wholeWell, phase: phaseType };
  const { temperature } = phase.clean;
  if (phase.detected === null) {
    return [{ ...about, code: 'too-few-readings', measured: temperature.length, limit: FEWEST_READINGS }];
  }
  const first = at(temperature, 0);
  const last = at(temperature, temperature.length - 1);
  const uncovered = zones.flatMap(({ name, minTemp, maxTemp }): CallFlag[] => {
    if (minTemp < first)
      return [{ ...about, code: 'zone-not-covered', zone: name, measured: first, limit: minTemp }];
    if (maxTemp > last)
      return [{ ...about, code: 'zone-not-covered', zone: name, measured: last, limit: maxTemp }];
    return [];
  });
  return phase.detected.isSaturated ? [{ ...about, code: 'saturated' }, ...uncovered] : uncovered;
}

/** What a well's call is near to, or suffers from, in one phase, each with its figures. */
export function phaseFlags(phase: ConfiguredPhase, peaks: readonly Peak[]): CallFlag[] {
  const flags = readingFlags(phase);
  for (const peak of peaks) {
    if (peak.accepted) flags.push(...zoneEdgeFlags(peak, phase.settings));
    flags.push(...thresholdFlags(peak, phase.settings), ...acceptedFlags(peak, phase.settings));
  }
  return flags;
}
