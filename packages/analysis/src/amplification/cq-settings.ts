/** Every constant of `findCq`, with its unit and reason. "Measured": docs/analysis.md. */
export const CQ = {
  /** Fewer cycles are too short for a baseline and a rise. */
  fewestCycles: 15,
  /** The first readings, while the temperature and the lamp settle, cycles. */
  settling: 3,
  /** The baseline has at least this many cycles, and ends this many before the maximum. */
  fewestBaseline: 5,
  beforeTop: 5,
  /** Half of the window of the second derivative, cycles: seven points. */
  half: 3,
  /** Number of last cycles whose median is the end value of the curve. */
  endCycles: 3,
  /** A curve within this distance of a straight line does not rise, in standard deviations of a reading. Measured. */
  straight: 5,
  /** A curve without a bend is constant if this part of its readings is the largest one. */
  constantPart: 0.5,
  /** The minimum rise above the baseline, in standard deviations of a reading. Measured. */
  clearRise: 30,
  /** A straight curve is clipped if this part of its readings is the largest one. Measured. */
  clippedPart: 0.15,
  /** The noise of a channel is known from at least this many curves of a plate. */
  fewestBeside: 4,
  /** A straight curve this much noisier than the others of its channel is inconclusive. Measured. */
  noisier: 10,
  /** Significance of the second derivative, in standard errors. */
  bendErrors: 5,
  /** Growth of the rise from one cycle to the next at the maximum; 2 would be doubling, a drift has about 1. Measured. */
  leastGrowth: 1.15,
  /** Growth of the rise from one cycle to the next at most: PCR doubles its product at best. */
  mostGrowth: 2,
  /** Significance of a growth above it, in standard errors. */
  steepErrors: 5,
  /**
   * Such a growth is searched for from this many cycles before the maximum, where a product leaves its noise.
   */
  steepBefore: 3,
  /** Cq of two methods that differ by more contradict each other, cycles. */
  methodsDiffer: 5,
  /** Median of |N(0, 1)| → standard deviation. */
  perMedian: 1.4826,
  /** Noise at least this part of the range, for smoothed readings. */
  leastNoise: 1e-4,
} as const;
