import { at } from '../at.ts';
import { exp, log } from '../elementary.ts';
import { LEARN, REFINE } from '../settings.ts';
import { type ClusterFit, transitionOf } from './cluster-fit.ts';
import { COLUMN, columns } from './fit-window.ts';
import { parameterCount, residualsEvaluate } from './normal-equations.ts';
import { type Transition, transitionHeight, transitionWidth } from './transition.ts';

/** First and second derivative, by temperature, of the −dF/dT of one transition; its neighbours have their own. */
function ownBend(transition: Transition, temperature: number): { first: number; second: number } {
  const { amplitude, tm, logWidth, logSkew } = transition;
  const perWidth = exp(-logWidth);
  const skew = exp(logSkew);
  const u = Math.min(30, Math.max(-30, (temperature - tm) * perWidth));
  const e = exp(u);
  const s = 1 + skew * e;
  const ratio = e / s;
  const height = amplitude * perWidth * ratio * exp(-log(s) / skew);
  const rise = 1 - (1 + skew) * ratio;
  return {
    first: height * rise * perWidth,
    second: height * (rise * rise - (1 + skew) * ratio * (1 - skew * ratio)) * perWidth * perWidth,
  };
}

/** Solves four normal equations given as rows of five, by elimination; null when they have no solution. */
function solveFour(rows: Float64Array): { quadratic: number; cubic: number } | null {
  for (let c = 0; c < 4; c++) {
    if (!(at(rows, 6 * c) > 0)) return null;
    for (let r = c + 1; r < 4; r++) {
      const factor = at(rows, 5 * r + c) / at(rows, 6 * c);
      for (let j = c; j < 5; j++) rows[5 * r + j] = at(rows, 5 * r + j) - factor * at(rows, 5 * c + j);
    }
  }
  const cubic = at(rows, 19) / at(rows, 18);
  return { quadratic: (at(rows, 14) - at(rows, 13) * cubic) / at(rows, 12), cubic };
}

/** Working memory of the one cubic that is fitted at a time. */
const moments = new Float64Array(7);
const sums = new Float64Array(4);
const rows = new Float64Array(20);

/** Quadratic and cubic coefficient of the residual around a temperature; null when readings are too few. */
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

/**
 * The temperature at which model and residual together are steepest.
 *
 * @param believed - part of the residual's bend that noise does not explain, 0 to 1
 * @returns °C; the model's own Tm where the residual has too few readings or leads away
 */
function steepest(
  fit: ClusterFit,
  k: number,
  { believed, halfWidth }: { readonly believed: number; readonly halfWidth: number },
): number {
  const transition = transitionOf(fit, k);
  residualsEvaluate(fit.window, fit.parameters, fit.transitions);
  const w = exp(transition.logWidth);
  const skew = exp(transition.logSkew);
  // The least curvature that a peak of this height and width has.
  const flattest = (-0.5 * transitionHeight(transition)) / (w * w * (1 + skew));
  // The background's own bend: part of a skewed transition's tail, as far as the fit took it for background.
  const background = -2 * at(fit.parameters, 2) * fit.window.scale * fit.window.scale;
  let tm = transition.tm;
  for (let iteration = 0; iteration < REFINE.iterations; iteration++) {
    const residual = residualBend(fit, tm, halfWidth);
    if (residual === null) return transition.tm;
    const model = ownBend(transition, tm);
    const first = model.first + background - believed * 2 * residual.quadratic;
    const second = Math.min(model.second - believed * 6 * residual.cubic, flattest);
    const move = Math.min(0.3 * w, Math.max(-0.3 * w, -first / second));
    tm += move;
    if (Math.abs(move) < 2e-3 * w) break;
  }
  return Math.abs(tm - transition.tm) < 1.5 * w ? tm : transition.tm;
}

/** Half width of the residual's local cubic: narrower where the readings allow it. */
function bendHalfWidth(fit: ClusterFit, k: number, part: number): number {
  const { window } = fit;
  const transition = transitionOf(fit, k);
  const ratio = Math.min(1, (REFINE.snr * window.noise) / transition.amplitude);
  const narrowing = exp(REFINE.snrExponent * log(ratio));
  return Math.max(2.6 * window.step, part * transitionWidth(transition) * narrowing);
}

/**
 * How far from the fitted Tm the curve itself is steepest, in w, to first order: noise and all, for averaging over
 * a plate, so that it must be linear in the readings.
 */
export function tmOffset(fit: ClusterFit, k: number): number {
  const { tm, logWidth } = transitionOf(fit, k);
  const halfWidth = bendHalfWidth(fit, k, LEARN.offsetHalfWidth);
  // Readings too far apart: the window would be wider than what it is to tell.
  if (halfWidth > LEARN.offsetWidest * transitionWidth(transitionOf(fit, k))) return 0;
  residualsEvaluate(fit.window, fit.parameters, fit.transitions);
  const residual = residualBend(fit, tm, halfWidth);
  if (residual === null) return 0;
  return (2 * residual.quadratic * exp(-logWidth)) / ownBend(transitionOf(fit, k), tm).second;
}

/**
 * The Tm of a fitted transition, corrected by what the fit left over. At a high signal-to-noise ratio the model's
 * misfit, not noise, is the error of Tm; the residual tells it. What all curves of a plate have in common is
 * known as `offset`; a curve that misfits beyond that is corrected by its own residual, as far as noise does not
 * explain it.
 *
 * @param k - which transition
 * @param offset - what the plate taught, in w
 * @returns °C
 */
export function tmRefine(fit: ClusterFit, k: number, offset: number): number {
  const { window, expectedVariance } = fit;
  const transition = transitionOf(fit, k);
  const meanSquare = fit.residual / window.length;
  const limit = 1 + REFINE.misfit * Math.sqrt(2 / window.length);
  if (!(meanSquare > limit * expectedVariance)) return transition.tm + offset * exp(transition.logWidth);
  const halfWidth = bendHalfWidth(fit, k, REFINE.halfWidth);
  return steepest(fit, k, { believed: 1 - (limit * window.variance) / meanSquare, halfWidth });
}
