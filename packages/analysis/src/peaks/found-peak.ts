/** A transition found in a curve, before thresholds. Units as in the domain's `Peak`. */
export interface FoundPeak {
  readonly tm: number;
  readonly tmError: number | null;
  readonly height: number;
  readonly width: number;
  readonly area: number;
  readonly significance: number;
  readonly quality: number;
  /** Minimum width of a melt at these temperatures, °C. */
  readonly leastWidth: number;
  /** SE(Tm) from noise alone, °C. */
  readonly noiseTmError: number;
  /** Misfit beyond noise, as a fraction of the amplitude. */
  readonly misfit: number;
  /** The part of it that chance does not explain. */
  readonly unexplained: number;
  /** Possible melts within the peak or beside it that are not peaks. */
  readonly doubted: readonly DoubtedProduct[];
  /** Minimum height beside the peak on whose flank it lies, RFU/°C; omitted: as for any peak. */
  readonly leastBeside?: number;
  /** ln w and ln ν with their standard errors; null: not fitted. */
  readonly shape: PeakShape | null;
}

/**
 * A possible second product that cannot be separated from the peak's own tail, or a maximum of the slope that
 * no peak explains.
 */
export interface DoubtedProduct {
  /** °C. */
  readonly tm: number;
  /** RFU. */
  readonly area: number;
  /** Of a peak that would count if it were not a possible tail, or of a maximum between sparse readings. */
  readonly significance?: number;
}

export interface PeakShape {
  readonly logWidth: number;
  readonly logWidthError: number;
  readonly logSkew: number;
  readonly logSkewError: number;
  /** Distance of the steepest point of the curve from the fitted Tm, in w; 0 unless requested. */
  readonly offset: number;
  /** Whether it is one of two within one peak, or one-sided: the plate's shape cannot be learnt from it. */
  readonly isHidden: boolean;
}
