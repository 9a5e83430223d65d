import { SHIFT } from '../plate-settings.ts';

/** The middle of some values; of an even number, halfway between the two in the middle. */
export function middle(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted.length >> 1;
  const high = sorted[upper] ?? 0;
  return sorted.length % 2 === 1 ? high : 0.5 * ((sorted[upper - 1] ?? 0) + high);
}

/**
 * The median deviation of few values is too small on average: by how much, for normal errors.
 *
 * @see C. Croux, P. J. Rousseeuw, Computational Statistics 1 (1992) 411, doi:10.1007/978-3-662-26811-7_58
 */
const FEW = [1, 1, 1.196, 1.495, 1.363, 1.206, 1.2, 1.14, 1.129, 1.107];
const ofFew = (count: number): number => FEW[count] ?? count / (count - 0.8);

/**
 * How many normal standard errors hold what 1.96 hold of Student's t, over 1.96; right to 1 % from three degrees of freedom on.
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
 * Standard error of the median of some controls, such that two of it hold the shift in 95 % of plates.
 *
 * Few controls may agree by chance. What is known of wells before, `SHIFT.wellSd` with the weight of `SHIFT.wellFreedom`
 * controls, is therefore pooled with their spread (a scaled inverse χ² prior), and Student's t takes the place of the normal.
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
  // The error of a fit is known, however few the controls are.
  const each = Math.max(Math.sqrt(squares / freedom) * studentFactor(freedom), middle(errors));
  return (each * (count > 2 ? SHIFT.medianError : 1)) / Math.sqrt(count);
}
