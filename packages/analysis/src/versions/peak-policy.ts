/** How a version finds peaks. */
export interface PeakPolicy {
  /**
   * Whether real melts, which no transition model fits to noise, are allowed for: the plate teaches how skewed its
   * transitions are, and what a fit cannot settle is a doubt.
   */
  readonly knowsModelError: boolean;
}

const FIRST: PeakPolicy = { knowsModelError: false };
const CURRENT: PeakPolicy = { knowsModelError: true };

/** @param version - a released one; others are refused before any peak is found */
export const peakPolicyOf = (version: string): PeakPolicy => (version === '1.0.0' ? FIRST : CURRENT);
