/** How a version finds peaks. */
export interface PeakPolicy {
  /**
   * Whether the version accounts for the misfit of real melts: it learns the skew of transitions from the
   * plate, and turns unresolved fits into doubts.
   */
  readonly knowsModelError: boolean;
}

const FIRST: PeakPolicy = { knowsModelError: false };
const CURRENT: PeakPolicy = { knowsModelError: true };

/** @param version - a released one; others are refused earlier */
export const peakPolicyOf = (version: string): PeakPolicy => (version === '1.0.0' ? FIRST : CURRENT);
