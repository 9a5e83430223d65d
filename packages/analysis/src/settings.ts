/**
 * Every constant of the analysis, with its unit and where it comes from. "Measured" means: on the benchmark
 * MCB-1 (docs/analysis.md). A changed constant is a changed result, so it raises the algorithm version.
 */

/** Readings beyond these are no measurement and are dropped, as are NaN and infinity. RFU and °C. */
export const LARGEST_READING = 1e15;
export const LARGEST_TEMPERATURE = 1e4;

/** Temperatures nearer than this are one reading, °C; no cycler resolves it. */
export const EQUAL_TEMPERATURE = 1e-6;

/** Fewer readings are not analysed: a transition and its background have seven parameters. */
export const FEWEST_READINGS = 8;

export const NOISE = {
  /** Median of |N(0, 1)| → standard deviation. */
  perMedian: 1.4826,
  /** Differences beyond this many are left out evenly: the median of these is known to 7 %. */
  mostDifferences: 160,
  /** Least noise as a part of the signal's range: for readings that were smoothed before. Measured on real files. */
  floor: 2e-5,
  /** RFU; keeps a constant curve from dividing by zero. */
  least: 1e-12,
} as const;

export const SLOPE = {
  /** Half windows of the local quadratic, °C; the narrowest quiet one is used. Measured. */
  halfWindows: [0.8, 1.4, 2.2],
  /** A window is quiet when this many standard errors of its slope are below `minThreshold`. */
  quiet: 5,
  /** Least readings in a window: a quadratic and two to spare. */
  fewestReadings: 5,
} as const;

export const CANDIDATE = {
  /** Least prominence as a part of `minThreshold`: smoothing takes up to half of a narrow peak's height. */
  partOfThreshold: 0.5,
  /** Least prominence as a part of the most prominent, and least height as a part of the highest. */
  partOfHighest: 0.05,
  /** Least start width, °C and readings. */
  leastWidth: 0.8,
  leastReadings: 2.2,
  /** Start widths up to this part of `PEAK.widest` are tried. */
  partOfWidest: 1.3,
  /** Standard errors from which a negative curve's strongest maximum is looked for; almost every curve has one. */
  strongestFrom: 2,
} as const;

export const CLUSTER = {
  /** Neighbours nearer than this times the sum of their widths are fitted together. Measured. */
  reach: 1.6,
  /** Most candidates of one fit, and most transitions with the hidden one. */
  most: 3,
  /** The fit's window beyond the outer candidates, in their widths. */
  margin: 2.5,
  /** The window ends this many widths before a neighbour that is not fitted. */
  neighbourMargin: 0.9,
  /** Readings are averaged to this many per width; more adds time, not accuracy (measured: 0.0545 both ways). */
  binsPerWidth: 8,
  /** A member whose height is below this part of `slopeThreshold` is dropped from the cluster. */
  dropSignificance: 0.5,
} as const;

/** Weak priors of the fit. Standard deviations; ln ν of the logistic is 0, of a bimolecular transition −0.9. */
export const PRIOR = {
  logSkew: -0.1,
  logSkewSd: 0.36,
  /** 1/degrees of freedom of its Student distribution: at low noise a bimolecular skew is believed. Measured. */
  logSkewTail: 0.03,
  /** Of the quadratic background, as a part of the amplitude. */
  curvatureSd: 0.01,
  /** Of ln(width ratio) between the members of a cluster. */
  widthRatioSd: 0.25,
} as const;

export const FIT = {
  iterations: 8,
  startDamping: 1e-5,
  /** Longest step of one iteration in Tm/w, 1.5 ln w and ln ν. */
  longestStep: 1.2,
  /** |ln ν| is bounded: beyond, the curve is an exponential. */
  logSkewBound: 2.3,
  /** A step shorter than this (in the same units) is the last. */
  lastStep: 0.01,
  /** Converged when Tm moves less than this part of w … */
  tmStep: 1e-3,
  /** … or the cost falls by less than this part of σ², or of itself. */
  gainOfNoise: 0.01,
  gainOfCost: 1e-5,
} as const;

export const HIDDEN = {
  iterations: 25,
  /** Searched when χ² per reading exceeds 1 + this·√(2/m) or |ln ν| exceeds `skew`. Measured. */
  misfit: 3.2,
  skew: 0.8,
  /**
   * Starts of the pair: the second transition's offset, in w toward the longer tail, and both widths as a part of
   * the one's. Each finds pairs that the others miss. Measured.
   */
  starts: [
    { offset: 2, width: 0.85 },
    { offset: 4.2, width: 0.85 },
    { offset: 6, width: 0.85 },
    { offset: -3, width: 0.85 },
    { offset: 1.2, width: 0.5 },
  ],
  /** Where the plate taught the shape, no further start is tried after so many that gained less than this, in σ². */
  leastTried: 2,
  hope: 10,
  /** No further start is tried when χ² per reading is within 1 + this·√(2/m). */
  explained: 1,
  /** Priors of the pair: almost equal widths, no skew. */
  logSkewSd: 0.08,
  widthRatioSd: 0.08,
  /** Accepted when the cost falls by this many σ² … */
  gain: 20,
  /** … to a χ² within 1 + this·√(2/m), or to this part of what it was. */
  remaining: 5,
  remainingPart: 0.1,
  /** Least height as a part of the higher. */
  leastPart: 0.08,
  /** Least separation in widths; equal logistic peaks have two maxima only above 0.747. */
  leastSeparation: 0.42,
  /** Least separation·√(height ratio) in widths: what tells a second product from a product's own tail. Measured. */
  separation: 0.55,
  /** The same where the configuration expects two products this near (in widths) to each other. */
  closeSeparation: 0.3,
  /** Both where the plate taught the shape: a second product is then told by the width it adds. Measured. */
  knownSeparation: 0.2,
  knownLeastSeparation: 0.25,
  /** What it costs, in σ², to be one product of a shape that the plate does not know. */
  unknownShape: 10,
  /** ln w is known this well or better. */
  knownWidthSd: 0.1,
  closeZones: 1.2,
  /** Of a probe's product, °C. */
  usualWidth: 2,
} as const;

export const REFINE = {
  /** Applied where χ² per reading exceeds 1 + this·√(2/m). */
  misfit: 2,
  /** Half width of the residual's local cubic, in widths, and the SNR from which it narrows. Measured. */
  halfWidth: 0.55,
  snr: 150,
  snrExponent: 0.2,
  iterations: 3,
} as const;

export const PEAK = {
  /** Full widths at half height that a transition of a product can have, °C. */
  narrowest: 0.3,
  widest: 12,
  /** The same in widths of the largest peak: a hump this much wider is background, not a product. */
  widestBeside: 4,
  /** Largest SE(Tm), °C. */
  tmError: 0.5,
} as const;

export const QUALITY = {
  /** Where the valley between two peaks is looked for, as a part of their distance. */
  valleyStep: 0.05,
  /** χ² per reading up to 1 + this·√(2/m) is noise, not misfit: σ itself is known to some 10 %. */
  chance: 1,
  /** z at which significance counts half: the default slope threshold. */
  significance: 4.72,
  /** Misfit beyond noise, as a part of the amplitude, at which the fit counts half. Measured. */
  misfit: 0.05,
} as const;

export const FLAG = {
  /** A Tm within this many SE(Tm) of a zone's edge is borderline. */
  zoneErrors: 2,
  /** A height within this part of its threshold is borderline. */
  threshold: 0.1,
  /** A quality within this above the least quality is low. */
  quality: 0.1,
  /** This many equal readings in a row at the top or bottom of the range are a saturated detector. */
  saturatedReadings: 6,
} as const;

/** Learning the shape of transitions from a plate. */
export const LEARN = {
  /** Curves are looked at, spread over the plate, until this many peaks are known or this many curves seen. */
  mostPeaks: 64,
  mostCurves: 160,
  /** Fewer peaks teach nothing. */
  fewestPeaks: 6,
  /** A model that misfits more than this part of the amplitude, or fits fewer than this part of the peaks, teaches nothing. */
  mostMisfit: 0.008,
  leastAlike: 0.3,
  /** Only peaks of this significance teach, and only with ln w known this well. */
  significance: 10,
  logWidthError: 0.25,
  /** Least spread between wells, of ln w and ln ν: instruments repeat no better. */
  logWidthFloor: 0.004,
  logSkewFloor: 0.012,
  /** Spread of ln w and ln ν between the wells of one assay: Tm alone moves ln w by 0.06. */
  widthSpread: 0.04,
  skewSpread: 0.15,
  /** Standard errors from which a change of ln w with Tm is believed (by theory +0.006 per °C). */
  trendErrors: 3,
  /** Shapes within this many standard deviations of the densest are alike. */
  reach: 2.5,
  /** Half width of the averaged residual's local cubic, in widths: less than one curve's noise allows. Measured. */
  offsetHalfWidth: 0.48,
  offsetWidest: 0.7,
  /** Standard errors of the common offset that chance may explain. */
  offsetErrors: 2.6,
  /** A curve that weighs less than this part of the prior says nothing of ln ν. */
  leastSkewWeight: 0.1,
} as const;

/** Thresholds of a phase that nobody configured; the height is the assay's own. */
export const DEFAULT_PHASE = { slopeThreshold: 4.72, minQuality: 0.4 } as const;
