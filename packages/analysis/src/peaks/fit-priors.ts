/** What is known of a transition before the curve is seen: means and standard deviations of ln w and ln ν. */
export interface ShapePrior {
  /** At `temperature`, °C; it changes by `logWidthSlope` per °C. */
  readonly logWidth: number;
  readonly logWidthSlope: number;
  readonly temperature: number;
  /** Infinity: nothing is known of the width. */
  readonly logWidthSd: number;
  readonly logSkew: number;
  readonly logSkewSd: number;
  /** How heavy the tails of ln ν are: 1/degrees of freedom of Student's distribution; 0: normal. */
  readonly logSkewTail: number;
}

/** The mean of ln w for a product that melts at a temperature. */
export const logWidthAt = (shape: ShapePrior, tm: number): number =>
  shape.logWidth + shape.logWidthSlope * (tm - shape.temperature);

export interface FitPriors {
  readonly shape: ShapePrior;
  /** Of ln(width ratio) of each further transition to the first. */
  readonly widthRatioSd: number;
  /** Of the quadratic background, RFU. */
  readonly curvatureSd: number;
}

/** What is known of the skews and widths of two products in one peak. */
export interface PairShape extends Pick<ShapePrior, 'logSkew' | 'logSkewSd'> {
  readonly widthRatioSd: number;
}

/** Products of one assay are almost equally wide, and not skewed unless the plate says so. */
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
