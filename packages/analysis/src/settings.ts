/**
 * Every constant of the analysis, with its unit and source. "Measured" means: on the benchmark MCB-1
 * (docs/analysis.md). Changing a constant changes results, so it requires a new algorithm version.
 */

/** Larger readings are dropped as invalid, like NaN and infinity. RFU and °C. */
export const LARGEST_READING = 1e15;
export const LARGEST_TEMPERATURE = 1e4;

/** Temperatures closer than this are one reading, °C; no analyser resolves it. */
export const EQUAL_TEMPERATURE = 1e-6;

/** Curves with fewer readings are not analysed: a transition and its background have seven parameters. */
export const MIN_READINGS = 8;

export const NOISE = {
  /** Median of |N(0, 1)| → standard deviation. */
  perMedian: 1.4826,
  /** Maximum number of differences, thinned evenly; their median is accurate to 7 %. */
  mostDifferences: 160,
  /**
   * Minimum noise as a fraction of the signal's range, for readings that were smoothed before. Measured on
   * real files.
   */
  floor: 2e-5,
  /** Readings count as coarsely rounded when more than this fraction of them equals the previous one. */
  tiesOfCoarse: 0.1,
  /** Standard deviation of rounding, in rounding steps: 1/√12. */
  perQuantum: 0.2887,
  /** RFU; prevents division by zero for a constant curve. */
  least: 1e-12,
} as const;

/** Single readings that their neighbours do not explain. Measured: none is found in MCB-1. */
export const SPIKE = {
  /** Third differences beyond this many σ are examined; a reading 6 σ off causes one of 4. */
  suspicious: 5,
  /** Minimum deviation of a spike: in standard errors of the prediction by its neighbours … */
  errors: 6,
  /** … as a multiple of the difference between interpolations of six and of four neighbours … */
  perTruncation: 4,
  /**
   * … as a fraction of the range of its neighbours, because a steep melt on a coarse grid hides a smaller one
   * …
   */
  perRange: 0.1,
  /** … and as a multiple of its neighbours' deviations without it. */
  perNeighbour: 2.5,
  /** When more than this fraction of the readings deviate, they are not single outliers. */
  mostPart: 0.05,
} as const;

/** Jumps of the signal between two readings: bubbles, lamps, lids. */
export const STEP = {
  /** Searched where a third difference exceeds this many σ; the smallest flagged jump causes one of 4.2. */
  rough: 2,
  /**
   * Readings on either side, and the required significance in standard errors: with fewer readings a melt
   * resembles a jump more. The first match decides.
   */
  windows: [
    { half: 6, errors: 8 },
    { half: 5, errors: 9 },
    { half: 4, errors: 11 },
    { half: 3, errors: 16 },
  ],
  /**
   * Maximum misfit of the surrounding readings as a fraction of the jump, besides noise; a melt over two
   * readings exceeds it.
   */
  misfit: 0.04,
  /** Allowance for noise in standard deviations of χ². */
  chance: 3,
  /** Minimum jump as a fraction of the range of the surrounding readings. */
  perRange: 0.1,
  /** Signals with more jumps are not repaired. */
  most: 3,
} as const;

/** Falls of the signal that a peak must explain. */
export const FALL = {
  /** A melt falls within this range, °C; the same range on either side determines the background. */
  within: 5,
  /** Step of the search, °C. */
  stride: 0.4,
  /** Flanks of at least this length, °C, count as complete. */
  wholeFlank: 3.9,
  /** Maximum hidden fall in single readings, in σ: three standard errors of the averages. */
  roughly: 7,
  /** With shorter flanks at the ends, °C, the threshold increases: in standard errors. */
  leastFlank: 2,
  errors: 3,
  /** Readings within this distance, °C, are averaged. */
  average: 0.4,
  /** Threshold in σ: a fall of 20 σ measures at least this much, and chance reaches 7. */
  noises: 10,
  /** A well with a fall of this many σ, as steep as the minimum height, is not called. */
  unresolved: 20,
  /** Beside a counted peak, only falls at least this fraction as steep count. Seen on real plates. */
  partOfHighest: 0.25,
  /** A counted peak explains falls within half of `within` plus this many of its widths. */
  reach: 1,
  /** A melt this close to an end of the readings is truncated, °C. */
  edge: 1.5,
} as const;

/** A detector at its limit. */
export const CLIPPED = {
  /** Minimum number of consecutive equal readings at the top or the bottom of the range. */
  readings: 4,
  /**
   * Coarsely rounded readings have such runs anyway, so the signal must also leave the limit abruptly: in σ.
   */
  corner: 5,
} as const;

export const SLOPE = {
  /** Half windows of the local quadratic, °C; the narrowest with low enough noise is used. Measured. */
  halfWindows: [0.8, 1.4, 2.2],
  /** A window is usable when this many standard errors of its slope are below `minThreshold`. */
  quiet: 5,
  /** Minimum readings in a window: a quadratic and two more. */
  fewestReadings: 5,
} as const;

export const CANDIDATE = {
  /**
   * Minimum prominence as a fraction of `minThreshold`; smoothing removes up to half of a narrow peak's
   * height.
   */
  partOfThreshold: 0.5,
  /**
   * Minimum prominence as a fraction of the most prominent, and minimum height as a fraction of the highest.
   */
  partOfHighest: 0.05,
  /** Minimum starting width, °C and readings. */
  leastWidth: 0.8,
  leastReadings: 2.2,
  /** Maximum starting width as a multiple of `PEAK.widest`. */
  partOfWidest: 1.3,
  /** For a logistic transition, the ratio of its width at half prominence to that a quarter below its top. */
  perQuarter: 1.605,
  /** Maxima within this distance of an end, °C, are one-sided; and their maximum width. */
  edge: 1.5,
  widestAtEdge: 8,
  /**
   * Lower maxima there, as a fraction of the most prominent, come from an instrument that settles. Seen on
   * real plates.
   */
  partOfHighestAtEdge: 0.35,
  /**
   * Significance from which a negative curve's strongest maximum is searched first; almost every curve has
   * one.
   */
  strongestFrom: 2,
} as const;

export const CLUSTER = {
  /** Neighbours closer than this multiple of the sum of their widths are fitted together. Measured. */
  reach: 1.6,
  /** Of two neighbours, the width of the wider is limited to this multiple of the narrower's. */
  widest: 2,
  /** Maximum candidates of one fit, and maximum transitions with a hidden one. */
  most: 3,
  /** Extent of the fit's window beyond the outer candidates, in their widths. */
  margin: 2.5,
  /** The window ends this many widths before a neighbour outside the cluster. */
  neighbourMargin: 0.9,
  /** Averaged readings in each width; more takes time without accuracy (measured: 0.0545 both ways). */
  binsPerWidth: 8,
  /** A member whose significance is below this fraction of `slopeThreshold` is removed from the cluster. */
  dropSignificance: 0.5,
  /**
   * Members with poorly determined amplitudes, because they can exchange them, are fitted with equal shapes;
   * accepted when the cost increases by at most this, σ². Measured.
   */
  alikeCost: 10,
  /**
   * A candidate below this multiple of `slopeThreshold` in its own fit is searched again within its
   * neighbour's.
   */
  known: 2,
} as const;

/** A one-sided melt: at an end of the readings, or at the detector's limit. */
export const HALF_SEEN = {
  /** Prior width of a product, °C, and standard deviation of ln w: 1.1 to 5.3 °C. Measured on X2 and X5. */
  width: 2.4,
  logWidthSd: 0.4,
} as const;

/** A product on a hump of background. */
export const HUMP = {
  iterations: 25,
  /** Searched where one transition at least this wide (°C) misfits by 1 + this·√(2/m) in χ². */
  suspicious: 4,
  misfit: 3,
  /** Starting values of the product: its position in widths of the single transition, and its width, °C. */
  starts: [
    { offset: 0, width: 2.5 },
    { offset: 0.4, width: 2.5 },
    { offset: -0.4, width: 2.5 },
    { offset: 0.8, width: 2.5 },
    { offset: -0.8, width: 2.5 },
  ],
  /** Of ln(width ratio); wide, because the ratio is unknown. */
  widthRatioSd: 1.5,
  /** The residual must be noise: χ² within 1 + this·√(2/m). */
  remaining: 4,
  /**
   * Minimum width of a hump, °C, and as a multiple of the product's; minimum width of the product, °C, to
   * exclude ripples.
   */
  narrowest: 7.5,
  ratio: 2.2,
  leastProduct: 0.8,
} as const;

/** A candidate that its cluster's fit dropped, fitted alone. */
export const SOLO = {
  /** Extent of its window in its widths; and the background's curvature, because a hump beneath bends it. */
  margin: 1.6,
  curvatureSd: 0.2,
  /** Limits: change of Tm in widths, increase in width, and misfit. */
  tm: 0.75,
  wider: 1.6,
  misfit: 0.03,
  /** Another peak within this many widths is the candidate itself. */
  apart: 1,
} as const;

/**
 * A counted peak away from the maximum of the slope: a doubt. Measured: occurs on one of 11 000 correct
 * curves.
 */
export const MISSED = {
  /** Minimum misfit beyond noise, as a fraction of the amplitude, and minimum distance, in widths. */
  misfit: 0.01,
  apart: 0.3,
  /** A lesser maximum within this many widths of a peak belongs to it. */
  reach: 0.5,
  /**
   * Minimum significance as a multiple of `slopeThreshold` (chance reaches once that among all maxima of a
   * curve), and minimum height as a fraction of a peak's. From this step on, °C, the window removes three
   * quarters of a narrow product's height.
   */
  fine: { certain: 2, part: 1 },
  coarse: { step: 0.9, certain: 1, part: 0.25 },
} as const;

/**
 * Weak priors of the fit, as standard deviations. ln ν of the logistic is 0, of a bimolecular transition
 * −0.9.
 */
export const PRIOR = {
  logSkew: -0.16,
  logSkewSd: 0.3,
  /** 1/degrees of freedom of its Student distribution; permits a bimolecular skew at low noise. Measured. */
  logSkewTail: 0.03,
  /** Of the quadratic background, as a fraction of the amplitude. */
  curvatureSd: 0.01,
  /** Of ln(width ratio) between the members of a cluster. */
  widthRatioSd: 0.25,
} as const;

/** Melts of amplicons start slowly and end abruptly. Chosen on the tuning seeds of the physical benchmark. */
export const SKEWED = {
  /** Spread of ln ν between the products of a plate. */
  logSkewSd: 0.7,
  /** Of the quadratic background, as a fraction of the amplitude; early domains bend it. */
  curvatureSd: 0.03,
  /**
   * Minimum number of confident peaks for learning the skew. Fewer suffice if the middle half of their ln
   * widths differs by this, because a property shared by different products does not come from one product.
   */
  fewestAlike: 24,
  fewestPeaks: 6,
  unlikeWidths: 0.2,
  /** This fraction of them has an ln ν this low … */
  part: 0.35,
  most: -0.5,
  /**
   * … and for this fraction it is no higher than that, or a quarter misfits by this much: logistic curves do
   * neither.
   */
  nearlyAll: 0.65,
  mostOfNearlyAll: -0.2,
  misfitPart: 0.75,
  leastMisfit: 0.0025,
  /** Spread between wells, for weighting estimates of ln ν. */
  spread: 0.4,
  /** Lower limit of a plate's estimate, where the model ends. */
  least: -1.4,
  /**
   * For a pair, the standard deviation of ln ν and of ln(width ratio): amplicons of 60 and of 250 pairs
   * differ by that.
   */
  pairSd: 0.3,
  widthRatioSd: 0.35,
  /** Further starting values of a pair, also away from the longer tail. */
  starts: [
    { offset: -6, width: 0.85 },
    { offset: -10, width: 0.85 },
  ],
  /** Maximum distance of the mean ln ν from the plate's. */
  unknown: 0.6,
  /** Standard error from the form, in widths: no transition model fits a real melt. */
  form: 0.021,
  /** Ratio of a Tm's noise to that in the normal matrix of a skewed transition. */
  noise: 1.9,
  /**
   * A hidden product below this fraction of the main one is a doubt, because a product's own shoulder may be
   * as high.
   */
  leastPart: 0.25,
  /** Also one whose fitted slope rises by less than this fraction of its height above the adjacent valley. */
  leastRise: 0.05,
  /** Step and range of that check beyond both products, as a fraction of their distance. */
  riseStep: 0.05,
  riseReach: 0.3,
  /**
   * A plate's fit and a curve's own describe one peak within this distance, °C, or this many combined SE(Tm)
   * if that is more.
   */
  same: 0.5,
  sameErrors: 2,
  /**
   * Two products may replace one peak of the curve alone if it lies within this many of its widths of them.
   */
  partReach: 1,
} as const;

export const FIT = {
  iterations: 8,
  startDamping: 1e-5,
  /** Maximum step of one iteration in Tm/w, 1.5 ln w and ln ν. */
  longestStep: 1.2,
  /** Bounds of ln ν; beyond the upper, the curve is an exponential. */
  leastLogSkew: -2.3,
  mostLogSkew: 2.3,
  /** A shorter step (in the same units) is the last. */
  lastStep: 0.01,
  /**
   * After this many iterations, a single transition that rises, or is narrower than this fraction of a step,
   * has diverged.
   */
  patience: 3,
  leastWidthInSteps: 0.15,
  /** Converged when Tm moves less than this fraction of w … */
  tmStep: 1e-3,
  /** … or the cost falls by less than this fraction of σ², or of itself. */
  gainOfNoise: 0.01,
  gainOfCost: 1e-5,
} as const;

/** Melts that end more sharply than they start. Measured on thinned real curves: the bias of Tm. */
export const SHARP = {
  iterations: 25,
  /** Below the minimum ln ν the skew continues linearly in ν, with the same slope, down to ν = −0.4. */
  leastLogSkew: -7.3,
  /** Accepted when it leaves at most this fraction of the misfit. */
  part: 0.4,
} as const;

export const HIDDEN = {
  iterations: 25,
  /**
   * Searched when χ² per reading exceeds 1 + this·√(2/m), |ln ν| exceeds `skew`, or the background bends by
   * this many standard deviations of its prior. Measured.
   */
  misfit: 3.2,
  skew: 0.8,
  bent: 4,
  /**
   * Starting values of the pair: the second transition's offset, in w toward the longer tail, and both widths
   * as a fraction of the single one's. Each finds pairs that the others miss. Measured.
   */
  starts: [
    { offset: 2, width: 0.85 },
    { offset: 4.2, width: 0.85 },
    { offset: 6, width: 0.85 },
    { offset: -3, width: 0.85 },
    { offset: 1.2, width: 0.5 },
    { offset: 9, width: 0.85 },
  ],
  /** With a learnt shape, no further start is tried after this many that gained less than this, in σ². */
  leastTried: 2,
  hope: 10,
  /** No further start is tried when χ² per reading is within 1 + this·√(2/m) … */
  explained: 1,
  /** … or when two sufficient ones without misfit reached the same cost, within this, in σ². */
  same: 0.1,
  /** Priors of the pair: almost equal widths, no skew. */
  logSkewSd: 0.08,
  widthRatioSd: 0.08,
  /** Accepted when the cost falls by this many σ² … */
  gain: 20,
  /** … to a χ² within 1 + this·√(2/m), or to this fraction of the previous one. */
  remaining: 5,
  remainingPart: 0.1,
  /** Minimum height as a fraction of the higher. */
  leastPart: 0.08,
  /** Minimum separation in widths; equal logistic peaks have two maxima only above 0.747. */
  leastSeparation: 0.42,
  /**
   * Minimum separation·√(height ratio) in widths, which distinguishes a second product from a product's own
   * tail. Measured.
   */
  separation: 0.55,
  /** The same where the settings expect two products this close (in widths) to each other. */
  closeSeparation: 0.3,
  /** Both with a learnt shape, where a second product shows by the additional width. Measured. */
  knownSeparation: 0.2,
  knownLeastSeparation: 0.25,
  /**
   * Two products of the plate's shape must explain a curve by this many σ² better than one of any shape.
   * Measured.
   */
  knownGain: 20,
  /** Maximum standard deviation of ln w for that. */
  knownWidthSd: 0.1,
  closeZones: 1.2,
  /**
   * A second product that is too close is a doubt if it exceeds this separation·√(height ratio) and this
   * fraction of the higher one's height, and is at most this many times as wide: a product's own tail is
   * less, a hump more. Measured.
   */
  doubtedSeparation: 0.28,
  doubtedPart: 0.18,
  doubtedWider: 2,
  /** Maximum distance from it, in its widths. */
  doubtedReach: 1.5,
  /** Typical width of a probe's product, °C. */
  usualWidth: 2,
} as const;

/** Correction of Tm by the residual. Measured on the benchmark and on thinned real curves. */
export const REFINE = {
  /** Applied where χ² per reading exceeds 1 + this·√(2/m). */
  misfit: 2,
  /** Readings within this many widths of Tm are used; and the correlation length of the misfit in widths. */
  reach: 1.5,
  correlation: 0.5,
  /** Minimum fraction of the readings left as degrees of freedom. */
  leastFree: 0.25,
  iterations: 5,
  /** From this width on, °C, a transition is one of several parts of one melt. Seen on real plates. */
  widestProduct: 6,
  /** Steps, and maximum distance from the fitted Tm, in w. */
  longestStep: 0.3,
  lastStep: 2e-3,
  farthest: 1.5,
} as const;

/** The uncertainty of Tm when the residual does not show the misfit. */
export const FORM = {
  /**
   * A Richards curve fitted to a bimolecular transition has ln ν = −0.97 and its steepest point this many w
   * too low (computed). Fully corrected between `full` and `most`, not at all above `from` and below `to`.
   */
  shift: 0.028,
  from: -0.2,
  full: -0.9,
  most: -1.05,
  to: -1.3,
  /** Standard error from the form, in w per |ln ν|, up to `mostSkew`. Measured on sets V and A. */
  error: 0.025,
  mostSkew: 1.2,
  /** This fraction is removed where the plate shows a bimolecular skew and noise explains the rest. Measured on set V. */
  taught: 0.7,
  /** The same for a melt that ends sharply. */
  sharpError: 0.1,
  /** Maximum distance of the mean ln ν from its prior's: halfway to a bimolecular transition. */
  skewUnknown: 0.4,
} as const;

/** Contributions of a peak's surroundings to SE(Tm). Measured on the sets of faults. */
export const BESIDE = {
  /** The unknown fraction of a neighbour's effect on Tm; for neighbours this many times as wide. */
  flank: 1,
  wider: 1.4,
  /** Error of a levelled jump, in σ, within this many widths. */
  step: 2,
  stepReach: 2.5,
} as const;

export const PEAK = {
  /** Range of the full width at half height of a product's transition, °C. */
  narrowest: 0.3,
  widest: 12,
  /** Minimum width in steps of the grid; a narrower one is a jump between two readings. */
  narrowestInSteps: 1.1,
  /**
   * The maximum beside a narrower product: a hump this many °C and this many of that one's widths wide is
   * background. Beyond this many widths, anything is.
   */
  hump: 7.5,
  humpBeside: 2.5,
  widestBeside: 4,
  /** Minimum height of that product relative to the hump's; a ripple does not make a product a hump. */
  leastBesideHump: 0.2,
  /**
   * Complete when this many of its widths from the ends of the readings; others are not used for learning and
   * not split.
   */
  whole: 0.75,
  /** Maximum SE(Tm), °C, from noise alone, and with the model's misfit. */
  tmError: 0.5,
  misfitTmError: 1.5,
} as const;

export const QUALITY = {
  /** Step of the search for the valley between two peaks, as a fraction of their distance. */
  valleyStep: 0.05,
  /** χ² per reading up to 1 + this·√(2/m) is noise, not misfit: σ itself is known to about 10 %. */
  chance: 1,
  /** The significance with a factor of one half: the default slope threshold. */
  significance: 4.72,
  /** The misfit beyond noise, as a fraction of the amplitude, with a factor of one half. Measured. */
  misfit: 0.05,
} as const;

export const FLAG = {
  /** A Tm within this many SE(Tm) of a zone's limit is borderline. */
  zoneErrors: 2,
  /** A height within this fraction of its threshold is borderline. */
  threshold: 0.1,
  /** A quality within this distance above the minimum is low. */
  quality: 0.1,
  /** A Tm within this distance, °C, or half a width, of the first or last reading is near the end. */
  end: 1,
  /**
   * Since 1.1.0, a maximum beside a counted peak that reaches the minimum height is flagged from this
   * significance. Measured.
   */
  unsure: 2.5,
  /** Maximum number of spikes, and of steps, flagged one by one. */
  mostFaults: 3,
  /**
   * If the highest clear melt of a plate is below this fraction of the minimum height, that height is meant
   * for another fluorescence scale: analysers differ by factors from 10 to a million.
   */
  scale: 0.05,
} as const;

/** The temperatures that count as read. */
export const COVERAGE = {
  /** A zone may end this far, °C, or one step of the readings if that is less, beyond the last reading. */
  tolerance: 0.5,
  /** Readings farther apart than this, °C, and this many steps, leave a gap. */
  gap: 1,
  gapInSteps: 3.5,
} as const;

/** Learning the shape of transitions from a plate. */
export const LEARN = {
  /**
   * Curves are visited, spread over the plate, until this many peaks are found or this many curves were
   * visited.
   */
  mostPeaks: 64,
  mostCurves: 160,
  /** Minimum number of peaks. */
  fewestPeaks: 6,
  /** Maximum misfit as a fraction of the amplitude: a shoulder would contribute to it. */
  mostMisfit: 0.0015,
  /**
   * Minimum fraction of peaks that must agree: for a first attempt, and after peaks of two products are
   * excluded. Measured.
   */
  leastAlike: 0.3,
  leastConfirmed: 0.72,
  /**
   * A curve that its own shape explains by this many σ² better than the plate's is evaluated alone. Measured.
   */
  ownShapeGain: 12,
  /** Minimum significance of a peak for learning, and maximum error of ln w. */
  significance: 10,
  logWidthError: 0.25,
  /** Minimum spread between wells, of ln w and ln ν: the repeatability of instruments. */
  logWidthFloor: 0.004,
  logSkewFloor: 0.012,
  /** Spread of ln w and ln ν between the wells of one assay: Tm alone changes ln w by 0.06. */
  widthSpread: 0.04,
  skewSpread: 0.15,
  /** Significance from which a change of ln w with Tm is accepted (by theory +0.006 per °C). */
  trendErrors: 3,
  /** Shapes within this many standard deviations of the densest agree. */
  reach: 2.5,
  /**
   * Half width of the averaged residual's local cubic, in widths: less than a single curve's noise permits.
   * Measured.
   */
  offsetHalfWidth: 0.48,
  offsetWidest: 0.7,
  /** The SNR above which it narrows, and the rate. Measured. */
  offsetSnr: 150,
  offsetExponent: 0.2,
  /** Standard errors of the common offset that chance may explain. */
  offsetErrors: 2.6,
  /** A curve with less than this fraction of the prior's weight does not contribute to ln ν. */
  leastSkewWeight: 0.1,
} as const;

/** Thresholds of a phase without settings; the height depends on the assay. */
export const DEFAULT_PHASE = { slopeThreshold: 4.72, minQuality: 0.4 } as const;
