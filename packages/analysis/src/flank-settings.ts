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
  /** Where the small product is searched for, °C from the peak. */
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

/** A product's own shoulder, which its wells have in common. Chosen on the tuning seeds of the physical benchmark. */
export const SHOULDER = {
  /** Wells hold the same product when their highest peaks are this near, °C. */
  tm: 0.6,
  /** Their pairs are the same within so many °C of distance and this factor of the ratio of heights. */
  distance: 0.4,
  ratio: 1.4,
  /** Least wells, and least part of those with the product. */
  fewest: 3,
  part: 0.6,
  /** The same of a peak that is so many times as wide as the product: amplicons melt in domains, early ones less sharply. */
  wider: 1.4,
  widePart: 0.25,
  /** Wells that hold the product and nothing beside it: at most this part. */
  plainPart: 0.1,
} as const;

/** A small peak on the flank of a larger one. Chosen on tuning seeds of the physical benchmark. */
export const TAIL = {
  /** So many widths of the larger one are its flank. */
  reach: 2.2,
  /** Of less quality it hardly stands apart. */
  quality: 0.6,
  /** Least width as a part of the larger one's: what is narrower is no tail. */
  leastWidth: 0.75,
  /** A product's own shoulder is lower than this part of it, with so many standard errors of the small peak's height. */
  part: 0.25,
  errors: 4,
} as const;
