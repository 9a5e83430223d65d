import { SHIFT } from '../plate-settings.ts';

/** The median of some values. */
export function middle(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted.length >> 1;
  const high = sorted[upper] ?? 0;
  return sorted.length % 2 === 1 ? high : 0.5 * ((sorted[upper - 1] ?? 0) + high);
}

/**
 * Correction factors for the median absolute deviation of few values, which is too small on average, for
 * normal errors.
 *
 * @see C. Croux, P. J. Rousseeuw, Computational Statistics 1 (1992) 411, doi:10.1007/978-3-662-26811-7_58
 */
const FEW = [1, 1, 1.196, 1.495, 1.363, 1.206, 1.2, 1.14, 1.129, 1.107];
const ofFew = (count: number): number => FEW[count] ?? count / (count - 0.8);

/**
 * The ratio of the 97.5 % quantile of Student's t to 1.96; accurate to 1 % from three degrees of freedom on.
 *
 * @see M. Abramowitz, I. A. Stegun, Handbook of Mathematical Functions (1964), 26.7.5
 */
export function studentFactor(freedom: number): number {
  const z = 1.96;
  const z2 = z * z;
  const first = (z2 + 1) / 4;
  const second = ((5 * z2 + 16) * z2 + 3) / 96;
  const third = (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384;
  return 1 + (first + (second + third / freedom) / freedom) / freedom;
}

/**
 * Standard error of the median of some controls, such that two of it contain the shift in 95 % of plates.
 *
 * Few controls may agree by chance. Their spread is therefore pooled with a prior for wells, `SHIFT.wellSd`
 * with the weight of `SHIFT.wellFreedom` controls (a scaled inverse χ² prior), and Student's t replaces the
 * normal distribution.
 *
 * @see A. Gelman et al., Bayesian Data Analysis, 3rd ed. (2013), 3.3
 */
export function medianError(shifts: readonly number[], errors: readonly number[]): number {
  const count = shifts.length;
  const centre = middle(shifts);
  const deviation = middle(shifts.map((shift) => Math.abs(shift - centre)));
  const spread = SHIFT.perMedian * ofFew(count) * deviation;
  const known = SHIFT.wellFreedom;
  const freedom = known + count - 1;
  const squares = known * SHIFT.wellSd * SHIFT.wellSd + (count - 1) * spread * spread;
  // The error of a fit is known, however few the controls.
  const each = Math.max(Math.sqrt(squares / freedom) * studentFactor(freedom), middle(errors));
  return (each * (count > 2 ? SHIFT.medianError : 1)) / Math.sqrt(count);
}
