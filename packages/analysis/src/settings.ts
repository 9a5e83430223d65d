/**
 * Every constant of the analysis, with its unit and where it comes from. "Measured" means: on the benchmark
 * MCB-1 (docs/analysis.md). A changed constant is a changed result, so it raises the algorithm version.
 */

/** Readings beyond these are no measurement and are dropped, as are NaN and infinity. RFU and °C. */
export const LARGEST_READING = 1e15;
export const LARGEST_TEMPERATURE = 1e4;

/** Temperatures nearer than this are one reading, °C; no analyser resolves it. */
export const EQUAL_TEMPERATURE = 1e-6;

/** Fewer readings are not analysed: a transition and its background have seven parameters. */
export const MIN_READINGS = 8;

export const NOISE = {
  /** Median of |N(0, 1)| → standard deviation. */
  perMedian: 1.4826,
  /** Differences beyond this many are left out evenly: the median of these is known to 7 %. */
  mostDifferences: 160,
  /** Least noise as a part of the signal's range: for readings that were smoothed before. Measured on real files. */
  floor: 2e-5,
  /** Readings are rounded coarsely when more than this part of them equals the one before. */
  tiesOfCoarse: 0.1,
  /** Standard deviation that rounding adds, in its steps: 1/√12. */
  perQuantum: 0.2887,
  /** RFU; keeps a constant curve from dividing by zero. */
  least: 1e-12,
} as const;

/** Single readings that their neighbours do not explain. Measured: none is found in MCB-1. */
export const SPIKE = {
  /** Third differences beyond this many σ are looked into: a reading 6 σ off makes one of 4. */
  suspicious: 5,
  /** A spike is off by so many standard errors of what its neighbours foretell … */
  errors: 6,
  /** … by so many times as much as interpolations of six and of four neighbours differ … */
  perTruncation: 4,
  /** … by this part of the range of its neighbours: a steep melt on a coarse grid hides a smaller one … */
  perRange: 0.1,
  /** … and by so many times as much as its neighbours are off without it. */
  perNeighbour: 2.5,
  /** More than this part of the readings are no longer single readings. */
  mostPart: 0.05,
} as const;

/** Jumps of the signal between two readings: bubbles, lamps, lids. */
export const STEP = {
  /** Looked for where a third difference is beyond this many σ: the least jump that is flagged makes one of 4.2. */
  rough: 2,
  /**
   * Readings on either side that identify a jump, and standard errors that it must have: the fewer readings, the
   * more easily does a melt look like one. The first that fits decides.
   */
  windows: [
    { half: 6, errors: 8 },
    { half: 5, errors: 9 },
    { half: 4, errors: 11 },
    { half: 3, errors: 16 },
  ],
  /** The readings around it must fit to this part of the jump, beside noise: a melt over two readings does not. */
  misfit: 0.04,
  /** Standard deviations of χ² that noise may add. */
  chance: 3,
  /** Least jump as a part of the range of the readings around it. */
  perRange: 0.1,
  /** Signals with more jumps are not mended. */
  most: 3,
} as const;

/** Falls of the signal that a peak must explain. */
export const FALL = {
  /** A melt falls within so many °C, and as many on either side give the background. */
  within: 5,
  /** It is searched for at places so far apart, °C. */
  stride: 0.4,
  /** Flanks of at least so many °C are as good as whole ones. */
  wholeFlank: 3.9,
  /** By how many σ single readings may hide a fall that averaged ones show: three of their standard errors. */
  roughly: 7,
  /** Less of them at the ends, °C, adds doubt: so many standard errors. */
  leastFlank: 2,
  errors: 3,
  /** Readings this near, °C, are averaged. */
  average: 0.4,
  /** Beyond what noise explains, in σ: a fall of 20 σ measures at least as much, chance gives 7. */
  noises: 10,
  /** A well with a fall of so many σ, as steep as the least height, is not called. */
  unresolved: 20,
  /** Beside a counted peak, only a fall that is as steep as this part of it. Seen on real plates. */
  partOfHighest: 0.25,
  /** A counted peak explains what falls within half of `within` and so many of its widths. */
  reach: 1,
  /** How near to the end of the readings a melt is cut off, °C. */
  edge: 1.5,
} as const;

/** A detector at its limit. */
export const CLIPPED = {
  /** So many equal readings in a row at the top or the bottom of the range. */
  readings: 4,
  /** Coarsely rounded readings have so many anyhow; there the signal must leave the limit at an angle: so many σ. */
  corner: 5,
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
  /** Of a logistic transition, its width at half prominence by that a quarter below its top. */
  perQuarter: 1.605,
  /** A maximum at an end of the readings, within so many °C, is seen from one side; its width is up to so many. */
  edge: 1.5,
  widestAtEdge: 8,
  /** Lower maxima there, as a part of the most prominent, are an instrument that settles. Seen on real plates. */
  partOfHighestAtEdge: 0.35,
  /** Standard errors from which a negative curve's strongest maximum is searched for; almost every curve has one. */
  strongestFrom: 2,
} as const;

export const CLUSTER = {
  /** Neighbours nearer than this times the sum of their widths are fitted together. Measured. */
  reach: 1.6,
  /** Of two neighbours the wider counts at most this many times the narrower's width. */
  widest: 2,
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
  /**
   * Members whose amplitudes are hardly known, because each may take from the other, are fitted as products of equal
   * form; believed where that costs no more than so many σ². Measured.
   */
  alikeCost: 10,
  /** A candidate below so many times `slopeThreshold` by its own fit is searched for again within its neighbour's. */
  known: 2,
} as const;

/** A melt of which one side was not read: at an end of the readings, or at the detector's limit. */
export const HALF_SEEN = {
  /** Products are about so wide, °C, and ln w within this standard deviation: 1.1 to 5.3 °C. Measured on X2 and X5. */
  width: 2.4,
  logWidthSd: 0.4,
} as const;

/** A product that melts on a hump of background. */
export const HUMP = {
  iterations: 25,
  /** Looked for where one transition, this wide or wider (°C), misfits by 1 + this·√(2/m) in χ². */
  suspicious: 4,
  misfit: 3,
  /** Starts of the product: its place in widths of the one transition, and its width, °C. */
  starts: [
    { offset: 0, width: 2.5 },
    { offset: 0.4, width: 2.5 },
    { offset: -0.4, width: 2.5 },
    { offset: 0.8, width: 2.5 },
    { offset: -0.8, width: 2.5 },
  ],
  /** Of ln(width ratio): nothing is known of it. */
  widthRatioSd: 1.5,
  /** What is left must be noise: χ² within 1 + this·√(2/m). */
  remaining: 4,
  /** A hump is this wide, °C, and so many times as wide as the product, which is no ripple, °C. */
  narrowest: 7.5,
  ratio: 2.2,
  leastProduct: 0.8,
} as const;

/** A candidate that its cluster's fit left out, fitted alone. */
export const SOLO = {
  /** Its window, in its widths; a hump beneath it bends the background within. */
  margin: 1.6,
  curvatureSd: 0.2,
  /** It must stay within so much of its width, be at most so much wider, and misfit no more than this. */
  tm: 0.75,
  wider: 1.6,
  misfit: 0.03,
  /** A peak this near, in widths, is the candidate itself. */
  apart: 1,
} as const;

/** A counted peak that is not where the slope is highest: a doubt. Measured: on one of 11 000 curves that are right. */
export const MISSED = {
  /** Least misfit that noise does not explain, as a part of the amplitude, and least distance, in widths. */
  misfit: 0.01,
  apart: 0.3,
  /** A lesser maximum is a peak's own within so many widths of it. */
  reach: 0.5,
  /**
   * It stands out by so many times `slopeThreshold`: of all maxima of a curve chance makes one of once that. It is as high as this part of
   * a peak's least height. The window of readings from so many °C apart takes three quarters of a narrow product's height.
   */
  fine: { certain: 2, part: 1 },
  coarse: { step: 0.9, certain: 1, part: 0.25 },
} as const;

/** Weak priors of the fit. Standard deviations; ln ν of the logistic is 0, of a bimolecular transition −0.9. */
export const PRIOR = {
  logSkew: -0.16,
  logSkewSd: 0.3,
  /** 1/degrees of freedom of its Student distribution: at low noise a bimolecular skew is believed. Measured. */
  logSkewTail: 0.03,
  /** Of the quadratic background, as a part of the amplitude. */
  curvatureSd: 0.01,
  /** Of ln(width ratio) between the members of a cluster. */
  widthRatioSd: 0.25,
} as const;

/** Melts of amplicons begin slowly and end at once. Chosen on the tuning seeds of the physical benchmark. */
export const SKEWED = {
  /** Spread of ln ν between the products of a plate. */
  logSkewSd: 0.7,
  /** Of the quadratic background, as a part of the amplitude: domains that melt early bend it. */
  curvatureSd: 0.03,
  /**
   * A plate teaches it from so many confident peaks on, or from so few if the middle half of their ln widths differ by this: what different
   * products share is no product's own.
   */
  fewestAlike: 24,
  fewestPeaks: 6,
  unlikeWidths: 0.2,
  /** This part of them has an ln ν this low … */
  part: 0.35,
  most: -0.5,
  /** … and of this part it is no higher than that, or a quarter misfit by so much: logistic curves do neither. */
  nearlyAll: 0.65,
  mostOfNearlyAll: -0.2,
  misfitPart: 0.75,
  leastMisfit: 0.0025,
  /** Spread between wells by which estimates of ln ν are weighed. */
  spread: 0.4,
  /** A plate's estimate is no lower: there the model ends. */
  least: -1.4,
  /** Of the two of a pair, and of ln of the ratio of their widths: amplicons of 60 and of 250 pairs differ by that. */
  pairSd: 0.3,
  widthRatioSd: 0.35,
  /** Further starts of a pair: also away from the longer tail. */
  starts: [
    { offset: -6, width: 0.85 },
    { offset: -10, width: 0.85 },
  ],
  /** How far the mean of ln ν may be from what the plate taught. */
  unknown: 0.6,
  /** Standard error from the form, in widths: no transition model fits a real melt. */
  form: 0.021,
  /** By how much more noise moves a Tm than the normal matrix of a skewed transition says. */
  noise: 1.9,
  /** A hidden product lower than this part of the main one is a doubt: a product's own shoulder may be so high. */
  leastPart: 0.25,
  /** So is one whose fitted slope rises by less than this part of its height above the valley beside it. */
  leastRise: 0.05,
  /** Where that is looked at: steps and reach beyond both products, as a part of their distance. */
  riseStep: 0.05,
  riseReach: 0.3,
  /** A plate's fit and a curve's own mean one peak within so many °C, or so many combined SE(Tm) if that is more. */
  same: 0.5,
  sameErrors: 2,
  /** Two products may stand for one peak of the curve alone that is this many of its widths from one to the other. */
  partReach: 1,
} as const;

export const FIT = {
  iterations: 8,
  startDamping: 1e-5,
  /** Longest step of one iteration in Tm/w, 1.5 ln w and ln ν. */
  longestStep: 1.2,
  /** Bounds of ln ν: beyond the upper, the curve is an exponential. */
  leastLogSkew: -2.3,
  mostLogSkew: 2.3,
  /** A step shorter than this (in the same units) is the last. */
  lastStep: 0.01,
  /** After so many iterations one transition that rises, or is narrower than this part of a step, has run away. */
  patience: 3,
  leastWidthInSteps: 0.15,
  /** Converged when Tm moves less than this part of w … */
  tmStep: 1e-3,
  /** … or the cost falls by less than this part of σ², or of itself. */
  gainOfNoise: 0.01,
  gainOfCost: 1e-5,
} as const;

/** Melts that end more sharply than they begin. Measured on thinned real curves: the bias of Tm. */
export const SHARP = {
  iterations: 25,
  /** Below the least ln ν the skew goes on in ν, with the same slope, down to ν = −0.4. */
  leastLogSkew: -7.3,
  /** Believed where it leaves this part of the misfit or less. */
  part: 0.4,
} as const;

export const HIDDEN = {
  iterations: 25,
  /**
   * Searched when χ² per reading exceeds 1 + this·√(2/m), |ln ν| exceeds `skew`, or the background bends by so many
   * standard deviations of its prior. Measured.
   */
  misfit: 3.2,
  skew: 0.8,
  bent: 4,
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
    { offset: 9, width: 0.85 },
  ],
  /** Where the plate taught the shape, no further start is tried after so many that gained less than this, in σ². */
  leastTried: 2,
  hope: 10,
  /** No further start is tried when χ² per reading is within 1 + this·√(2/m) … */
  explained: 1,
  /** … or when two that gained enough, and leave no misfit, came to the same cost, in σ²: it is the least. */
  same: 0.1,
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
  /** Least separation·√(height ratio) in widths: what distinguishes a second product from a product's own tail. Measured. */
  separation: 0.55,
  /** The same where the configuration expects two products this near (in widths) to each other. */
  closeSeparation: 0.3,
  /** Both where the plate taught the shape: a second product is then identified by the width it adds. Measured. */
  knownSeparation: 0.2,
  knownLeastSeparation: 0.25,
  /** Two products of the plate's shape must explain a curve by this many σ² better than one of any shape. Measured. */
  knownGain: 20,
  /** ln w is known this well or better. */
  knownWidthSd: 0.1,
  closeZones: 1.2,
  /**
   * A second product that is too near is no peak but a doubt, from so much separation·√(height ratio), of this part of
   * the higher one's height, and at most so many times as wide: a product's own tail is less, a hump more. Measured.
   */
  doubtedSeparation: 0.28,
  doubtedPart: 0.18,
  doubtedWider: 2,
  /** No farther from it, in its widths: what is farther off is not near. */
  doubtedReach: 1.5,
  /** Of a probe's product, °C. */
  usualWidth: 2,
} as const;

/** Correcting Tm by what the fit left over. Measured on the benchmark and on thinned real curves. */
export const REFINE = {
  /** Applied where χ² per reading exceeds 1 + this·√(2/m). */
  misfit: 2,
  /** Readings within this many widths of Tm are looked at; within the other the misfit forgets itself. */
  reach: 1.5,
  correlation: 0.5,
  /** Least part of the readings that the parameters leave free. */
  leastFree: 0.25,
  iterations: 5,
  /** From this width on, °C, a transition is one of several parts of one melt. Seen on real plates. */
  widestProduct: 6,
  /** Steps, and the farthest way from the fitted Tm, in w. */
  longestStep: 0.3,
  lastStep: 2e-3,
  farthest: 1.5,
} as const;

/** What is known of Tm when the residual does not show the misfit. */
export const FORM = {
  /**
   * A Richards curve fitted to a bimolecular transition has ln ν = −0.97 and its steepest point this many w too low
   * (computed). It is put right in full between `full` and `most`, not at all above `from` and below `to`.
   */
  shift: 0.028,
  from: -0.2,
  full: -0.9,
  most: -1.05,
  to: -1.3,
  /** Standard error from the form, in w per |ln ν|, up to `mostSkew`. Measured on sets V and A. */
  error: 0.025,
  mostSkew: 1.2,
  /** This part of it goes where the plate taught a bimolecular skew and noise explains the rest. Measured on set V. */
  taught: 0.7,
  /** The same of a melt that ends sharply. */
  sharpError: 0.1,
  /** How far the mean of ln ν may be from its prior's: halfway to a bimolecular transition. */
  skewUnknown: 0.4,
} as const;

/** What is beside a peak and adds to SE(Tm). Measured on the sets of faults. */
export const BESIDE = {
  /** Part of what the flank of a neighbour moves Tm by, that is not known; of neighbours so many times as wide. */
  flank: 1,
  wider: 1.4,
  /** Error of a jump that was levelled, in σ, within so many widths. */
  step: 2,
  stepReach: 2.5,
} as const;

export const PEAK = {
  /** Full widths at half height that a transition of a product can have, °C. */
  narrowest: 0.3,
  widest: 12,
  /** Least width in steps of the grid: narrower, it is a jump between two readings. */
  narrowestInSteps: 1.1,
  /**
   * The same beside a narrower product: a hump, so many °C and so many of that one's widths wide, is background. From
   * more widths on, anything is.
   */
  hump: 7.5,
  humpBeside: 2.5,
  widestBeside: 4,
  /** Least height of that product as a part of the hump's: a ripple makes no hump of a product. */
  leastBesideHump: 0.2,
  /** Seen whole when this many of its widths from the ends of the readings: others neither teach nor are split. */
  whole: 0.75,
  /** Largest SE(Tm), °C, by noise alone, and with the model's misfit. */
  tmError: 0.5,
  misfitTmError: 1.5,
} as const;

export const QUALITY = {
  /** Where the valley between two peaks is searched for, as a part of their distance. */
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
  /** A Tm within so many °C, or half a width, of the first or last reading is near the end. */
  end: 1,
  /** Since 1.1.0 a maximum as high as a peak must be is flagged beside a counted one from so many standard errors on. Measured. */
  unsure: 2.5,
  /** So many spikes, and so many steps, are flagged one by one. */
  mostFaults: 3,
  /**
   * Where the highest clear melt of a plate is lower than this part of the least height, that height is meant for
   * another scale of the fluorescence: analysers differ by factors from 10 to a million.
   */
  scale: 0.05,
} as const;

/** What of the temperatures counts as read. */
export const COVERAGE = {
  /** A zone may end so many °C, or one step of the readings if that is less, beyond the last reading. */
  tolerance: 0.5,
  /** Between readings farther apart than so many °C, and so many steps, nothing was read. */
  gap: 1,
  gapInSteps: 3.5,
} as const;

/** Learning the shape of transitions from a plate. */
export const LEARN = {
  /** Curves are looked at, spread over the plate, until this many peaks are known or this many curves seen. */
  mostPeaks: 64,
  mostCurves: 160,
  /** Fewer peaks teach nothing. */
  fewestPeaks: 6,
  /** A model that misfits more than this part of the amplitude teaches nothing: a shoulder would be its misfit. */
  mostMisfit: 0.0015,
  /** Least part of the peaks that must agree: to be tried, and once peaks that are two products are left out. Measured. */
  leastAlike: 0.3,
  leastConfirmed: 0.72,
  /** A curve that its own shape explains by this many σ² better than the plate's stands alone. Measured. */
  ownShapeGain: 12,
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
  /** The SNR from which it narrows, and how fast. Measured. */
  offsetSnr: 150,
  offsetExponent: 0.2,
  /** Standard errors of the common offset that chance may explain. */
  offsetErrors: 2.6,
  /** A curve that weighs less than this part of the prior says nothing about ln ν. */
  leastSkewWeight: 0.1,
} as const;

/** Thresholds of a phase that nobody configured; the height is the assay's own. */
export const DEFAULT_PHASE = { slopeThreshold: 4.72, minQuality: 0.4 } as const;
