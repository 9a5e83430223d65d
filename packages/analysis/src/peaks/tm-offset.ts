import { at } from '../at.ts';
import { exp, log } from '../elementary.ts';
import { LEARN } from '../settings.ts';
import { type ClusterFit, transitionOf } from './cluster-fit.ts';
import { COLUMN, columns, parameterCount } from '../fit-kernel/layout.ts';
import { residualsEvaluate } from './least-squares.ts';
import { transitionBend, transitionWidth } from './transition.ts';

/** Solves four normal equations given as rows of five, by elimination; null when they are singular. */
function solveFour(rows: Float64Array): { quadratic: number; cubic: number } | null {
  for (let c = 0; c < 4; c++) {
    if (!(at(rows, 6 * c) > 0)) return null;
    for (let r = c + 1; r < 4; r++) {
      const factor = at(rows, 5 * r + c) / at(rows, 6 * c);
      for (let j = c; j < 5; j++) rows[5 * r + j] = at(rows, 5 * r + j) - factor * at(rows, 5 * c + j);
    }
  }
  const cubic = at(rows, 19) / at(rows, 18);
  return {
    quadratic: (at(rows, 14) - at(rows, 13) * cubic) / at(rows, 12),
    cubic,
  };
}

/** Working memory of the cubic fit, of which one runs at a time. */
const moments = new Float64Array(7);
const sums = new Float64Array(4);
const rows = new Float64Array(20);

/** Quadratic and cubic coefficient of the residual around a temperature; null for too few readings. */
function residualBend(fit: ClusterFit, centre: number, halfWidth: number) {
  const { length, temperature } = fit.window;
  const residual = parameterCount(fit.transitions) * COLUMN;
  moments.fill(0);
  sums.fill(0);
  for (let i = 0; i < length; i++) {
    const x = at(temperature, i) - centre;
    if (Math.abs(x) > halfWidth) continue;
    let power = 1;
    for (let j = 0; j < 7; j++) {
      moments[j] = at(moments, j) + power;
      if (j < 4) sums[j] = at(sums, j) + power * at(columns, residual + i);
      power *= x;
    }
  }
  if (at(moments, 0) < 5) return null;
  for (let r = 0; r < 4; r++) {
    for (let c = 0; c < 4; c++) rows[5 * r + c] = at(moments, r + c);
    rows[5 * r + 4] = at(sums, r);
  }
  return solveFour(rows);
}

/** Half width of the residual's local cubic: narrower where the readings permit it. */
function bendHalfWidth(fit: ClusterFit, k: number): number {
  const { window } = fit;
  const transition = transitionOf(fit, k);
  const ratio = Math.min(1, (LEARN.offsetSnr * window.noise) / transition.amplitude);
  const narrowing = exp(LEARN.offsetExponent * log(ratio));
  return Math.max(2.6 * window.step, LEARN.offsetHalfWidth * transitionWidth(transition) * narrowing);
}

/**
 * The distance of the curve's steepest point from the fitted Tm, in w, to first order. Includes noise and is
 * linear in the readings, because it is averaged over a plate.
 */
export function tmOffset(fit: ClusterFit, k: number): number {
  const { tm, logWidth } = transitionOf(fit, k);
  const halfWidth = bendHalfWidth(fit, k);
  // With sparse readings the window would be wider than the transition.
  if (halfWidth > LEARN.offsetWidest * transitionWidth(transitionOf(fit, k))) return 0;
  residualsEvaluate(fit.window, fit.parameters, fit.transitions);
  const residual = residualBend(fit, tm, halfWidth);
  if (residual === null) return 0;
  return (2 * residual.quadratic * exp(-logWidth)) / transitionBend(transitionOf(fit, k), tm).second;
}
