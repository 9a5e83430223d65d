/** A transition found in a curve, before thresholds. Units as in the domain's `Peak`. */
export interface FoundPeak {
  readonly tm: number;
  readonly tmError: number | null;
  readonly height: number;
  readonly width: number;
  readonly area: number;
  readonly significance: number;
  readonly quality: number;
  /** Narrowest that a melt can look at these temperatures, °C. */
  readonly leastWidth: number;
  /** SE(Tm) from noise alone, °C. */
  readonly noiseTmError: number;
  /** Misfit beyond noise as a part of the amplitude. */
  readonly misfit: number;
  /** The part of it that chance does not explain. */
  readonly unexplained: number;
  /** What may melt in the peak or beside it, and is no peak. */
  readonly doubted: readonly DoubtedProduct[];
  /** How high it must be beside the peak that it stands on, RFU/°C; left out: as any peak. */
  readonly leastBeside?: number;
  /** ln w and ln ν with their standard errors; null for a peak that was not fitted. */
  readonly shape: PeakShape | null;
}

/**
 * What would be a second product if it were not too near to distinguish it from the peak's own tail, or a maximum of the slope
 * that no peak stands for.
 */
export interface DoubtedProduct {
  /** °C. */
  readonly tm: number;
  /** RFU. */
  readonly area: number;
  /** Of a peak that would count if it were not one's tail, or of a maximum between readings far apart. */
  readonly significance?: number;
}

export interface PeakShape {
  readonly logWidth: number;
  readonly logWidthError: number;
  readonly logSkew: number;
  readonly logSkewError: number;
  /** How far from the fitted Tm the curve is steepest, in w; 0 unless it was requested. */
  readonly offset: number;
  /** Whether it is one of two that were found inside one peak, or was seen from one side: it cannot teach. */
  readonly isHidden: boolean;
}
