import type { CallExplanation, Peak } from '@curvewell/domain';

import { REPLICATES } from '../plate-settings.ts';

/** One phase of a well, as it was explained. */
export interface ReplicatePhase {
  readonly position: string;
  readonly phase: CallExplanation['phases'][number];
}

/** A peak that only some replicates have. */
export interface PeakDifference {
  readonly peak: Peak;
  readonly have: readonly string[];
  readonly lack: readonly string[];
}

/** The random error of a measured value; only heights and significances have known errors. */
function errorOf({ reason, measured, height, significance }: Peak): number {
  if (measured === null) return 0;
  switch (reason) {
    case 'significance-below-threshold':
      return 1;
    case 'height-below-threshold':
    case 'zone-height-below-threshold':
    case 'small-beside-highest':
      return significance > 0 ? height / significance : 0;
    default:
      return 0;
  }
}

/** Whether a peak counts, or fails so narrowly that it might have. */
function mayCount(peak: Peak): boolean {
  const { accepted, measured, limit } = peak;
  if (accepted) return true;
  if (measured === null || limit === null) return false;
  const reach = Math.max(REPLICATES.nearLimit * limit, REPLICATES.nearErrors * errorOf(peak));
  return Math.abs(measured - limit) <= reach;
}

function arePartners(one: Peak, other: Peak): boolean {
  const error = Math.hypot(one.tmError ?? 0, other.tmError ?? 0);
  return Math.abs(one.tm - other.tm) <= Math.max(REPLICATES.tm, REPLICATES.tmErrors * error);
}

const wasReadAt = ({ phase: { range } }: ReplicatePhase, tm: number): boolean =>
  range !== undefined && range[0] <= tm && tm <= range[1];

function differenceOf(peak: Peak, wells: readonly ReplicatePhase[]): PeakDifference {
  const partnersIn = ({ phase }: ReplicatePhase): Peak[] =>
    phase.peaks.filter((other) => arePartners(peak, other));
  return {
    peak,
    have: wells
      .filter((well) => partnersIn(well).some(({ accepted }) => accepted))
      .map(({ position }) => position),
    lack: wells
      .filter((well) => wasReadAt(well, peak.tm) && !partnersIn(well).some(mayCount))
      .map(({ position }) => position),
  };
}

/**
 * The peaks that count in some wells of one sample and have no match in others that were read there; for each
 * place, the most common one.
 *
 * @param wells - in the order of the plate
 */
export function peakDifferences(wells: readonly ReplicatePhase[]): PeakDifference[] {
  let left = wells
    .flatMap(({ phase }) => phase.peaks.filter(({ accepted }) => accepted))
    .map((peak) => differenceOf(peak, wells))
    .filter(({ lack }) => lack.length > 0)
    .sort((a, b) => b.have.length - a.have.length || a.peak.tm - b.peak.tm);
  const differences: PeakDifference[] = [];
  for (let [next] = left; next !== undefined && differences.length < REPLICATES.mostPeaks; [next] = left) {
    const { peak } = next;
    differences.push(next);
    left = left.filter((other) => !arePartners(peak, other.peak));
  }
  return differences.sort((a, b) => a.peak.tm - b.peak.tm);
}
