/** Prior knowledge of a transition: means and standard deviations of ln w and ln ν. */
export interface ShapePrior {
  /** At `temperature`, °C; it changes by `logWidthSlope` per °C. */
  readonly logWidth: number;
  readonly logWidthSlope: number;
  readonly temperature: number;
  /** Infinity: the width is unknown. */
  readonly logWidthSd: number;
  readonly logSkew: number;
  readonly logSkewSd: number;
  /** Tail weight of ln ν: 1/degrees of freedom of Student's distribution; 0: normal. */
  readonly logSkewTail: number;
}

/** The expected ln w of a product that melts at a temperature. */
export const logWidthAt = (shape: ShapePrior, tm: number): number =>
  shape.logWidth + shape.logWidthSlope * (tm - shape.temperature);

export interface FitPriors {
  readonly shape: ShapePrior;
  /** Of ln(width ratio) of each further transition to the first. */
  readonly widthRatioSd: number;
  /** Of the quadratic background, RFU. */
  readonly curvatureSd: number;
}

/** The prior for skews and widths of two products in one peak. */
export interface PairShape extends Pick<ShapePrior, 'logSkew' | 'logSkewSd'> {
  readonly widthRatioSd: number;
}

/** Products of one assay have almost equal widths, and no skew unless the plate shows one. */
export const alikePriors = (
  { shape, curvatureSd }: FitPriors,
  { logSkew, logSkewSd, widthRatioSd }: PairShape,
): FitPriors => ({
  shape: { ...shape, logSkew, logSkewSd, logSkewTail: 0 },
  widthRatioSd,
  curvatureSd,
});

/** The priors of a fit of so many transitions, and what they are weighed against. */
export interface WeighedPriors {
  readonly transitions: number;
  readonly priors: FitPriors;
  /** σ² of an averaged reading with the model's usual misfit, RFU². */
  readonly expectedVariance: number;
}
