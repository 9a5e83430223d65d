import { at } from '../at.ts';
import { expWithin } from '../elementary.ts';
import * as layout from './layout.ts';

/*
 * Readings are looked at within three times the distance at which the misfit forgets itself: exponents are small.
 */

const {
  binTemperature,
  COLUMN,
  columns,
  MISFIT,
  misfit,
  misfitBend,
  misfitColumn,
  misfitFactor,
  misfitTemperature,
  misfitWeights,
  MAX_NEAR,
} = layout;

/**
 * Cholesky factor of the covariance in place, with reciprocals on its diagonal; false when it is singular.
 */
function covarianceFactorise(count: number): boolean {
  // Each column is eliminated from all later ones at once, so that their sums are independent of each other.
  for (let k = 0; k < count; k++) {
    const pivot = at(misfitFactor, k * MAX_NEAR + k);
    if (!(pivot > 0)) return false;
    const inverse = 1 / Math.sqrt(pivot);
    misfitFactor[k * MAX_NEAR + k] = inverse;
    for (let i = k + 1; i < count; i++) {
      const row = i * MAX_NEAR;
      const element = at(misfitFactor, row + k) * inverse;
      misfitFactor[row + k] = element;
      misfitColumn[i] = element;
      for (let j = k + 1; j <= i; j++)
        misfitFactor[row + j] = at(misfitFactor, row + j) - element * at(misfitColumn, j);
    }
  }
  return true;
}

/** Forward substitution with the factor. */
function solveForward(count: number, values: Float64Array): void {
  for (let k = 0; k < count; k++) {
    const known = at(values, k) * at(misfitFactor, k * MAX_NEAR + k);
    values[k] = known;
    for (let i = k + 1; i < count; i++)
      values[i] = at(values, i) - at(misfitFactor, i * MAX_NEAR + k) * known;
  }
}

/** Backward substitution with the factor's transpose. */
function solveBackward(count: number, values: Float64Array): void {
  for (let i = count - 1; i >= 0; i--) {
    let sum = at(values, i);
    for (let k = i + 1; k < count; k++) sum -= at(misfitFactor, k * MAX_NEAR + i) * at(values, k);
    values[i] = sum * at(misfitFactor, i * MAX_NEAR + i);
  }
}

/** Copies the residuals of a column within reach of a temperature; returns their number. */
function residualsNear(length: number, residual: number): number {
  const centre = at(misfit, MISFIT.centre);
  const reach = at(misfit, MISFIT.reach);
  let count = 0;
  for (let i = 0; i < length; i++) {
    const t = at(binTemperature, i);
    if (count < MAX_NEAR && Math.abs(t - centre) <= reach) {
      misfitTemperature[count] = t;
      misfitWeights[count] = at(columns, residual * COLUMN + i);
      count++;
    }
  }
  return count;
}

/**
 * Estimates the process from the residuals of a column; returns the number of readings, 0 if they do not
 * suffice.
 */
export function processLearn(length: number, residual: number): number {
  const readings = residualsNear(length, residual);
  if (readings < 4) return 0;
  const scale = at(misfit, MISFIT.scale);
  const variance = at(misfit, MISFIT.variance);
  for (let i = 0; i < readings; i++) {
    for (let j = 0; j < i; j++) {
      const a = Math.abs(at(misfitTemperature, i) - at(misfitTemperature, j)) * scale;
      misfitFactor[i * MAX_NEAR + j] = variance * (1 + a + (a * a) / 3) * expWithin(-a);
    }
    misfitFactor[i * MAX_NEAR + i] = variance + at(misfit, MISFIT.noise);
  }
  if (!covarianceFactorise(readings)) return 0;
  solveForward(readings, misfitWeights);
  solveBackward(readings, misfitWeights);
  return readings;
}

/**
 * Writes the second and third derivative of the misfit with respect to temperature, as estimated from the
 * readings.
 */
export function misfitBendWrite(readings: number, place: number): void {
  const scale = at(misfit, MISFIT.scale);
  let second = 0;
  let third = 0;
  for (let i = 0; i < readings; i++) {
    const distance = place - at(misfitTemperature, i);
    const a = Math.abs(distance) * scale;
    const weight = at(misfitWeights, i) * expWithin(-a);
    second -= weight * (1 + a - a * a);
    third += (distance > 0 ? weight : -weight) * (3 * a - a * a);
  }
  const perSquare = (at(misfit, MISFIT.variance) * scale * scale) / 3;
  misfit[MISFIT.second] = second * perSquare;
  misfit[MISFIT.third] = third * perSquare * scale;
}

/** The remaining variance of the second derivative given the readings. */
export function misfitBendLeft(readings: number, place: number): number {
  const scale = at(misfit, MISFIT.scale);
  const variance = at(misfit, MISFIT.variance);
  const perSquare = (variance * scale * scale) / 3;
  for (let i = 0; i < readings; i++) {
    const a = Math.abs(place - at(misfitTemperature, i)) * scale;
    misfitBend[i] = -perSquare * (1 + a - a * a) * expWithin(-a);
  }
  solveForward(readings, misfitBend);
  let known = 0;
  for (let i = 0; i < readings; i++) known += at(misfitBend, i) * at(misfitBend, i);
  const left = variance * scale * scale * scale * scale - known;
  return left > 0 ? left : 0;
}
