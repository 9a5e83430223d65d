/**
 * A small product that a fit with free skew absorbs into the tail of a larger one. Chosen on tuning seeds of
 * the physical benchmark.
 */
export const FLANK = {
  /**
   * Readings within this distance, °C, are averaged, up to this distance from the peak, °C; and their minimum
   * number.
   */
  bin: 0.45,
  reach: 12,
  fewestReadings: 16,
  /** Standard deviation of ln ν of the larger product around the plate's. */
  skew: 0.5,
  /**
   * Misfit as a fraction of the amplitude, and the remaining fraction far above the peak; and its correlation
   * length in widths.
   */
  misfit: 0.01,
  far: 0.25,
  correlation: 0.5,
  /** Search range of the small product, °C from the peak. */
  nearest: 2,
  farthest: 8,
  stride: 1,
  /**
   * Minimum significance in standard errors; larger below the peak, where products have tails of their own.
   */
  errorsBelow: 6.5,
  errorsAbove: 4.8,
  /** Minimum fraction of the larger amplitude, and of the minimum peak height: its width is unknown. */
  part: 0.04,
  height: 0.4,
} as const;

/** A product's own shoulder, which its wells share. Chosen on the tuning seeds of the physical benchmark. */
export const SHOULDER = {
  /** Wells have the same product when their highest peaks are this close, °C. */
  tm: 0.6,
  /** Their pairs are the same within this difference in distance, °C, and this factor of the height ratio. */
  distance: 0.4,
  ratio: 1.4,
  /** Minimum number of wells, and minimum fraction of those with the product. */
  fewest: 3,
  part: 0.6,
  /**
   * The same for a peak this many times as wide as the product: amplicons melt in domains, early ones less
   * sharply.
   */
  wider: 1.4,
  widePart: 0.25,
  /** Maximum fraction of wells with only the product. */
  plainPart: 0.1,
} as const;

/** A small peak on the flank of a larger one. Chosen on tuning seeds of the physical benchmark. */
export const TAIL = {
  /** The extent of the larger one's flank in its widths. */
  reach: 2.2,
  /** A peak of lower quality is barely separated. */
  quality: 0.6,
  /** Minimum width relative to the larger one's; a narrower peak is not a tail. */
  leastWidth: 0.75,
  /**
   * A product's own shoulder is below this fraction of it, plus this many standard errors of the small peak's
   * height.
   */
  part: 0.25,
  errors: 4,
} as const;
