import { at } from '../at.ts';
import { REFINE } from '../settings.ts';
import { type ClusterFit, transitionOf } from './cluster-fit.ts';
import { COLUMN, columns } from './fit-window.ts';
import { parameterCount, residualsEvaluate } from './normal-equations.ts';
import { transitionHeight, transitionWidth } from './transition.ts';

/** First and second derivative, by temperature, of the model's −dF/dT. */
function modelBend(fit: ClusterFit, temperature: number): { first: number; second: number } {
  const c2 = at(fit.parameters, 2);
  let first = -2 * c2 * fit.window.scale * fit.window.scale;
  let second = 0;
  for (let k = 0; k < fit.transitions; k++) {
    const { amplitude, tm, logWidth, logSkew } = transitionOf(fit, k);
    const perWidth = Math.exp(-logWidth);
    const skew = Math.exp(logSkew);
    const u = Math.min(30, Math.max(-30, (temperature - tm) * perWidth));
    const e = Math.exp(u);
    const s = 1 + skew * e;
    const ratio = e / s;
    const height = amplitude * perWidth * ratio * Math.exp(-Math.log(s) / skew);
    const rise = 1 - (1 + skew) * ratio;
    first += height * rise * perWidth;
    second += height * (rise * rise - (1 + skew) * ratio * (1 - skew * ratio)) * perWidth * perWidth;
  }
  return { first, second };
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

/** Quadratic and cubic coefficient of the residual around a temperature; null when readings are too few. */
function residualBend(fit: ClusterFit, centre: number, halfWidth: number) {
  const { length, temperature } = fit.window;
  const residual = parameterCount(fit.transitions) * COLUMN;
  const moments = new Float64Array(7);
  const sums = new Float64Array(4);
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
  const rows = new Float64Array(20);
  for (let r = 0; r < 4; r++) {
    for (let c = 0; c < 4; c++) rows[5 * r + c] = at(moments, r + c);
    rows[5 * r + 4] = at(sums, r);
  }
  return solveFour(rows);
}

/**
 * Moves a fitted Tm to where model and residual together are steepest. At a high signal-to-noise ratio the
 * model's misfit, not noise, is the error of Tm; the residual tells it. Only the part of the residual's bend that
 * noise does not explain is believed.
 *
 * @param k - which transition
 * @returns °C; the fitted Tm where there is nothing to correct
 */
export function tmRefine(fit: ClusterFit, k: number): number {
  const { window } = fit;
  const transition = transitionOf(fit, k);
  const misfit = fit.residual / window.variance / window.length;
  const limit = 1 + REFINE.misfit * Math.sqrt(2 / window.length);
  if (!(misfit > limit)) return transition.tm;
  residualsEvaluate(window, fit.parameters, fit.transitions);
  const believed = 1 - limit / misfit;
  const width = transitionWidth(transition);
  const w = Math.exp(transition.logWidth);
  const skew = Math.exp(transition.logSkew);
  const ratio = transition.amplitude / window.noise;
  const narrowing = Math.min(1, (REFINE.snr / ratio) ** REFINE.snrExponent);
  const halfWidth = Math.max(2.6 * window.step, REFINE.halfWidth * width * narrowing);
  // The least curvature that a peak of this height and width has.
  const flattest = (-0.5 * transitionHeight(transition)) / (w * w * (1 + skew));
  let tm = transition.tm;
  for (let iteration = 0; iteration < REFINE.iterations; iteration++) {
    const residual = residualBend(fit, tm, halfWidth);
    if (residual === null) return transition.tm;
    const model = modelBend(fit, tm);
    const first = model.first - believed * 2 * residual.quadratic;
    const second = Math.min(model.second - believed * 6 * residual.cubic, flattest);
    const move = Math.min(0.3 * w, Math.max(-0.3 * w, -first / second));
    tm += move;
    if (Math.abs(move) < 2e-3 * w) break;
  }
  return Math.abs(tm - transition.tm) < 1.5 * w ? tm : transition.tm;
}
