import type { EvaluatedWell, Peak, PhaseType } from '@curvewell/domain';

/** A candidate peak of a well in one phase. */
export interface PlacedPeak {
  readonly position: string;
  readonly peak: Peak;
}

export const peaksOf = (wells: Iterable<EvaluatedWell>, phase: PhaseType): PlacedPeak[] =>
  Array.from(wells).flatMap(({ position, phases }) =>
    phases
      .filter(({ type }) => type === phase)
      .flatMap(({ peaks }) => peaks.map((peak) => ({ position, peak }))),
  );

const TOO_LOW = new Set(['height-below-threshold', 'zone-height-below-threshold']);

export interface PeakCounts {
  readonly inZone: ReadonlyMap<string, number>;
  /** Above the threshold but outside all zones. */
  readonly outside: readonly PlacedPeak[];
  /** Number of peaks below the threshold. */
  readonly below: number;
}

export function peakCounts(peaks: readonly PlacedPeak[]): PeakCounts {
  const counted = peaks.filter(({ peak }) => peak.accepted);
  const inZone = new Map<string, number>();
  for (const { peak } of counted)
    if (peak.zone !== null) inZone.set(peak.zone, (inZone.get(peak.zone) ?? 0) + 1);
  return {
    inZone,
    outside: counted.filter(({ peak }) => peak.zone === null),
    below: peaks.filter(({ peak }) => peak.reason !== null && TOO_LOW.has(peak.reason)).length,
  };
}

/** The smallest distance of a zone's counted peaks to its edges, °C; null without a peak. */
export function nearestToEdge(
  peaks: readonly PlacedPeak[],
  zone: { readonly name: string; readonly minTemp: number; readonly maxTemp: number },
): number | null {
  const distances = peaks
    .filter(({ peak }) => peak.accepted && peak.zone === zone.name)
    .map(({ peak }) => Math.min(peak.tm - zone.minTemp, zone.maxTemp - peak.tm));
  return distances.length === 0 ? null : Math.min(...distances);
}

/** The wells whose call differs from that of the stored settings. */
export const changedWells = (
  wells: readonly EvaluatedWell[],
  before: ReadonlyMap<string, EvaluatedWell>,
): { readonly position: string; readonly from: string | null; readonly to: string | null }[] =>
  wells.flatMap(({ position, diagnostic }) => {
    const from = before.get(position)?.diagnostic ?? null;
    return from === diagnostic ? [] : [{ position, from, to: diagnostic }];
  });
