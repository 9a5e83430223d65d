/** Constants of what is found by comparing the wells of a plate, with unit and origin. */

/** When replicates differ. */
export const REPLICATES = {
  /** Peaks within so many °C, or so many combined SE(Tm) if that is more, are one product. */
  tm: 0.3,
  tmErrors: 3,
  /**
   * A peak that does not count is no difference where it failed by this part of the limit, or so many standard errors of
   * what was tested: whether it counts is chance.
   */
  nearLimit: 0.1,
  nearErrors: 2,
  /** So many peaks are reported; more add nothing. */
  mostPeaks: 3,
} as const;

/** When a peak is wider or narrower than a product of its zone is on this plate. */
export const TWO_PRODUCTS = {
  /** Peaks of a zone needed to know how wide its product is. */
  fewest: 8,
  /** In ln width: wider than the median by this, and by so many standard deviations of the zone. Measured: docs/analysis.md. */
  wider: 0.1,
  spreads: 3,
  /** The same of narrower ones: a bubble that goes eats a flank. */
  narrower: 0.25,
  narrowerSpreads: 4,
  /** A normal distribution's standard deviation in median absolute deviations. */
  sdOfMedian: 1.4826,
} as const;

/** How zones follow the controls of a plate. */
export const SHIFT = {
  /** Larger than this, °C, and than so many standard errors: blocks of analysers differ by half of it from place to place. */
  least: 0.4,
  errors: 2,
  /** Standard deviation for a median deviation, and standard error of a median for one of a mean, of normal errors. */
  perMedian: 1.4826,
  medianError: 1.2533,
  /**
   * Standard deviation of the Tm of wells alike, °C, and how many controls that knowledge weighs: the fewest for which its
   * mean exists. The largest of three plates of 96 alike (0.047, 0.058, 0.087), rounded up.
   */
  wellSd: 0.1,
  wellFreedom: 3,
  /** Zones move in steps of this, °C. */
  step: 0.01,
} as const;

/** How the whole melt of a target is learnt, and when a second product stands beyond it. Measured: docs/analysis.md. */
export const TEMPLATE = {
  /** Wells that must teach a template; the domain's words name the same. */
  fewest: 4,
  /** A product stands beyond a template by so many spreads; one standard error of its slope is added. */
  spreads: 3,
  /** Significance of a peak that teaches. */
  significance: 20,
  /** The slope that this part of a curve's readings does not exceed is its background. */
  background: 0.1,
  /** Least spread between wells, as a part of the slope at Tm. */
  leastSpread: 0.01,
  /** The spread of n wells is taken to be larger by this part of 1/n. */
  unsure: 3,
  /** Standard deviation for a median deviation of normal errors. */
  perMedian: 1.4826,
  /** How far from Tm a template is drawn, and in what steps, °C. */
  reach: 8,
  step: 0.25,
  /** How far from Tm a template is kept, °C: domains of one amplicon may melt farther apart than is drawn. */
  keptReach: 20,
} as const;

/** When a small peak may be another well's or channel's. Measured: docs/analysis.md. */
export const COPY = {
  /** At most this part of the other's height: of the light of a well or dye, no instrument mixes more into another. */
  part: 0.25,
  /** At the same Tm, within so many °C, by which a flank moves a small peak, or combined SE(Tm). */
  tm: 0.5,
  tmErrors: 3,
  /** Nothing shows within so many widths of a counted peak. */
  hiding: 2,
  /** Light shows where it makes so many times the least height … */
  shows: 1.2,
  /** … and does where this part of it is seen … */
  alike: 0.5,
  /** … in this part of the places. */
  usual: 0.1,
} as const;

/** When a peak is not where its zone's others are on this plate. */
export const APART = {
  /** Peaks of a zone needed to know where its product melts. */
  fewest: 6,
  /** Farther from their median than this, °C, than so many standard deviations of the zone, and than so many SE(Tm). Measured. */
  least: 0.4,
  spreads: 4,
  errors: 1.5,
  perMedian: 1.4826,
} as const;

/**
 * When a peak in one of two zones that are too near is plainly one product. Chosen on tuning seeds of the physical benchmark:
 * docs/analysis.md.
 */
export const PLAIN = {
  /** So many standard errors high. */
  significance: 70,
  /** So far from the border between the zones, as a part of the distance of their centres. */
  fromBorder: 0.4,
  /** No nearer to the other zone than the peaks of its own are, by more than this, °C. */
  displaced: 0.2,
} as const;

/** When a doubt is a product's own. Chosen on tuning seeds of the physical benchmark: docs/analysis.md. */
export const USUAL_DOUBT = {
  /** Wells hold the same product when their highest peaks are this near, °C; so many others are needed. */
  tm: 0.6,
  fewest: 4,
  /** So many of these have a doubt as far from the product, within so many °C … */
  part: 0.7,
  away: 0.6,
  /** … of which this one is at most so many times as large. */
  larger: 1.25,
} as const;
