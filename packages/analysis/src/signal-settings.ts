/** Constants of the flags for signals that permit no call, with unit and source. */

/** A signal that does not change like that of a heated dye. */
export const FLAT_SIGNAL = {
  /** Fraction of readings at the minimum or maximum: the detector's limit. */
  equal: 0.5,
  /** Readings within this fraction of their level are constant. The least of a real negative well: 0.9 %. */
  range: 0.003,
  /**
   * Also noise around a straight line that changes by this fraction of the level, or by this many standard
   * errors …
   */
  change: 0.02,
  errors: 4,
  /** … if these are at most this fraction of the level. */
  doubt: 0.06,
  /** For noise, the squared differences of neighbours are twice the squares; for a curve, far less. */
  unlike: 1.2,
  /** A straight line except for rounding, as a fraction of the level. */
  rounding: 1e-9,
} as const;

/**
 * Maximum distance of readings, °C: from 1.2 on, melts are taken for jumps between two readings. Measured.
 */
export const COARSE_STEP = 1.1;

/** A bubble that grows and shrinks: the signal rises, unlike that of any product. */
export const RISE = {
  /** Minimum rise in σ … */
  noises: 20,
  /** … and minimum steepness as a fraction of the minimum height. */
  steepness: 0.5,
} as const;

/** Limits of detection in noise. */
export const HIDES = {
  /**
   * Standard error of an amplitude, in σ·√step, for readings 1 °C apart. Measured on physical plates: 1.4 to
   * 2.6.
   */
  amplitude: 1.5,
  /** Area of a logistic peak 1 RFU/°C high and 1 °C wide. */
  area: 1.135,
} as const;
