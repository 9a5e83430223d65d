import type { CallFlagCode } from '@curvewell/domain';

/** How a version makes calls from peaks. */
export interface CallPolicy {
  /** Flags that prevent a call. */
  readonly stops: ReadonlySet<CallFlagCode>;
  /**
   * Whether a call needs grounds: every required zone was read, no peak lies outside all zones, and the
   * signal has the scale and direction that the kit expects.
   */
  readonly needsGrounds: boolean;
  /** Whether peaks are flagged that may be cross-talk, or lie away from others of their zone. */
  readonly comparesPeaks: boolean;
  /** Whether differing replicates are flagged. */
  readonly comparesReplicates: boolean;
  /** Whether a peak that may be two products is flagged, by its zones and by its width. */
  readonly doubtsSingles: boolean;
  /** Whether doubts that most wells with a product share are merged. */
  readonly knowsUsual: boolean;
  /** Whether any melt that reaches the minimum height but is too uncertain to count is flagged. */
  readonly flagsSignificant: boolean;
  /** Whether the version applies Tm shift correction, if the kit version has it. */
  readonly movesZones: boolean;
  /** Whether the version uses templates, if the kit version has them. */
  readonly usesTemplates: boolean;
  /** Whether the version compares the shapes of curves, if the kit version has references. */
  readonly comparesShapes: boolean;
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
  comparesShapes: false,
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
  comparesShapes: true,
};

/** @param version - a released one; others are refused earlier */
export const callPolicyOf = (version: string): CallPolicy => (version === '1.0.0' ? FIRST : CURRENT);
