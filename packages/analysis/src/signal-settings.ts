/** Constants of the flags of a signal that no call can rest on, with unit and origin. */

/** A signal that does not change as a heated dye's does. */
export const FLAT_SIGNAL = {
  /** So large a part of the readings is the lowest or the highest: the detector's limit. */
  equal: 0.5,
  /** All readings within this part of their level are constant. The least of a real negative well: 0.9 %. */
  range: 0.003,
  /** So are noise around a straight line that changes by this part of the level, or by so many standard errors … */
  change: 0.02,
  errors: 4,
  /** … where these are at most this part of the level. */
  doubt: 0.06,
  /** Of noise, squared differences of neighbours are twice the squares; of a curve, far less. */
  unlike: 1.2,
  /** A straight line but for the rounding of figures, as a part of the level. */
  rounding: 1e-9,
} as const;

/** How far apart readings may be, °C: from 1.2 on, melts are taken for jumps between two readings. Measured. */
export const COARSE_STEP = 1.1;

/** A bubble swells and goes: the signal rises, which no product's does. */
export const RISE = {
  /** By so many σ … */
  noises: 20,
  /** … and as steeply as this part of the least height. */
  steepness: 0.5,
} as const;

/** What noise hides. */
export const HIDES = {
  /** Standard error of an amplitude, in σ·√step, of readings 1 °C apart. Measured on physical plates: 1.4 to 2.6. */
  amplitude: 1.5,
  /** Area of a peak 1 RFU/°C high and 1 °C wide, of a logistic transition. */
  area: 1.135,
} as const;
