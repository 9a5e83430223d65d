/** Constants for comparisons between the wells of a plate, with unit and source. */

/** Differences between replicates. */
export const REPLICATES = {
  /** Peaks within this distance, °C, or this many combined SE(Tm) if that is more, are one product. */
  tm: 0.3,
  tmErrors: 3,
  /**
   * A rejected peak is no difference if it failed by less than this fraction of the limit, or this many
   * standard errors: whether it counts is chance.
   */
  nearLimit: 0.1,
  nearErrors: 2,
  /** Maximum number of reported peaks. */
  mostPeaks: 3,
} as const;

/** A peak that is wider or narrower than a product of its zone on this plate. */
export const TWO_PRODUCTS = {
  /** Minimum number of peaks of a zone to determine its product's width. */
  fewest: 8,
  /**
   * In ln width: wider than the median by this, and by this many standard deviations of the zone. Measured:
   * docs/analysis.md.
   */
  wider: 0.1,
  spreads: 3,
  /** The same for narrower ones: a shrinking bubble removes a flank. */
  narrower: 0.25,
  narrowerSpreads: 4,
  /** Ratio of the standard deviation to the median absolute deviation of a normal distribution. */
  sdOfMedian: 1.4826,
} as const;

/** Tm shift correction. */
export const SHIFT = {
  /**
   * Minimum shift, °C, and in standard errors: the blocks of analysers vary by half of it between positions.
   */
  least: 0.4,
  errors: 2,
  /**
   * Standard deviation from a median absolute deviation, and standard error of a median relative to a mean,
   * for normal errors.
   */
  perMedian: 1.4826,
  medianError: 1.2533,
  /**
   * Standard deviation of Tm between identical wells, °C, and the weight of this prior in controls: the
   * fewest for which its mean exists. The largest of three plates of 96 identical wells (0.047, 0.058,
   * 0.087), rounded up.
   */
  wellSd: 0.1,
  wellFreedom: 3,
  /** Zones move in steps of this, °C. */
  step: 0.01,
} as const;

/**
 * Learning the complete melt of a target, and detecting a second product beyond it. Measured:
 * docs/analysis.md.
 */
export const TEMPLATE = {
  /** Minimum number of wells for a template; equals the domain's constant. */
  fewest: 4,
  /** A product exceeds a template by this many spreads plus one standard error of its slope. */
  spreads: 3,
  /** Minimum significance of a peak for learning. */
  significance: 20,
  /** The background is the slope that this fraction of a curve's readings does not exceed. */
  background: 0.1,
  /** Minimum spread between wells, as a fraction of the slope at Tm. */
  leastSpread: 0.01,
  /** The spread of n wells is increased by this multiple of 1/n. */
  unsure: 3,
  /** Standard deviation from a median absolute deviation, for normal errors. */
  perMedian: 1.4826,
  /** Range of a drawn template around Tm, and its step, °C. */
  reach: 8,
  step: 0.25,
  /**
   * Range of a stored template around Tm, °C; domains of one amplicon may melt farther apart than the drawn
   * range.
   */
  keptReach: 20,
} as const;

/** A small peak that may be cross-talk of another well or channel. Measured: docs/analysis.md. */
export const COPY = {
  /** Maximum height as a fraction of the other's: no instrument has more cross-talk. */
  part: 0.25,
  /** Same Tm within this distance, °C, by which a flank moves a small peak, or this many combined SE(Tm). */
  tm: 0.5,
  tmErrors: 3,
  /** A counted peak hides others within this many widths. */
  hiding: 2,
  /** Cross-talk is visible where it would reach this multiple of the minimum height … */
  shows: 1.2,
  /** … and is present where at least this fraction of it is seen … */
  alike: 0.5,
  /** … in this fraction of the wells. */
  usual: 0.1,
} as const;

/** A peak away from its zone's other peaks on this plate. */
export const APART = {
  /** Minimum number of peaks of a zone to determine its product's Tm. */
  fewest: 6,
  /** Minimum distance from their median, °C, in standard deviations of the zone, and in SE(Tm). Measured. */
  least: 0.4,
  spreads: 4,
  errors: 1.5,
  perMedian: 1.4826,
} as const;

/**
 * A peak in one of two close zones that is clearly one product. Chosen on tuning seeds of the physical
 * benchmark: docs/analysis.md.
 */
export const PLAIN = {
  /** Minimum significance. */
  significance: 70,
  /** Minimum distance from the boundary between the zones, as a fraction of the distance of their centres. */
  fromBorder: 0.4,
  /** Maximum displacement towards the other zone relative to its own zone's peaks, °C. */
  displaced: 0.2,
} as const;

/**
 * A doubt that belongs to the product itself. Chosen on tuning seeds of the physical benchmark:
 * docs/analysis.md.
 */
export const USUAL_DOUBT = {
  /**
   * Wells have the same product when their highest peaks are this close, °C; and the minimum number of other
   * wells.
   */
  tm: 0.6,
  fewest: 4,
  /** The fraction of these with a doubt at the same distance from the product, within this tolerance, °C … */
  part: 0.7,
  away: 0.6,
  /** … of which this one is at most this many times as large. */
  larger: 1.25,
} as const;
