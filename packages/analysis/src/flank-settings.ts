/** A small product that a fit of free skew takes for the tail of a larger one. Chosen on tuning seeds of the physical benchmark. */
export const FLANK = {
  /** Readings this near, °C, are averaged, as far from the peak as this, °C, and at least so many. */
  bin: 0.45,
  reach: 12,
  fewestReadings: 16,
  /** How far ln ν of the larger product may be from what the plate taught. */
  skew: 0.5,
  /** Misfit as a part of the amplitude, and what is left of it far above the peak; within so many widths it forgets itself. */
  misfit: 0.01,
  far: 0.25,
  correlation: 0.5,
  /** Where the small product is looked for, °C from the peak. */
  nearest: 2,
  farthest: 8,
  stride: 1,
  /** Standard errors that it stands out by: products have tails of their own below their Tm. */
  errorsBelow: 6.5,
  errorsAbove: 4.8,
  /** Its least part of the larger amplitude, and of the least height of a peak: its width is not known. */
  part: 0.04,
  height: 0.4,
} as const;
