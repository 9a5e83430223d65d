/** Constants of the comparison of curve shapes, with unit and source. */

/** The grid on which curves are compared, °C: no finer than the finest files read. */
export const SHAPE_STEP = 0.1;

export const NORMALISE = {
  /** Minimum readings of a region: two fix a line, the third shows its scatter. */
  leastReadings: 3,
  /** Minimum fall in standard deviations of a reading: 5 % of noise hide differences of 5 %. */
  noises: 20,
  /** Minimum readings between the regions, and the widest gap from one to the next, °C: a genotype may melt in it. */
  leastBetween: 5,
  widestGap: 0.6,
  /**
   * Minimum fall that an exponential background leaves, as a fraction of the raw fall, as for `crossing`: an error of the
   * background of 1 % is then one of at most 4 % of the melt.
   */
  leastRest: 0.25,
  /** Minimum distance of the two lines between the regions, as a fraction of their distance in the middle. */
  crossing: 0.25,
} as const;

/** Maximum shift for the alignment, °C: beyond it, another product is likelier than the heat of the block. */
export const MOST_ALIGNED = 1;

/** Minimum wells of a reference: one alone does not show how far replicates scatter. */
export const LEAST_REPLICATES = 2;

/** Minimum references of a curve that is like one: one alone cannot say that no other is as near. */
export const LEAST_REFERENCES = 2;

/**
 * The widest border, % root mean square, for the reason of `MOST_SHAPE_BORDER` in the domain. With two standards of one
 * reference Student's t is 63.7, and a border of 78 times the scatter would hold other genotypes.
 */
export const MOST_BORDER = 5;

/**
 * Maximum of (d₁ + d₂) / D of a curve between two references D apart. The root mean square is a norm, so a curve on the
 * straight way from one to the other has exactly 1, and one at right angles to it in the middle has 1.2 when it is D/3
 * away from that way.
 */
export const MOST_DETOUR = 1.2;

/**
 * Two-sided 99 % quantiles of Student's t by degrees of freedom; between two, the smaller number of degrees applies,
 * which gives the wider border.
 *
 * @see R. A. Fisher, F. Yates, Statistical Tables for Biological, Agricultural and Medical Research (1963), table III
 */
export const STUDENT_99: readonly (readonly [freedom: number, quantile: number])[] = [
  [1, 63.657],
  [2, 9.925],
  [3, 5.841],
  [4, 4.604],
  [5, 4.032],
  [6, 3.707],
  [7, 3.499],
  [8, 3.355],
  [9, 3.25],
  [10, 3.169],
  [12, 3.055],
  [15, 2.947],
  [20, 2.845],
  [30, 2.75],
  [60, 2.66],
];
