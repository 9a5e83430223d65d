import type { CallFlagCode } from '@curvewell/domain';

/** How a version makes a call of the peaks that were found. */
export interface CallPolicy {
  /** Flags with which a well has no call. */
  readonly stops: ReadonlySet<CallFlagCode>;
  /**
   * Whether a call needs grounds: every zone that the call needs was read, no peak lies in no zone, and the signal has
   * the scale and the direction that the kit expects.
   */
  readonly needsGrounds: boolean;
  /** Whether peaks are flagged that copy a neighbour's, or are not where others of their zone are. */
  readonly comparesPeaks: boolean;
  /** Whether replicates that differ are flagged. */
  readonly comparesReplicates: boolean;
  /** Whether a peak that may be two products is flagged, by its zones and by its width. */
  readonly doubtsSingles: boolean;
  /** Whether what is usual on a plate for a product is no doubt of each of its wells. */
  readonly knowsUsual: boolean;
  /** Whether what is as high as a peak must be, but not known well enough to count, is flagged however small. */
  readonly flagsSignificant: boolean;
  /** Whether zones follow the controls of a plate, where the kit version asks for it. */
  readonly movesZones: boolean;
  /** Whether templates of targets explain peaks, where the kit version asks for it. */
  readonly usesTemplates: boolean;
}

const FIRST: CallPolicy = {
  stops: new Set(['unresolved-melt']),
  needsGrounds: false,
  comparesPeaks: false,
  comparesReplicates: false,
  doubtsSingles: false,
  knowsUsual: false,
  flagsSignificant: false,
  movesZones: false,
  usesTemplates: false,
};

const STOPS: Readonly<Record<CallFlagCode, boolean>> = {
  'borderline-zone': false,
  'borderline-threshold': false,
  'unexpected-peak': true,
  'low-quality': false,
  'wide-peak': false,
  'unresolved-melt': true,
  'uncounted-melt': false,
  'near-end': false,
  'cut-off-melt': true,
  saturated: false,
  spike: false,
  step: false,
  'too-few-readings': true,
  'zone-not-covered': false,
  'failed-control': false,
  'zone-not-read': true,
  'phase-not-read': true,
  'outside-peak': false,
  'saturated-melt': true,
  'rising-melt': true,
  'no-signal': true,
  'threshold-scale': true,
  'replicates-differ': false,
  'zones-too-near': false,
  'wider-than-zone': false,
  'tm-shift-beyond': true,
  'within-template': false,
  'coarse-readings': true,
  'rising-signal': false,
  'too-noisy': false,
  'copied-melt': false,
  'apart-from-zone': false,
  'narrower-than-zone': false,
};

const isStop = (code: CallFlagCode): boolean => STOPS[code];

const CURRENT: CallPolicy = {
  stops: new Set((Object.keys(STOPS) as CallFlagCode[]).filter(isStop)), // the keys of a record of just these
  needsGrounds: true,
  comparesPeaks: true,
  comparesReplicates: true,
  doubtsSingles: true,
  knowsUsual: true,
  flagsSignificant: true,
  movesZones: true,
  usesTemplates: true,
};

/** @param version - a released one; others are refused before anything is called */
export const callPolicyOf = (version: string): CallPolicy => (version === '1.0.0' ? FIRST : CURRENT);
